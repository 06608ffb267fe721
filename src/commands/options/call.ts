/** Creates commands, and defines the data that a called command receives. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { ExamctlError } from '../../errors.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { Settings } from '../../settings/settings.ts';
import { addExamples, type Examples } from './examples.ts';
import { type GlobalOptions, readGlobalOptions } from './global-options.ts';
import { type GivenFlag, givenFlags, targetFlags } from './words.ts';

/** One call of a command. */
export interface Call<F = unknown, C = Context> {
  readonly context: C;
  readonly output: Output;
  readonly global: GlobalOptions;
  /** The flags as commander parses them, with the values of settings. */
  readonly flags: F;
  readonly settings: Settings;
  /** The flags of the command line as the user typed them, to be repeated in commands that are printed. */
  readonly given: readonly GivenFlag[];
}

export interface CommandTexts {
  readonly summary: string;
  readonly description: string;
  readonly examples: Examples;
}

export function createCommand(name: string, { summary, description, examples }: CommandTexts): Command {
  const command = isOutline ? new OutlineCommand(name) : new Command(name);
  return addExamples(command.summary(summary).description(description), examples);
}

/** A command without flags, for lists of commands. To declare the flags would take a fifth of the time of a list. */
class OutlineCommand extends Command {
  override option(): this {
    return this;
  }

  override addOption(): this {
    return this;
  }
}

let isOutline = false;

/** Runs `declare`. The commands that it creates have no flags. */
export function outline<T>(declare: () => T): T {
  const before = isOutline;
  isOutline = true;
  try {
    return declare();
  } finally {
    isOutline = before;
  }
}

/** What a call needs to find its settings, and to ask whether they can be trusted. */
type TrustContext = Pick<Context, 'env' | 'openOutput' | 'openPrompter'>;

interface CallRules {
  /** `--profile` may name a profile that does not exist yet. */
  readonly mayNameNewProfile?: boolean | undefined;
}

/** Sets the action of a command: `work` gets the call and the arguments. A wrong settings file stops any command. */
export function setAction<F, A extends unknown[], C extends TrustContext>(
  context: C,
  command: Command,
  work: (call: Call<F, C>, ...args: A) => Promise<void>,
  { mayNameNewProfile = false }: CallRules = {},
): Command {
  return command.action(async (...given: unknown[]) => {
    const global = readGlobalOptions(command);
    const output = context.openOutput(global);
    const { flagsOf, settingsToTrust, withSettings } = await import('./settings-flags.ts');
    const { readSettings } = await import('../../settings/settings.ts');
    const source = { env: context.env, flags: flagsOf(command) };
    let settings = readSettings(source);
    const untrusted = settings.findUntrusted(settingsToTrust(command));
    if (untrusted !== undefined) {
      const { requireTrust } = await import('../config/require-trust.ts');
      await requireTrust({ context, output, global, settings }, untrusted);
      settings = readSettings(source);
    }
    const flags = (mayNameNewProfile ? command.opts() : withSettings(command, settings)) as F;
    const call = { context, output, global, flags, settings, given: givenFlags(command) };
    try {
      await work(call, ...(given.slice(0, -2) as A));
    } catch (error) {
      if (error instanceof ExamctlError) error.nameStore(targetFlags(call));
      throw error;
    }
  });
}
