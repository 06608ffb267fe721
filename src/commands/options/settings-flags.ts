/** Flags that say the same as a setting: a setting that no flag overrides takes the place of its flag. */
import type { Command } from 'commander';
import type { Settings } from '../../settings/settings.ts';
import { EXCLUSIVE_PAIRS, SETTING_NAMES, type SettingName, settingOf } from '../../settings/table.ts';

/** Where a command sends is decided by several settings together: `readTargetOptions` asks for them. */
const DECIDED_TOGETHER: ReadonlySet<SettingName> = new Set<SettingName>(['profile', ...EXCLUSIVE_PAIRS.flat()]);

/** What the flags of a call say of the settings. `--set` adds to the defaults of a file, and is no level of its own. */
export function flagsOf(command: Command): Map<SettingName, unknown> {
  const given = command.optsWithGlobals();
  const said = SETTING_NAMES.flatMap((name) => {
    const value = name === 'defaults' ? undefined : given[attributeOf(settingOf(name).flag)];
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map(said);
}

/** The flags of a command, with the settings that it has a flag for. */
export function withSettings(command: Command, settings: Settings): Record<string, unknown> {
  // A profile that is not there is refused, also by a command that reads nothing of it.
  void settings.profile;
  const flags: Record<string, unknown> = { ...command.opts() };
  for (const name of SETTING_NAMES) {
    const { flag, relatedFlag = flag } = settingOf(name);
    const isDeclared = relatedFlag !== undefined && command.options.some(({ long }) => long === relatedFlag);
    if (!isDeclared || DECIDED_TOGETHER.has(name)) continue;
    const value = settings.find(name)?.value;
    if (name === 'defaults') flags[name] = value && new Map(Object.entries(value));
    else if (flag === undefined) flags[name] = value;
    else flags[attributeOf(flag)] ??= value;
  }
  return flags;
}

/** As commander names it: `mapFile` for `--map-file`. */
function attributeOf(flag = ''): string {
  return flag.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
