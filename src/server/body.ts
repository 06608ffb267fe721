/** Reads the body of a request as JSON, up to a maximum of bytes. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { findRepeatedKey, scanJson } from '../base/json-text.ts';
import type { Answer } from '../platform/envelope.ts';
import { refuseRequest } from './answers.ts';

/** A schedule with 50,000 candidates is about 16 MiB. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The maximum depth of nesting. Requests of the interface have five levels. */
export const MAX_BODY_DEPTH = 32;

/** It ignores a byte order mark. */
const DECODER = new TextDecoder();

/** The body of a request, and its headers. */
interface BodySource {
  readonly header: (name: string) => string | undefined;
  readonly body: Readable;
}

export type BodyReading = { readonly value: unknown; readonly bytes: Uint8Array } | { readonly refusal: Answer<never> };

/** An empty body counts as null ("null or empty" in the interface). The operation decides what that means. */
export async function readJsonBody({ header, body }: BodySource, maxBytes: number): Promise<BodyReading> {
  if (Number(header('content-length') ?? 0) > maxBytes) return tooLarge(maxBytes);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(body, maxBytes);
  } catch {
    // A request that was cut off is not done. Its sender may still read this answer.
    return { refusal: refuseRequest('http.body.cut-off') };
  }
  if (bytes === undefined) return tooLarge(maxBytes);
  if (bytes.length === 0) return { value: null, bytes };
  if (!isJsonType(header('content-type'))) return { refusal: refuseRequest('http.content-type') };
  if (!isPlain(header('content-encoding'), 'identity') || !isPlain(header('transfer-encoding'), 'chunked'))
    return { refusal: refuseRequest('http.content-encoding') };
  return parseBody(bytes);
}

/**
 * Resolves with undefined as soon as there are more than `maxBytes`, and ignores the rest. Rejects if the body is cut
 * off.
 */
function readBytes(body: Readable, maxBytes: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    body.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else resolve(undefined);
    });
    body.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    body.once('error', reject);
  });
}

function tooLarge(maxBytes: number): BodyReading {
  return { refusal: refuseRequest('http.body.too-large', `: at most ${maxBytes} bytes are read`) };
}

function parseBody(bytes: Uint8Array): BodyReading {
  if (!isUtf8(bytes)) return { refusal: refuseRequest('http.body.not-utf-8') };
  const text = DECODER.decode(bytes);
  const { depth, keys } = scanJson(text);
  if (depth > MAX_BODY_DEPTH) {
    return { refusal: refuseRequest('http.body.too-deep', `: at most ${MAX_BODY_DEPTH} levels are read`) };
  }
  try {
    const value: unknown = JSON.parse(text);
    const repeated = findRepeatedKey(text, value, keys);
    if (repeated === undefined) return { value, bytes };
    return { refusal: refuseRequest('http.body.repeated-key', `: see position ${repeated.index}`) };
  } catch (error) {
    return { refusal: refuseRequest('http.body.not-json', positionOf(error)) };
  }
}

/** The position of the fault. The message of the error is not used: it repeats a part of the body. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : `: see position ${position}`;
}

function isJsonType(header: string | undefined): boolean {
  if (header === 'application/json') return true;
  const [type, ...parameters] = (header ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.split('=', 2);
    return name?.trim() !== 'charset' || /^\s*"?utf-8"?\s*$/.test(value);
  });
}

function isPlain(encoding: string | undefined, plain: string): boolean {
  return encoding === undefined || encoding.trim().toLowerCase() === plain;
}
