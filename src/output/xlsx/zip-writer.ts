/** Writes a ZIP archive piece by piece. A part is compressed while it is produced, or copied from another archive. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { ExamctlError } from '../../errors.ts';
import type { PackedPart } from '../../input/xlsx/package/archive.ts';
import { inBlocks, type TextParts } from '../terminal/streams.ts';

/** A part that is compressed here, or one that is compressed already and is copied unchanged. */
export type ZipPart =
  | { readonly name: string; readonly content: TextParts }
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly packed: PackedPart };

type Facts = Omit<PackedPart, 'name' | 'bytes'>;

/** Names are UTF-8 (bit 11). The sizes of a part that is compressed here follow its bytes (bit 3). */
const [UTF_8, SIZES_FOLLOW] = [0x800, 0x8];
const DEFLATE = 8;
const VERSION = 20;
/** 1 January 1980, so that the same rows make the same file. */
const DAY = 0x21;
const MAX = 0xffffffff;

export async function* writeZip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  const counted = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    if (offset > MAX) throw tooLarge();
    return bytes;
  };
  for await (const part of parts) {
    const name = Buffer.from(part.name);
    const start = offset;
    const facts = 'packed' in part ? { ...part.packed } : { ...NO_FACTS };
    const flags = 'packed' in part ? UTF_8 : UTF_8 | SIZES_FOLLOW;
    yield counted(Buffer.concat([signature('\x03\x04'), fields(name, flags, facts), name]));
    for await (const bytes of 'packed' in part ? part.packed.bytes() : pack(plainBytes(part), facts))
      yield counted(bytes);
    if ((flags & SIZES_FOLLOW) !== 0) yield counted(Buffer.concat([signature('\x07\x08'), numbers(facts)]));
    directory.push(entry(fields(name, flags, facts), name, start));
  }
  const table = Buffer.concat(directory);
  yield Buffer.concat([table, end(directory.length, table.length, offset)]);
}

const NO_FACTS: Facts = { method: DEFLATE, crc: 0, size: 0, packedSize: 0 };

async function* plainBytes(part: Exclude<ZipPart, { packed: PackedPart }>): AsyncGenerator<Buffer> {
  if ('bytes' in part) yield part.bytes;
  else for await (const text of inBlocks(part.content)) yield Buffer.from(text);
}

/** Compresses a part and counts its checksum and sizes into `facts`. */
async function* pack(
  plain: AsyncIterable<Buffer>,
  facts: { crc: number; size: number; packedSize: number },
): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const bytes of plain) {
      facts.crc = crc32(bytes, facts.crc);
      facts.size += bytes.length;
      if (facts.size > MAX) throw tooLarge();
      yield bytes;
    }
  };
  // An error of the producer destroys the deflater, and the loop below throws it, so the callback has nothing to do.
  const packed = pipeline(Readable.from(counted()), createDeflateRaw(), () => {});
  for await (const bytes of packed as AsyncIterable<Buffer>) {
    facts.packedSize += bytes.length;
    yield bytes;
  }
}

function signature(kind: string): Buffer {
  return Buffer.from(`PK${kind}`, 'latin1');
}

/** The fields that the header of a part and its entry in the directory share. */
function fields(name: Buffer, flags: number, facts: Facts): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(VERSION, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(facts.method, 4);
  bytes.writeUInt16LE(DAY, 8);
  numbers(facts).copy(bytes, 10);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function numbers({ crc, size, packedSize }: Facts): Buffer {
  const bytes = Buffer.alloc(12);
  for (const [at, value] of [crc, packedSize, size].entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

function entry(facts: Buffer, name: Buffer, start: number): Buffer {
  const version = Buffer.from([VERSION, 0]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(start, 10);
  return Buffer.concat([signature('\x01\x02'), version, facts, rest, name]);
}

function end(count: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  signature('\x05\x06').copy(bytes);
  for (const at of [8, 10]) bytes.writeUInt16LE(count, at);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}

function tooLarge(): ExamctlError {
  return new ExamctlError('OutputError', 'internal', 'the workbook would be larger than 4 GiB', {
    hint: 'Write it as .csv, which has no limit.',
  });
}
