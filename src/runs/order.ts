/**
 * The order in which the runs of a folder have sent to remotes: a file with a line for each part of a run, which is added
 * before its first request. It depends on no clock. A run in it whose record is gone may have sent anything, so that
 * nothing that was sent before it is certain.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../base/json-value.ts';
import { openLineFile, readJsonLines } from './line-file.ts';

export const ORDER_FILE = 'order.ndjson';

/** Adds a line for a part of a run, and returns its turn: its place in the order. Throws a RunRecordError. */
export async function takeTurn(folder: string, run: string): Promise<number> {
  const file = await openLineFile(join(folder, ORDER_FILE));
  try {
    file.add({ run });
    await file.synced();
  } finally {
    await file.close();
  }
  // Only the process that has the lock of a run adds lines of the run.
  return (await readOrder(folder)).lastIndexOf(run);
}

/** The runs in their order; an empty text for a line that cannot be read. Throws a RunRecordError. */
export async function readOrder(folder: string): Promise<string[]> {
  const path = join(folder, ORDER_FILE);
  const runs: string[] = [];
  if (!existsSync(path)) return runs;
  for await (const lines of readJsonLines(path)) {
    for (const line of lines) runs.push(isObject(line) ? String(line['run']) : '');
  }
  return runs;
}
