/** Builds ZIP archives, so that all sizes and names in them can be wrong. */
import { crc32, deflateRawSync } from 'node:zlib';

/** False data of a file in an archive. */
interface ZipFlaws {
  readonly size?: number;
  readonly packedSize?: number;
  readonly crc?: number;
  /** Bit 0 means encrypted. */
  readonly flags?: number;
  readonly method?: number;
}

export interface ZipPart {
  readonly name: string;
  readonly content: string | Buffer;
  readonly flaws?: ZipFlaws;
}

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flaws = {} } of parts) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const fields = fieldsOf(Buffer.from(name), plain, packed, flaws);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]);
    const [comment, attributes, at] = [Buffer.alloc(2), Buffer.alloc(8), Buffer.alloc(4)];
    at.writeUInt32LE(offset);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, comment, attributes, at, Buffer.from(name)]),
    );
    files.push(local, packed);
    offset += local.length + packed.length;
  }
  return Buffer.concat([...files, ...directory, endOf(parts.length, Buffer.concat(directory).length, offset)]);
}

function fieldsOf(name: Buffer, plain: Buffer, packed: Buffer, flaws: ZipFlaws): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flaws.flags ?? 0x800, 2);
  fields.writeUInt16LE(flaws.method ?? 8, 4);
  fields.writeUInt32LE(flaws.crc ?? crc32(plain), 10);
  fields.writeUInt32LE(flaws.packedSize ?? packed.length, 14);
  fields.writeUInt32LE(flaws.size ?? plain.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
