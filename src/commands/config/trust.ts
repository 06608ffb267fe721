/** Trust in a project's file: given by `config trust`, by an answer at a terminal, and taken back by `config untrust`. */
import path from 'node:path';
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { canAsk } from '../../output/terminal/prompts.ts';
import { findProjectFile, PROJECT_FILE, type SettingsFiles } from '../../settings/find-files.ts';
import type { Settings, UntrustedValue } from '../../settings/settings.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import { type SettingName, settingOf } from '../../settings/table.ts';
import { trustDigest, trustKey, trustOf, valuesToTrust } from '../../settings/trust.ts';
import type { Call } from '../options/call.ts';
import { presentDone } from '../present-result.ts';
import { changeTrust } from './change-file.ts';

export async function trustProject(call: Call, dir: string): Promise<void> {
  const file = requireProjectFile(dir);
  const values = shownValues(call.settings.files, file);
  await changeTrust(call.settings.files, { [trustKey(file)]: trustDigest(file) });
  const what = values.length === 0 ? ['It says nothing that needs trust.'] : values;
  await presentDone(call, 'config trust', { file: file.path }, [`${file.path} is trusted:`, ...what].join('\n'));
}

export async function untrustProject(call: Call, dir: string): Promise<void> {
  const file = requireProjectFile(dir);
  const wasTrusted = trustOf(call.settings.files, file) !== 'unknown';
  if (wasTrusted) await changeTrust(call.settings.files, { [trustKey(file)]: undefined });
  const text = `${file.path} is ${wasTrusted ? 'no longer' : 'not'} trusted.`;
  await presentDone(call, 'config untrust', { file: file.path, removed: wasTrusted }, text);
}

/**
 * Asks at a terminal whether the user trusts the project's file, also with --yes. Throws a UsageError if the answer is no,
 * and where no question is possible.
 */
export async function requireTrust(
  call: Pick<Call<unknown, Pick<Context, 'openPrompter'>>, 'context' | 'output' | 'global' | 'settings'>,
  found: UntrustedValue,
): Promise<void> {
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

function shownValues(files: SettingsFiles, file: SettingsFile): string[] {
  return valuesToTrust(files, file).map(({ name, value, profile }) => {
    return `  ${shownValue(name, value)}${profile === undefined ? '' : ` (profile ${profile})`}`;
  });
}

function shownValue(name: SettingName, value: unknown): string {
  return `${name} ${typeof value === 'string' ? withoutCredentials(value) : JSON.stringify(value)}`;
}

function requireProjectFile(dir: string): SettingsFile {
  const file = findProjectFile(path.resolve(dir));
  if (file !== undefined) return file;
  throw new UsageError(`There is no ${PROJECT_FILE} in ${path.resolve(dir)} or above it`);
}
