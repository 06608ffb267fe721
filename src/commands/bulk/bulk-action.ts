/** Defines commands with reports: they read their options, run, and write the report. The code of the work is loaded late. */
import type { Command } from 'commander';
import { eitherOf } from '../../base/text/either-of.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import { UsageError } from '../../errors.ts';
import { addBulkOptions, type BulkFlags, type ReadOptions, type ReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { type CommandTexts, type Declare, defineCommand } from '../options/create-command.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { BulkBase, BulkOutcome } from './command.ts';

/** A command whose outcome is a report. */
interface ReportParts<O, F, A extends unknown[]> extends CommandTexts {
  readonly takes: (command: Command) => Command;
  /** Of what kind the files are, so that a mapping can be found; nothing for a run that goes on. */
  readonly kindOf: (...args: NoInfer<A>) => KindName | undefined;
  readonly read: (call: Call<F>, ...args: A) => O;
  readonly run: (options: O) => Promise<BulkOutcome>;
}

interface DeclareReport<O> extends Declare {
  /** For tests: the same command with another run. */
  readonly withRun: (run: (options: O) => Promise<BulkOutcome>) => Declare;
}

export function defineReport<O, F extends ReportOptions & ReadOptions, A extends unknown[]>(
  name: string,
  { kindOf, read, run: ownRun, ...others }: ReportParts<O, F, A>,
): DeclareReport<O> {
  const withRun = (run: (options: O) => Promise<BulkOutcome>): Declare => {
    const work = async (call: Call<F>, ...args: A) => {
      const kind = kindOf(...args);
      const flags = kind === undefined ? call.flags : await mapped(call, kind);
      await requireSuspicions(flags.accept ?? []);
      const outcome = await run(read({ ...call, flags }, ...args));
      const { reportOutcome } = await import('./report-outcome.ts');
      await reportOutcome(call, outcome);
    };
    return defineCommand(name, { ...others, work });
  };
  return Object.assign(withRun(ownRun), { withRun });
}

interface BulkParts<O, F, A extends unknown[]> extends Omit<ReportParts<O, F, A>, 'kindOf' | 'read'> {
  readonly kind: KindName;
  /** The command's own options, from its flags and arguments. */
  readonly read: (flags: F, ...args: A) => Omit<O, keyof BulkBase>;
}

/** A command that sends records. Its own flags come first. */
export function defineBulk<O extends BulkBase, F extends BulkFlags, A extends unknown[]>(
  name: string,
  { kind, takes, read, ...others }: BulkParts<O, F, A>,
): DeclareReport<O> {
  return defineReport(name, {
    ...others,
    takes: (command) => addTargetOptions(addBulkOptions(takes(command))),
    kindOf: () => kind,
    read: (call: Call<F>, ...args: A) =>
      ({ ...call, target: readTargetOptions(call), ...read(call.flags, ...args) }) as unknown as O,
  });
}

/** The code of mappings is loaded only where there is one. */
async function mapped<F extends ReadOptions>(call: Call<F>, kind: KindName): Promise<F> {
  if (call.flags.mapping === undefined && call.settings.find('mappings') === undefined) return call.flags;
  const { withMapping } = await import('../mapping/known-mappings.ts');
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
