import { isUtf8 } from 'node:buffer';
import { InputError } from '../../errors.ts';
import type { TextDecoding, TextPiece } from './text-decoding.ts';

const LF = 0x0a;
const CR = 0x0d;

/** Passes UTF-8 on as it is, whole characters at a time, and stops before the first line that is not UTF-8. */
export function createUtf8Check(file: string): TextDecoding {
  let tail: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      const whole = bytes.length - cutCharacterBytes(bytes);
      tail = bytes.subarray(whole);
      return check(bytes.subarray(0, whole));
    },
    end: () => check(tail),
    misfit: (line) =>
      new InputError({ file, line }, 'this line holds bytes that are not valid UTF-8', {
        hint: 'Save the file as UTF-8, or name its encoding, for example --encoding windows-1252.',
      }),
  };
}

function check(bytes: Buffer): TextPiece {
  if (isUtf8(bytes)) return { bytes, fits: true };
  return { bytes: bytes.subarray(0, faultyLineStart(bytes)), fits: false };
}

/** How many bytes at the end belong to a character that is not complete yet. */
function cutCharacterBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterBytes(byte) ? back : 0;
  }
  return 0;
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** Line breaks never stand within a UTF-8 character, so each line can be checked alone. */
function faultyLineStart(bytes: Buffer): number {
  let start = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== LF && bytes[i] !== CR) continue;
    if (!isUtf8(bytes.subarray(start, i))) return start;
    start = i + 1;
  }
  return start;
}
