import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftKind } from '../../../src/bulk/kinds/read/draft-kind.ts';
import { scheduleKind } from '../../../src/bulk/kinds/schedules.ts';
import { type InputOptions, openInput } from '../../../src/input/open-input.ts';
import type { TableInput, TableRow } from '../../../src/input/port.ts';
import { openTimeZone } from '../../../src/input/values/conversion.ts';

/** Returns the requests of a file of schedules, in the order of its rows. */
export async function scheduleRequests(file: string, zone?: string): Promise<unknown[]> {
  const options = { mapping: new Map(), ...(zone === undefined ? {} : { zone: await openTimeZone(zone) }) };
  const { drafts } = await draftKind(scheduleKind, await openInput(file, {}), options);
  const found: unknown[] = [];
  for await (const { request, problems } of drafts) {
    const rules = problems.map(({ rule, path }) => [rule, path]);
    found.push({ request, rules });
  }
  return found;
}

/** Writes a workbook to the disk, and removes it when `use` has ended. */
export async function withFile<T>(bytes: Buffer, use: (file: string) => Promise<T>, name = 'book.xlsx'): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-'));
  try {
    const file = join(folder, name);
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface ReadTable {
  readonly input: TableInput;
  readonly rows: readonly TableRow[];
}

export function readTable(bytes: Buffer, options: InputOptions = {}): Promise<ReadTable> {
  return withFile(bytes, (file) => readFileTable(file, options));
}

async function readFileTable(file: string, options: InputOptions = {}): Promise<ReadTable> {
  const input = await openInput(file, options);
  if (input.kind !== 'table') throw new Error('A workbook is a table');
  const rows: TableRow[] = [];
  for await (const row of input.rows) rows.push(row);
  return { input, rows };
}
