/** Asks before a project's file decides where data goes. */
import { withoutCredentials } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import { canAsk } from '../../output/terminal/prompts.ts';
import type { Settings, UntrustedValue } from '../../settings/settings.ts';
import type { SettingsFile, SettingsFiles } from '../../settings/settings-file.ts';
import { type SettingName, settingOf } from '../../settings/table.ts';
import { trustDigest, trustKey, trustOf, valuesToTrust } from '../../settings/trust.ts';
import type { Writing } from '../options/confirm-profile.ts';
import { changeTrust } from './change-file.ts';

/**
 * Asks at a terminal whether the user trusts the project's file, also with --yes. Throws a UsageError if the answer is no,
 * and where no question is possible.
 */
export async function requireTrust(call: Writing, found: UntrustedValue): Promise<void> {
  const { context, output, global, settings } = call;
  const { project } = settings.files;
  if (project === undefined) return;
  const hasChanged = trustOf(settings.files, project) === 'changed';
  const untrusted = `${project.path} ${hasChanged ? 'has changed since you trusted it' : 'is not trusted'}`;
  if (!canAsk(output, global.mayAsk)) throw notTrusted(untrusted, settings, found);
  const prompter = await context.openPrompter(output);
  output.note([`${untrusted}. It says:`, ...shownValues(settings.files, project)].join('\n'));
  if (!(await prompter.confirm('Trust this file?'))) throw notTrusted(untrusted, settings, found);
  await changeTrust(settings.files, { [trustKey(project)]: trustDigest(project) });
}

function notTrusted(untrusted: string, { files }: Settings, { name, value }: UntrustedValue): UsageError {
  const { flag, env } = settingOf(name);
  const trust = files.paths.user === undefined ? '' : `, or trust the file: examctl config trust`;
  return new UsageError(`${untrusted}, and it says ${shownValue(name, value)}`, {
    hint: `Give ${[flag, env].filter((one) => one !== undefined).join(' or ')}${trust}.`,
  });
}

/** The values of a project's file that need trust, a line each. */
export function shownValues(files: SettingsFiles, file: SettingsFile): string[] {
  return valuesToTrust(files, file).map(({ name, value, profile }) => {
    return `  ${shownValue(name, value)}${profile === undefined ? '' : ` (profile ${profile})`}`;
  });
}

function shownValue(name: SettingName, value: unknown): string {
  return `${name} ${typeof value === 'string' ? withoutCredentials(value) : JSON.stringify(value)}`;
}
