/** The actions of bulk commands: read the options, run, and write the report. The code of the work is loaded late. */
import type { Command } from 'commander';
import { eitherOf } from '../../base/text/either-of.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { BulkFlags, ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import { type Call, setAction } from '../options/call.ts';
import { readTargetOptions } from '../options/target-options.ts';
import type { BulkBase, BulkOutcome, RunBulk } from './command.ts';

/** `read` returns the command's own options from its flags and arguments. */
export function setBulkAction<O extends BulkBase, F extends BulkFlags, A extends unknown[]>(
  context: Context,
  command: Command,
  run: RunBulk<O>,
  { kind, read }: { readonly kind: KindName; readonly read: (flags: F, ...args: A) => Omit<O, keyof BulkBase> },
): Command {
  return setReportAction(
    context,
    command,
    () => kind,
    (call: Call<F>, ...args: A) =>
      run({ ...call, target: readTargetOptions(call), ...read(call.flags, ...args) } as unknown as O),
  );
}

/** `kindOf` says of what kind the files are, so that a mapping can be found; nothing for a run that goes on. */
export function setReportAction<F extends ReportOptions & ReadOptions, A extends unknown[]>(
  context: Context,
  command: Command,
  kindOf: (...args: NoInfer<A>) => KindName | undefined,
  run: (call: Call<F>, ...args: A) => Promise<BulkOutcome>,
): Command {
  return setAction(context, command, async (call: Call<F>, ...args: A) => {
    const kind = kindOf(...args);
    const flags = kind === undefined ? call.flags : await mapped(call, kind);
    await requireSuspicions(flags.accept ?? []);
    const outcome = await run({ ...call, flags }, ...args);
    const { reportOutcome } = await import('./report-outcome.ts');
    await reportOutcome(call, outcome);
  });
}

/** The code of mappings is loaded only where there is one. */
async function mapped<F extends ReadOptions>(call: Call<F>, kind: KindName): Promise<F> {
  if (call.flags.mapping === undefined && call.settings.find('mappings') === undefined) return call.flags;
  const { withMapping } = await import('../mapping/with-mapping.ts');
  return withMapping(call, kind);
}

/** Throws a UsageError if `--accept` names a rule that is no suspicion: it would do nothing, and nobody would see it. */
async function requireSuspicions(rules: readonly string[]): Promise<void> {
  if (rules.length === 0) return;
  const { isSuspicion, SUSPICIONS, SUSPICIOUS_DAMAGE } = await import('../../platform/explain/rules.ts');
  const other = rules.find((rule) => !isSuspicion(rule));
  if (other === undefined) return;
  throw new UsageError(`--accept ${other}: this is not the rule of a suspicion`, {
    hint: `The suspicions are ${SUSPICIONS.join(', ')}, and those of a field that end in ${eitherOf(SUSPICIOUS_DAMAGE)}.`,
  });
}
