/** Asks before a command writes. For a protected profile, the user must give its name first. */
import { InterruptedError, UsageError } from '../../errors.ts';
import { canAsk, type Prompter } from '../../output/terminal/prompts.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Call, GlobalOptions } from './call.ts';

/** Less than a call, whose flags are not known before its settings are trusted. */
export type Writing = Pick<Call, 'context' | 'output' | 'global' | 'settings'>;

/** Settings whose profile is confirmed: a command that writes twice names the profile and asks only once. */
const confirmed = new WeakSet<Settings>();

/** Throws a UsageError if `--confirm` names another profile, or is missing where no question is possible. */
export function refuseUnconfirmed(writing: Writing): void {
  const { output, global, settings } = writing;
  const { profile } = settings;
  const { confirm } = global;
  if (confirm !== undefined && confirm !== profile?.name) {
    const active = profile === undefined ? 'no profile is active' : `the active profile is ${profile.name}`;
    throw new UsageError(`--confirm names ${JSON.stringify(confirm)}, but ${active}`);
  }
  if (!profile?.isProtected || confirm !== undefined || canAsk(output, global.mayAsk)) return;
  nameProfile(output, profile);
  throw new UsageError(`The profile ${profile.name} is protected, and --yes is not enough to write to it`, {
    hint: `Add --confirm ${profile.name}.`,
  });
}

/** A resumed run has a profile that no flag names. */
function nameProfile(output: Output, profile: NonNullable<Settings['profile']>): void {
  output.note(`Profile ${profile.name}${profile.isProtected ? ', which is protected' : ''} (${profile.origin})`);
}

/** Names the active profile before the first write, and asks for its name if it is protected. */
export async function confirmProfile(writing: Writing, signal?: AbortSignal): Promise<void> {
  const { context, output, global, settings } = writing;
  const { profile } = settings;
  refuseUnconfirmed(writing);
  if (profile === undefined || confirmed.has(settings)) return;
  confirmed.add(settings);
  nameProfile(output, profile);
  if (!profile.isProtected || global.confirm !== undefined) return;
  const prompter = await context.openPrompter(output, signal);
  const isName = (text: string) => text === profile.name || `Type ${profile.name}, or press Ctrl-C to stop`;
  await prompter.text('Name of the protected profile, to write to it:', isName);
}

/** Opens a prompter. If questions are not possible, throws a usage error that names the missing input. */
export async function prompterOrUsageError(call: Call, missing: string, hint: string): Promise<Prompter> {
  const { context, output, global } = call;
  if (!canAsk(output, global.mayAsk)) throw new UsageError(missing, { hint });
  return context.openPrompter(output, context.stopSignal());
}

/** What is missing, and the hint, where a deed needs a yes and nobody can be asked. */
export function needsYes(deed: string): [missing: string, hint: string] {
  const missing = `--yes is missing: ${deed} needs a confirmation, and nobody can be asked here`;
  return [missing, 'Add --yes, or look first with --dry-run.'];
}

/** Returns after a yes. Any other answer ends the command, and nothing is sent. */
export async function confirmOrStop(prompter: Prompter, { yes }: GlobalOptions, question: string): Promise<void> {
  if (yes || (await prompter.confirm(question))) return;
  throw new InterruptedError('SIGINT', 'Not confirmed');
}
