/**
 * Splits the XML of a workbook into tokens, chunk by chunk. It makes a string only when the caller asks for one,
 * because a big sheet has ten million tags. Names are without the namespace before the colon. A document type, which
 * could define entities, is refused.
 */
import { decodeEntities, digitsOf, refuseOtherEncodings, sliceText, XmlFault } from './text.ts';

/** The token that the reader has found. `more`: the reader needs the next chunk, or the end. */
export type XmlToken = 'open' | 'close' | 'text' | 'more';

/** Longer than any real tag, and than the longest text of a cell (32,767 characters) with all characters escaped. */
const MAX_TOKEN_BYTES = 1024 * 1024;
const MAX_DEPTH = 100;

const [SPACE, EXCLAMATION, QUOTE, APOSTROPHE, SLASH, COLON] = [0x20, 0x21, 0x22, 0x27, 0x2f, 0x3a] as const;
const [LT, EQUALS, GT, QUESTION] = [0x3c, 0x3d, 0x3e, 0x3f] as const;
const COMMENT = { begin: Buffer.from('<!--'), end: '-->' };
const CDATA = { begin: Buffer.from('<![CDATA['), end: ']]>' };

/** Makes each name of a tag or an attribute a string only once: a sheet repeats a few names millions of times. */
const SLOTS = 512;

class Names {
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

export class XmlReader {
  /** The name of the current tag. */
  name = '';
  /** The name of the current attribute. */
  attribute = '';
  readonly #names = new Names();
  readonly #open: string[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** The start of the last token in the bytes at hand. */
  #start = 0;
  /** The number of bytes of the document before those at hand. */
  #before = 0;
  /**
   * The bytes of the text. In a tag, `#from` is the start of the attribute's value, and `#to` the start of the
   * attributes that follow.
   */
  #from = 0;
  #to = 0;
  #attributesEnd = 0;
  #isRaw = false;
  #isSelfClosing = false;
  #valueEnd = 0;
  #hasRoot = false;

  get depth(): number {
    return this.#open.length;
  }

  /** The start of the last token in the document. The closing of an empty tag takes no bytes. */
  get tokenStart(): number {
    return this.#before + this.#start;
  }

  get tokenEnd(): number {
    return this.#before + this.#at;
  }

  push(chunk: Buffer): void {
    this.#before += this.#at;
    const rest = this.#bytes.subarray(this.#at);
    if (rest.length > MAX_TOKEN_BYTES) throw new XmlFault('has a tag or a text that is too long');
    this.#bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    this.#at = 0;
  }

  /** Throws if the document is cut off. */
  end(): void {
    const rest = this.#bytes.subarray(this.#at);
    if (!this.#hasRoot || this.#open.length > 0 || rest.some((byte) => byte > SPACE)) {
      throw new XmlFault('ends before its last tag');
    }
  }

