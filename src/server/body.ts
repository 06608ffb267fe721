/** Reads the body of a request as JSON, and no more of it than is allowed. */
import type { Answer } from '../platform/envelope.ts';
import { findRepeatedKey, scanJson } from '../base/json-text.ts';
import { refuseRequest } from './refusals.ts';

/** A schedule with 50,000 candidates is about 16 MiB. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A request of the interface is five deep. */
export const MAX_JSON_DEPTH = 32;

export type BodyReading = { readonly value: unknown } | { readonly refusal: Answer<never> };

/** An empty body is null, as the interface says of it ("null or empty"); what that means is the operation's to say. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<BodyReading> {
  const bytes = await readBytes(request, maxBytes);
  if (!(bytes instanceof Uint8Array)) return { refusal: bytes };
  if (bytes.length === 0) return { value: null };
  if (!isJsonType(request.headers.get('content-type'))) return { refusal: refuseRequest('http.content-type') };
  if (!isPlain(request.headers.get('content-encoding'))) return { refusal: refuseRequest('http.content-encoding') };
  return parseBody(bytes);
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | Answer<never>> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBytes) return tooLarge(maxBytes);
  try {
    // HTTP holds the sender to the length that was declared; without one, the bytes are counted as they come.
    if (declared === null) return (await readCounted(request.body, maxBytes)) ?? tooLarge(maxBytes);
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > maxBytes ? tooLarge(maxBytes) : bytes;
  } catch {
    // A request that was cut off has no effect, even if the client still reads the answer.
    return refuseRequest('http.body.cut-off');
  }
}

/** Undefined as soon as there is more than `maxBytes`. */
async function readCounted(body: Request['body'], maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  if (body === null) return Buffer.concat(chunks);
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    // The rest stays unread: the owner of the connection decides how much of it to read before closing.
    if (length > maxBytes) return undefined;
    chunks.push(value);
  }
}

function tooLarge(maxBytes: number): Answer<never> {
  return refuseRequest('http.body.too-large', `: at most ${maxBytes} bytes are read`);
}

function parseBody(bytes: Uint8Array): BodyReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { refusal: refuseRequest('http.body.not-utf-8') };
  }
  const { depth, keys } = scanJson(text);
  if (depth > MAX_JSON_DEPTH) {
    return { refusal: refuseRequest('http.body.too-deep', `: at most ${MAX_JSON_DEPTH} levels are read`) };
  }
  try {
    const value: unknown = JSON.parse(text);
    const repeated = findRepeatedKey(text, value, keys);
    if (repeated === undefined) return { value };
    return { refusal: refuseRequest('http.body.repeated-key', `: see position ${repeated.index}`) };
  } catch (error) {
    return { refusal: refuseRequest('http.body.not-json', placeOf(error)) };
  }
}

/** Where the fault is. The message itself would repeat a piece of the body. */
function placeOf(error: unknown): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : `: see position ${position}`;
}

function isJsonType(header: string | null): boolean {
  const [type, ...parameters] = (header ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.split('=', 2);
    return name?.trim() !== 'charset' || /^\s*"?utf-8"?\s*$/.test(value);
  });
}

function isPlain(encoding: string | null): boolean {
  return encoding === null || encoding.trim().toLowerCase() === 'identity';
}
