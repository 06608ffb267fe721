/** `profile list` and `profile use`: list the profiles, and choose the default one. */
import type { Command } from 'commander';
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Context } from '../../context.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { presentDone, presentRows } from '../present-result.ts';

export const PROFILE_COMMANDS = [listCommand, useCommand] as const;

const COLUMNS = ['profile', 'active', 'protected', 'target', 'files'] as const;

function listCommand(context: Context): Command {
  const command = createCommand('list', {
    summary: 'show the profiles',
    description: 'Shows the profiles of the files of the project and of the user, and which of them is active.',
    examples: [['examctl profile list', 'where each of them sends, and which one is protected']],
  });
  return setAction(context, command, async (call: Call) => {
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
    await presentRows(call, COLUMNS, rows);
  });
}

function useCommand(context: Context): Command {
  const command = createCommand('use', {
    summary: 'choose the profile that counts without a flag',
    description:
      'Writes the name of a profile to the file of the user. EXAMCTL_PROFILE and --profile come before it, and so does a profile that the file of the project chooses. An empty name chooses none.',
    examples: [
      ['examctl profile use test', 'from now on, until another one is chosen'],
      ['examctl profile use ""', 'none'],
    ],
  }).argument('<name>', 'name of the profile');
  const rules = { mayNameNewProfile: true };
  return setAction(context, command, useOne, rules);
}

async function useOne(call: Call, name: string): Promise<void> {
  const { files } = call.settings;
  const { changeSetting } = await import('./change-file.ts');
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
