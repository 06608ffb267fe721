/** Defines commands with their texts and actions. */
import { Command } from 'commander';
import { upperFirst } from '../../base/text/first-letter.ts';
import type { Context } from '../../context.ts';
import { ExamctlError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';
import { EXCLUSIVE_PAIRS, SETTING_NAMES, type SettingName, settingOf } from '../../settings/table.ts';
import { type Call, readGlobalOptions } from './call.ts';
import { givenFlags, targetFlags } from './words.ts';

/** Examples with their purposes. The help of a command begins with them. */
export type Examples = readonly (readonly [command: string, purpose: string])[];

const examplesByCommand = new WeakMap<Command, Examples>();

export function examplesOf(command: Command): Examples {
  return examplesByCommand.get(command) ?? [];
}

/** The examples of a group: the first one of each of its commands. */
function firstExamples(commands: readonly Command[]): Examples {
  return commands.flatMap((command) => examplesOf(command).slice(0, 1));
}

export function addExamples(command: Command, examples: Examples): Command {
  examplesByCommand.set(command, examples);
  return command;
}

/** A section of flags that have the names and meanings of fields: the help names the flags only. */
export const FIELD_FLAGS = 'For one schedule';

export interface CommandTexts {
  readonly summary: string;
  readonly description: string;
  readonly examples: Examples;
}

/**
 * Declares a command. To declare flags takes time, so where `words`, the command line, do not name the command, it has only
 * its texts. Without words, it is complete.
 */
export type Declare = (context: Context, words?: readonly string[]) => Command;

/** A command that only groups its verbs. */
export function defineGroup(name: string, summary: string, verbs: readonly Declare[]): Declare {
  return (context, words) => {
    const commands = verbs.map((verb) => verb(context, words));
    const group = new Command(name).summary(summary).description(`${upperFirst(summary)}.`);
    for (const command of commands) group.addCommand(command);
    return addExamples(group, firstExamples(commands));
  };
}

/** A command: its texts, what it takes, and its work. */
interface CommandParts<F, A extends unknown[]> extends CommandTexts {
  /** Adds its arguments and flags. */
  readonly takes?: (command: Command) => unknown;
  /** The code of longer work is loaded by it. */
  readonly work: (call: Call<F>, ...args: A) => Promise<void>;
  /** `--profile` may name a profile that does not exist yet. */
  readonly mayNameNewProfile?: boolean;
}

export function defineCommand<F, A extends unknown[]>(
  name: string,
  { takes, work, mayNameNewProfile, summary, description, examples }: CommandParts<F, A>,
): Declare {
  return (context, words = [name]) => {
    const command = addExamples(new Command(name).summary(summary).description(description), examples);
    if (!words.includes(name)) return command;
    takes?.(command);
    return setAction(context, command, work, mayNameNewProfile);
  };
}

/** Sets the action of a command: `work` gets the call and the arguments. A wrong settings file stops any command. */
function setAction<F, A extends unknown[]>(
  context: Context,
  command: Command,
  work: (call: Call<F>, ...args: A) => Promise<void>,
  mayNameNewProfile = false,
): Command {
  return command.action(async (...given: unknown[]) => {
    const global = readGlobalOptions(command);
    const output = context.openOutput(global);
    const { readSettings } = await import('../../settings/settings.ts');
    const source = { env: context.env, flags: flagsOf(command) };
    let settings = readSettings(source);
    const untrusted = settings.findUntrusted(settingsToTrust(command));
    if (untrusted !== undefined) {
      const { requireTrust } = await import('./change-file.ts');
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

/** Settings that decide the target together. `readTargetOptions` reads them. */
const DECIDED_TOGETHER: ReadonlySet<SettingName> = new Set<SettingName>(['profile', ...EXCLUSIVE_PAIRS.flat()]);

/** The settings that the flags of a call give. `--set` is left out: it adds to the defaults and replaces nothing. */
function flagsOf(command: Command): Map<SettingName, unknown> {
  const given = command.optsWithGlobals();
  const entries = SETTING_NAMES.flatMap((name) => {
    const value = name === 'defaults' ? undefined : given[attributeOf(settingOf(name).flag)];
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map(entries);
}

/** The flags of a command, completed by the settings for which it has a flag. */
function withSettings(command: Command, settings: Settings): Record<string, unknown> {
  // Reading it refuses a missing profile, also in a command that uses no setting of the profile.
  void settings.profile;
  const flags: Record<string, unknown> = { ...command.opts() };
  for (const name of SETTING_NAMES) {
    const { flag } = settingOf(name);
    if (!declares(command, name) || DECIDED_TOGETHER.has(name)) continue;
    const value = settings.find(name)?.value;
    if (name === 'defaults') flags[name] = value && new Map(Object.entries(value));
    else if (flag === undefined) flags[name] = value;
    else flags[attributeOf(flag)] ??= value;
  }
  return flags;
}

/** The settings of a command that count only from a trusted file: the target, its profile, and what lets more through. */
function settingsToTrust(command: Command): SettingName[] {
  const names = SETTING_NAMES.filter((name) => settingOf(name).inProject === 'trusted' && declares(command, name));
  return names.length === 0 ? [] : [...names, 'profile'];
}

function declares(command: Command, name: SettingName): boolean {
  const { flag, relatedFlag = flag } = settingOf(name);
  return relatedFlag !== undefined && command.options.some(({ long }) => long === relatedFlag);
}

/** The name of a flag in commander: `dateFormat` for `--date-format`. */
function attributeOf(flag = ''): string {
  return flag.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
