/** Opens the target of a run. What is wrong with it is reported before the user has done any work. */
import type { Target } from '../../model/target.ts';
import { openForQuestions } from '../ask/check-request.ts';
import { type BulkCommand, concurrencyOf } from '../bulk/command.ts';
import { confirmProfile, refuseUnconfirmed } from '../options/confirm-profile.ts';
import { describeTarget, whereOf } from '../options/target-options.ts';
import { findToken, openChosenTarget } from './open-target.ts';

/**
 * Refuses a wrong target before a question about the input, or before an input is typed: the work would be lost. Returns
 * a remote, which needs no lock. A store is opened again after the questions, for the run.
 */
export async function openBeforeQuestions<R>(command: BulkCommand<R>): Promise<Target | undefined> {
  const { context, target } = command;
  if (target.kind === 'local') await context.identify({ kind: 'local', where: whereOf(target) });
  else await context.identify({ kind: 'remote', where: target.baseUrl }, target.insecureHttp === true);
  if (context.stdin.isTTY !== true) return undefined;
  if (writes(command)) refuseUnconfirmed(command);
  if (target.kind === 'remote') {
    const token = await findToken(command, target);
    // A question for the token comes later: nobody types a secret before the command says where it sends.
    return token === undefined ? undefined : openTarget(command, token);
  }
  await (await openForQuestions(command))?.close();
  return undefined;
}

/** Opens the target for a run, unless it is open, after the user has confirmed that the run writes to it. */
export async function openRunTarget<R>(command: BulkCommand<R>, opened: Target | undefined): Promise<Target> {
  const { context, output, flags, target } = command;
  if (writes(command)) {
    await confirmProfile(command, context.stopSignal());
    output.note(`Sending to ${describeTarget(target)}`);
  } else if (flags.dryRun && output.verbose && target.kind === 'local') {
    output.note(`Rehearsing in ${describeTarget(target)}`);
  }
  return opened ?? openTarget(command);
}

function writes<R>({ flags, continuing }: BulkCommand<R>): boolean {
  return flags.dryRun !== true && !continuing?.isDone;
}

function openTarget<R>(command: BulkCommand<R>, token?: string): Promise<Target> {
  const mode = command.flags.dryRun ? 'read' : 'write';
  return openChosenTarget(command, { mode, command: command.name, concurrency: concurrencyOf(command), token });
}
