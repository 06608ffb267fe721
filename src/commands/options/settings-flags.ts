/** Connects flags with settings: if a flag is not given, the value of its setting takes its place. */
import type { Command } from 'commander';
import type { Settings } from '../../settings/settings.ts';
import { EXCLUSIVE_PAIRS, SETTING_NAMES, type SettingName, settingOf } from '../../settings/table.ts';

/** Settings that decide the target together. `readTargetOptions` reads them. */
const DECIDED_TOGETHER: ReadonlySet<SettingName> = new Set<SettingName>(['profile', ...EXCLUSIVE_PAIRS.flat()]);

/** The settings that the flags of a call give. `--set` is left out: it adds to the defaults and replaces nothing. */
export function flagsOf(command: Command): Map<SettingName, unknown> {
  const given = command.optsWithGlobals();
  const entries = SETTING_NAMES.flatMap((name) => {
    const value = name === 'defaults' ? undefined : given[attributeOf(settingOf(name).flag)];
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map(entries);
}

/** The flags of a command, completed by the settings for which it has a flag. */
export function withSettings(command: Command, settings: Settings): Record<string, unknown> {
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
export function settingsToTrust(command: Command): SettingName[] {
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
