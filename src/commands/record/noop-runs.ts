/** Sees that a run has nothing to do because the same run did it before and nothing has changed since. */
import type { Context } from '../../context.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { fingerprintFiles } from '../../runs/record/fingerprint.ts';
import type { NoopProof } from '../../runs/record/lines.ts';
import { findNoopProof, noopKey } from '../../runs/record/noop-runs.ts';
import type { BulkCommand } from '../bulk/command.ts';
import { runsFolder } from './run-records.ts';

/** What identifies the run; `undefined` if it is unknown, or if every record must be reported. */
export async function identifyRun<R>(context: Context, command: BulkCommand<R>): Promise<string | undefined> {
  const { name, target, saved, inputs, flags, global, continuing, leavesNothingToDo } = command;
  const tellsRecords = global.format !== 'table' || flags.report !== undefined || flags.rejects !== undefined;
  if (target.kind !== 'local' || continuing !== undefined || flags.dryRun || tellsRecords) return undefined;
  if (leavesNothingToDo === undefined) return undefined;
  const prints = inputs.length === 0 ? undefined : await fingerprintFiles(inputs);
  if (prints === undefined) return undefined;
  return noopKey({
    command: name,
    where: await context.storeBackend(target.store).identify(target.store),
    options: saved,
    inputs: prints,
    versions: [context.version, process.versions.node, process.versions.tz ?? ''],
  });
}

/** The earlier run that did all of this and left the store as it is now. */
export async function findNoopRun<R>(
  context: Context,
  { target }: BulkCommand<R>,
  key: string,
): Promise<{ readonly run: string; readonly counts: NoopProof['counts'] } | undefined> {
  if (target.kind !== 'local') return undefined;
  const found = await findNoopProof(runsFolder(context.env), key);
  if (found === undefined) return undefined;
  const stamp = await context.storeBackend(target.store).fingerprint(target.store);
  return stamp === found.settled.stamp ? { run: found.run, counts: found.settled.counts } : undefined;
}

/** What a run that left nothing to do writes into its record. Call it after the target is closed. */
export async function proveNoop<R>(
  context: Context,
  command: BulkCommand<R>,
  key: string | undefined,
  { exitCode, findings, counts }: BulkReport,
): Promise<NoopProof | undefined> {
  const { target } = command;
  if (key === undefined || exitCode !== 0 || findings.length > 0 || target.kind !== 'local') return undefined;
  // The file may have been changed while it was read: then it is unknown which content was carried out.
  if ((await identifyRun(context, command)) !== key) return undefined;
  const stamp = await context.storeBackend(target.store).fingerprint(target.store);
  const unchanged = { create: 0, update: 0, unchanged: counts.read, sent: 0, succeeded: counts.read };
  const disabled = counts.disabled === undefined ? {} : { disabled: 0 };
  return stamp === undefined ? undefined : { key, stamp, counts: { ...counts, ...unchanged, ...disabled } };
}
