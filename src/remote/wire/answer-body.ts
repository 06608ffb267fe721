/** Reads the body of an answer, up to a limit. The limit holds for compressed and for decompressed bytes. */
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

export interface BodyText {
  readonly text: string;
  /** Why the text is not the whole body. */
  readonly flaw?: string | undefined;
}

/** Collects chunks in one buffer, so that an answer in single bytes does not cost an object for each. */
export class BodyCollector {
  readonly #maxBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a chunk. Returns false if the limit leaves no room for it. */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) return false;
    if (length > this.#bytes.length) {
      const room = Math.min(this.#maxBytes, Math.max(2 * length, MIN_GROWTH));
      this.#bytes = this.#length === 0 ? chunk : Buffer.concat([this.content], room);
    }
    if (this.#bytes !== chunk) chunk.copy(this.#bytes, this.#length);
    this.#length = length;
    return true;
  }

  get content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

const MIN_GROWTH = 4_096;

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** What the headers say about the bytes. */
export interface BodyHeaders {
  readonly encoding: string | undefined;
  readonly contentType: string | undefined;
}

/** Decodes a body that a server may have compressed without being asked. */
export async function decodeBody(
  bytes: Buffer,
  { encoding = '', contentType }: BodyHeaders,
  maxBytes: number,
): Promise<BodyText> {
  if (encoding === '' || encoding === 'identity') return { text: await decodeText(bytes, contentType) };
  const name = encoding.trim().toLowerCase();
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (decode === undefined) return { text: '', flaw: 'the answer is in an encoding that is not known' };
  try {
    return { text: await decodeText(await decode(bytes, { maxOutputLength: maxBytes }), contentType) };
  } catch (error) {
    return { text: '', flaw: isTooLong(error) ? tooLong(maxBytes) : 'the compressed answer is damaged' };
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const WIDE = /^u(?:tf|cs)-?(?:16|32|2|4)/i;

/** JSON is UTF-8. Another charset counts if the bytes are no UTF-8; UTF-16 and UTF-32 always do, as they can look like it. */
async function decodeText(bytes: Buffer, contentType: string | undefined): Promise<string> {
  const charset = CHARSET.exec(contentType ?? '')?.[1] ?? '';
  if (charset === '' || (isUtf8(bytes) && !WIDE.test(charset))) return bytes.toString('utf8');
  const { default: iconv } = await import('iconv-lite');
  return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : bytes.toString('utf8');
}

export function tooLong(maxBytes: number): string {
  return `the answer is longer than ${maxBytes} bytes`;
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
