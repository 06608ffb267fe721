/** Shows effective settings and profiles with their origins, and changes them. */
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { FoundValue, Settings } from '../../settings/settings.ts';
import { SETTING_NAMES, type SettingName } from '../../settings/table.ts';
import type { Call } from '../options/call.ts';
import { changeSetting, requireSettingName } from '../options/change-file.ts';
import { presentDone, presentObject, presentRows } from '../options/present-result.ts';

export async function listSettings(call: Call): Promise<void> {
  const rows = SETTING_NAMES.map((name) => rowOf(call.settings, name));
  await presentRows(call, ['setting', 'value', 'origin'], rows);
}

export async function showSetting(call: Call, key: string): Promise<void> {
  const row = rowOf(call.settings, requireSettingName(key));
  const text = typeof row.value === 'object' && row.value !== null ? JSON.stringify(row.value) : row.value;
  await presentObject(call, row, row.value === null ? '' : `${text}\n`);
}

export async function setSetting(call: Call<{ user?: true }>, key: string, value: string): Promise<void> {
  const level = call.flags.user ? 'user' : 'project';
  const { done, text } = await changeSetting(call.settings.files, { key, value, level, profile: call.global.profile });
  await presentDone(call, 'config set', done, text);
}

/** The store is shown even if a base URL excludes it for other commands: some commands always need a store. */
function rowOf(settings: Settings, name: SettingName) {
  const found = name === 'store' ? settings.findEvenIfExcluded(name) : settings.find(name);
  const origin = found?.isTrusted === false ? `${found.origin}, not trusted` : found?.origin;
  return { setting: name, value: shownValue(name, found), origin: origin ?? null };
}

/** Hides passwords, which an address may contain, and the words of a command after the first. */
function shownValue(name: SettingName, found: FoundValue | undefined): unknown {
  if (found === undefined) return null;
  const { value } = found;
  if (name === 'tokenCommand') return [...(value as readonly string[]).slice(0, 1), '…'];
  return typeof value === 'string' ? withoutCredentials(value) : value;
}

export async function listProfiles(call: Call): Promise<void> {
  const { files, profile } = call.settings;
  const all = [files.project, files.user].filter((file) => file !== undefined);
  const names = new Set(all.flatMap(({ profiles }) => [...profiles.keys()]));
  const rows = [...names].map((name) => {
    const having = all.filter(({ profiles }) => profiles.has(name));
    const values = having.flatMap(({ profiles }) => profiles.get(name) ?? []);
    const first = values.find((own) => own.has('baseUrl') || own.has('store'));
    const target = first?.get('baseUrl') ?? first?.get('store');
    return {
      profile: name,
      active: name === profile?.name,
      protected: values.some((own) => own.get('protected') === true),
      target: target === undefined ? null : withoutCredentials(String(target)),
      files: having.map(({ path }) => path).join(', '),
    };
  });
  await presentRows(call, ['profile', 'active', 'protected', 'target', 'files'], rows);
}

export async function useProfile(call: Call, name: string): Promise<void> {
  const { files } = call.settings;
  const { done, text } = await changeSetting(files, { key: 'profile', value: name, level: 'user' });
  const other = files.project?.top.get('profile');
  if (other !== undefined && other !== name)
    call.output.warn(`${files.project?.path} chooses ${other}, which comes first here.`);
  if (name !== '' && !files.user?.profiles.has(name)) {
    const remedy = 'Put it into the file of the user, or choose none: examctl profile use ""';
    call.output.warn(`Only ${files.project?.path} has ${name}: elsewhere, commands are refused. ${remedy}`);
  }
  await presentDone(call, 'profile use', { ...done, profile: name }, text);
}
