/**
 * Looks through a table for the rows of each schedule, without taking them apart. Where they follow each other, which is
 * usual, a schedule is complete as soon as the next one begins, and nothing of it has to be kept.
 */
import { createCompactMap } from '../../base/compact-map.ts';
import { hash64 } from '../../base/text-hash.ts';
import { InputError } from '../../errors.ts';
import { scheduleResource } from '../../platform/resources/schedule.ts';
import { type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';
import { splitRecord } from '../csv/split.ts';
import type { TableInput } from '../port.ts';
import type { Columns } from '../table/columns.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { fixText } from '../values/fix.ts';
import type { SchedulePreset } from './preset.ts';

export interface Runs {
  /** What rows of one schedule share; empty where a row does not name its schedule. Other schedules may share it. */
  readonly keyOf: (batch: RecordBatch, index: number) => string;
}

interface RunOptions extends Pick<ConversionOptions, 'fix'> {
  readonly preset: SchedulePreset;
}

/** `undefined` where rows of a schedule are apart, or where the id alone does not show which rows belong together. */
export async function findRuns(
  { again, delimiter, header }: TableInput,
  columns: Columns,
  { preset, fix = false }: RunOptions,
): Promise<Runs | undefined> {
  const position = columns.fields.findIndex((column) => column?.name === 'ScheduleExtId');
  const isNamed = position !== -1 && !columns.isRejects && !Object.hasOwn(preset.Schedule, 'ScheduleExtId');
  if (again === undefined || !isNamed) return undefined;
  const fixed = (cell: string) => (fix ? fixText(EXT_ID, cell, []).value : cell);
  const runs = { keyOf: keysIn(position, delimiter, fixed) };
  try {
    const input = await again();
    if (input.kind !== 'table' || input.pieces === undefined) return undefined;
    const isSame = input.header.names.join(delimiter) === header.names.join(delimiter);
    return isSame && (await areTogether(input.pieces, runs)) ? runs : undefined;
  } catch (error) {
    // The reader of the rows reports the error, after the rows before it.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function areTogether(pieces: AsyncIterable<RecordBatch>, { keyOf }: Runs): Promise<boolean> {
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

/** No id has other characters: quotes, blanks and whatever guards a cell do not count. */
const NO_ID = /[^A-Za-z0-9-]+/g;

export function keyOfId(id: string): string {
  return id.replace(NO_ID, '');
}

/** The longest beginning of a record in which its first cell is looked for. */
const FIRST_BYTES = 200;
const QUOTE = 0x22;

function keysIn(position: number, delimiter: string, fixed: (cell: string) => string): Runs['keyOf'] {
  const separator = Buffer.from(delimiter);
  // The first cell of the last record with what separates it, and its key: mostly the next record begins alike.
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