  next(): XmlToken {
    this.#start = this.#at;
    if (this.#isSelfClosing) {
      this.#isSelfClosing = false;
      return this.#close(this.name);
    }
    for (;;) {
      const bytes = this.#bytes;
      if (this.#at >= bytes.length) return 'more';
      this.#start = this.#at;
      if (bytes[this.#at] !== LT) {
        const token = this.#text();
        if (token !== undefined) return token;
        continue;
      }
      if (this.#at + 1 >= bytes.length) return 'more';
      const second = bytes[this.#at + 1];
      if (second === EXCLAMATION || second === QUESTION) {
        const token = second === QUESTION ? this.#skip('?>') : this.#declaration();
        if (token !== undefined) return token;
        continue;
      }
      return second === SLASH ? this.#closingTag() : this.#openingTag();
    }
  }

  /** Returns the decoded text of a `text` token. */
  text(): string {
    return this.#isRaw ? sliceText(this.#bytes, this.#from, this.#to) : this.#decoded(this.#from, this.#to);
  }

  /** Moves to the next attribute of an opening tag. Returns `false` if there is none. */
  nextAttribute(): boolean {
    const bytes = this.#bytes;
    let at = this.#to;
    while (at < this.#attributesEnd && (bytes[at] ?? 0) <= SPACE) at++;
    if (at >= this.#attributesEnd) return false;
    let start = at;
    for (; at < this.#attributesEnd && bytes[at] !== EQUALS && (bytes[at] ?? 0) > SPACE; at++) {
      if (bytes[at] === COLON) start = at + 1;
    }
    this.attribute = this.#names.find(bytes, start, at);
    while (at < this.#attributesEnd && (bytes[at] === EQUALS || (bytes[at] ?? 0) <= SPACE)) at++;
    const quote = bytes[at];
    let end = at + 1;
    while (end < this.#attributesEnd && bytes[end] !== quote) end++;
    if (end >= this.#attributesEnd || (quote !== QUOTE && quote !== APOSTROPHE)) {
      throw new XmlFault('has an attribute without a value');
    }
    this.#from = at + 1;
    this.#valueEnd = end;
    this.#to = end + 1;
    return true;
  }

  /** Returns the value of the attribute. */
  value(): string {
    return this.#decoded(this.#from, this.#valueEnd);
  }

  /** Returns the value of the attribute as a whole number; -1 if it is none, or is negative. */
  count(): number {
    return digitsOf(this.#bytes, this.#from, this.#valueEnd);
  }

  /** Returns the text of a `text` token as a whole number; -1 if it is none, or is negative. */
  textCount(): number {
    return digitsOf(this.#bytes, this.#from, this.#to);
  }

  /** Returns the column of a cell's address, from 0, such as 2 for `C14`; -1 if there is none. */
  column(): number {
    let column = 0;
    for (let at = this.#from; at < this.#valueEnd; at++) {
      const letter = ((this.#bytes[at] ?? 0) & ~0x20) - 0x40;
      if (letter < 1 || letter > 26 || column > 1e6) break;
      column = column * 26 + letter;
    }
    return column - 1;
  }

  #text(): XmlToken | undefined {
    const bytes = this.#bytes;
    let end = this.#at;
    while (end < bytes.length && bytes[end] !== LT) end++;
    if (end === bytes.length) return 'more';
    [this.#from, this.#to, this.#isRaw] = [this.#at, end, false];
    this.#at = end;
    if (this.#open.length > 0) return 'text';
    // Before the first tag there may be a byte order mark.
    const isMark = !this.#hasRoot && bytes.subarray(this.#from, end).toString().trim() === '';
    if (!isMark) throw new XmlFault('has text outside of its tags');
    return undefined;
  }

  #openingTag(): XmlToken {
    const bytes = this.#bytes;
    let [start, at] = [this.#at + 1, this.#at + 1];
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === COLON) start = at + 1;
      else if (byte <= SPACE || byte === GT || byte === SLASH) break;
    }
    const nameEnd = at;
    let quote = 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (quote !== 0) quote = byte === quote ? 0 : quote;
      else if (byte === GT) break;
      else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
      else if (byte === LT) throw new XmlFault('has a tag within a tag');
    }
    if (at >= bytes.length) return 'more';
    if (nameEnd === start) throw new XmlFault('has a tag without a name');
    this.name = this.#names.find(bytes, start, nameEnd);
    this.#isSelfClosing = bytes[at - 1] === SLASH;
    [this.#to, this.#attributesEnd] = [nameEnd, this.#isSelfClosing ? at - 1 : at];
    this.#at = at + 1;
    if (this.#open.length === 0 && this.#hasRoot) throw new XmlFault('has more than one root');
    if (this.#open.length === MAX_DEPTH) throw new XmlFault('is nested too deeply');
    this.#hasRoot = true;
    this.#open.push(this.name);
    return 'open';
  }

  #closingTag(): XmlToken {
    const bytes = this.#bytes;
    let start = this.#at + 2;
    let end = start;
    for (; end < bytes.length && bytes[end] !== GT; end++) if (bytes[end] === COLON) start = end + 1;
    if (end === bytes.length) return 'more';
    this.#at = end + 1;
    while (end > start && (bytes[end - 1] ?? 0) <= SPACE) end--;
    return this.#close(this.#names.find(bytes, start, end));
  }

  #close(name: string): XmlToken {
    if (this.#open.pop() !== name) throw new XmlFault('has a closing tag that closes nothing');
    this.name = name;
    return 'close';
  }

  /** Skips a comment, and returns the text of a CDATA section as a token. */
  #declaration(): XmlToken | undefined {
    const start = this.#bytes.subarray(this.#at, this.#at + CDATA.begin.length);
    if (start.subarray(0, COMMENT.begin.length).equals(COMMENT.begin))
      return this.#skip(COMMENT.end, COMMENT.begin.length);
    if (start.equals(CDATA.begin)) {
      const from = this.#at + CDATA.begin.length;
      const token = this.#skip(CDATA.end);
      if (token !== undefined) return token;
      [this.#from, this.#to, this.#isRaw] = [from, this.#at - CDATA.end.length, true];
      return 'text';
    }
    const isShort =
      CDATA.begin.subarray(0, start.length).equals(start) || COMMENT.begin.subarray(0, start.length).equals(start);
    if (isShort) return 'more';
    throw new XmlFault('has a document type, which no workbook needs');
  }

  #skip(mark: string, offset = 0): XmlToken | undefined {
    const found = this.#bytes.indexOf(mark, this.#at + offset);
    if (found === -1) return 'more';
    if (mark === '?>' && !this.#hasRoot) refuseOtherEncodings(this.#bytes.toString('latin1', this.#at, found));
    this.#at = found + mark.length;
    return undefined;
  }

  #decoded(from: number, to: number): string {
    const text = sliceText(this.#bytes, from, to);
    return text.includes('&') ? decodeEntities(text) : text;
  }
}
