/**
 * Finds out whether the rows of each schedule form one block, that is, follow each other. It does not split rows into
 * cells. One block is usual. A schedule is then complete as soon as the next one begins, so that only one has to be in
 * memory.
 */
import { createCompactMap } from '../../base/compact-map.ts';
import { hash64 } from '../../base/text-hash.ts';
import { InputError } from '../../errors.ts';
import { scheduleResource } from '../../platform/resources/schedule.ts';
import { type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';
import { splitRecord } from '../csv/split.ts';
import type { TableInput } from '../port.ts';
import type { Columns } from '../table/header/match-columns.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { fixText } from '../values/fix.ts';
import type { SchedulePreset } from './preset.ts';

export interface RowBlocks {
  /**
   * Returns the same key for all rows of a schedule; empty without an id. Different schedules may have the same key.
   */
  readonly keyOf: (batch: RecordBatch, index: number) => string;
}

interface BlockOptions extends Pick<ConversionOptions, 'fix'> {
  readonly preset: SchedulePreset;
}

/**
 * Returns `undefined` if other rows separate the rows of a schedule, or if the id alone does not identify a schedule.
 */
export async function findRowBlocks(
  { reopen, delimiter, header }: TableInput,
  columns: Columns,
  { preset, fix = false }: BlockOptions,
): Promise<RowBlocks | undefined> {
  const position = columns.fields.findIndex((column) => column?.name === 'ScheduleExtId');
  const isNamed = position !== -1 && !Object.hasOwn(preset.Schedule, 'ScheduleExtId');
  if (reopen === undefined || !isNamed) return undefined;
  const fixed = (cell: string) => (fix ? fixText(EXT_ID, cell, []).value : cell);
  const blocks = { keyOf: keysIn(position, delimiter, fixed) };
  try {
    const input = await reopen();
    if (input.kind !== 'table' || input.pieces === undefined) return undefined;
    const isSame = input.header.names.join(delimiter) === header.names.join(delimiter);
    return isSame && (await areTogether(input.pieces, blocks)) ? blocks : undefined;
  } catch (error) {
    // The reader of the rows reports the error, after the rows before it.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function areTogether(pieces: AsyncIterable<RecordBatch>, { keyOf }: RowBlocks): Promise<boolean> {
  const seen = createCompactMap(1);
  let last = '';
  for await (const piece of pieces) {
    for (let index = 0; index < piece.records.length; index += 1) {
      const key = keyOf(piece, index);
      if (key === '') return false;
      if (key === last) continue;
      const hash = hash64(key);
      if (seen.get(hash) !== undefined) return false;
      seen.set(hash, 1);
      last = key;
    }
  }
  return true;
}

const EXT_ID = scheduleResource.fields.ScheduleExtId;

/** Characters that no id has, such as quotes, blanks and guards around a cell. They do not count in a key. */
const NO_ID = /[^A-Za-z0-9-]+/g;

export function keyOfId(id: string): string {
  return id.replace(NO_ID, '');
}

/** The number of bytes of a record in which the end of its first cell is searched. */
const FIRST_BYTES = 200;
const QUOTE = 0x22;

function keysIn(position: number, delimiter: string, fixed: (cell: string) => string): RowBlocks['keyOf'] {
  const separator = Buffer.from(delimiter);
  // The first cell of the last record with its separator, and its key: most records begin like the one before.
  let [beginning, last]: [Buffer, string] = [NO_BYTES, ''];
  return (batch, index) => {
    if (beginning.length > 0 && beginsWith(batch, index, beginning)) return last;
    const bytes = recordBytes(batch, index);
    const end = position === 0 && bytes[0] !== QUOTE ? bytes.subarray(0, FIRST_BYTES).indexOf(separator) : -1;
    const cell = end === -1 ? splitRecord(bytes.toString(), delimiter)?.[position] : bytes.toString('utf8', 0, end);
    beginning = end === -1 ? NO_BYTES : bytes.subarray(0, end + separator.length);
    last = cell === undefined ? '' : keyOfId(fixed(cell));
    return last;
  };
}

const NO_BYTES = Buffer.alloc(0);

function beginsWith({ bytes, records }: RecordBatch, index: number, beginning: Buffer): boolean {
  const start = records[index]?.start ?? 0;
  for (let at = 0; at < beginning.length; at += 1) if (bytes[start + at] !== beginning[at]) return false;
  return true;
}
