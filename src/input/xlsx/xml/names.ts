/** Makes each name of a tag or an attribute a string only once: a sheet repeats a few names millions of times. */
const SLOTS = 512;

export class Names {
  readonly #bytes: Buffer[] = [];
  readonly #names: string[] = [];

  find(bytes: Buffer, start: number, end: number): string {
    let hash = end - start;
    for (let at = start; at < end; at++) hash = (hash * 31 + (bytes[at] ?? 0)) & 0xffff;
    const slot = hash % SLOTS;
    const known = this.#bytes[slot];
    if (known !== undefined && isSame(known, bytes, start, end)) return this.#names[slot] ?? '';
    const name = bytes.toString('utf8', start, end);
    this.#bytes[slot] = Buffer.from(name);
    // V8 keeps the key of an object once for each text, so that comparing it with a literal compares pointers.
    this.#names[slot] = Object.keys({ [name]: 0 })[0] ?? name;
    return name;
  }
}

function isSame(known: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false;
  return true;
}
