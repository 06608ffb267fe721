/** The names of tags and attributes as texts that are made once: a sheet has few names, millions of times. */
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
    // As the key of an object, a text is the very one that the code compares it with.
    this.#names[slot] = Object.keys({ [name]: 0 })[0] ?? name;
    return name;
  }
}

function isSame(known: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false;
  return true;
}
