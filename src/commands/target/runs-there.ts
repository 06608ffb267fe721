/** The records of the runs of a command at the same target. */
import { createCompactMap } from '../../base/compact-map.ts';
import type { RunHeader } from '../../runs/record/lines.ts';
import { listRunIds, recordPath } from '../../runs/record/list-records.ts';
import { type RecordState, readHeader, readRunRecord } from '../../runs/record/read-record.ts';
import { secondOf } from '../../runs/record/run-id.ts';
import type { FindNewer } from '../../runs/record/write-record.ts';
import { runsFolder } from '../bulk/open-run-record.ts';
import type { TargetCall } from '../options/target-options.ts';
import { placeOf, wasSentTo } from './place.ts';

/** The newest run first; `since` is a second. Run records that cannot be read are skipped. */
export async function* runsThere(
  call: Pick<TargetCall, 'context' | 'target'>,
  command: string,
  since = '',
): AsyncGenerator<RecordState, void> {
  const { context } = call;
  const folder = runsFolder(context.env);
  const here = await placeOf(call);
  for (const run of await listRunIds(folder)) {
    if (secondOf(run) < since) return;
    const path = recordPath(folder, run);
    const header = await readHeader(path).catch(() => undefined);
    if (header?.command !== command || !(await wasSentTo(here, header, context))) continue;
    const record = await readRunRecord(path).catch(() => undefined);
    if (record !== undefined) yield record;
  }
}

/** What the newest of the newer runs has sent, by the keys of the records. What it has not begun does not count. */
export async function sentByNewerRuns(
  call: Pick<TargetCall, 'context' | 'target'>,
  { run, command, at }: RunHeader,
): Promise<FindNewer> {
  const runs: string[] = [];
  const sent = createCompactMap();
  for await (const { header, entries } of runsThere(call, command, secondOf(run))) {
    if (header.at <= at) continue;
    const index = runs.push(header.run) - 1;
    for await (const { key, state, crc32 = 0 } of entries()) {
      if (key !== '' && state !== 'not begun') sent.add(key, index, crc32);
    }
  }
  return (key) => {
    const [index = NaN, crc32 = 0] = sent.get(key) ?? [];
    const newer = runs[index];
    return newer === undefined ? undefined : { run: newer, crc32 };
  };
}
