/** What is typed or pasted at a terminal as a file is never the answer to a question, and no answer is lost to a wrong target. */
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { scriptedPrompter } from '../support/cli/scripted-prompter.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName\nu-9,Ada,Byron\n';
const UNKNOWN_COLUMN = 'Nr,FirstName,LastName\nu-9,Ada,Byron\n';
const REMOVALS = 'ScheduleExtId,UserExtId\nS-1,u-1\n';
const PROTECTED = '{"profiles":{"prod":{"protected":true}}}';

/** Runs a command line at a terminal where nobody answers a question. */
async function runAtTerminal({ folder, store }: Workspace, args: readonly string[], input = '') {
  const { openPrompter, asked } = scriptedPrompter([]);
  const options = { cwd: folder, env: { EXAMCTL_STORE: store }, input, terminal: { columns: 120 } };
  return { ...(await runInProcess(args, { ...options, openPrompter })), asked };
}

describe('after an input that is typed at a terminal', () => {
  it.each<[readonly string[], string, string, boolean]>([
    [['user', 'sync', '-', '--missing', 'disable'], USERS, 'Add --yes', false],
    [['user', 'sync', '-', '--profile', 'prod'], USERS, 'Add --confirm prod', false],
    [['user', 'sync', '-', '--base-url', 'http://127.0.0.1:9'], USERS, 'Set EXAMCTL_TOKEN', false],
    [['invigilators', 'remove', '--file', '-'], REMOVALS, '--yes', false],
    [['local', 'load', '-', '--profile', 'prod'], '{}', 'Add --confirm prod', false],
    [['local', 'import', '-', '--profile', 'prod'], '{}', 'Add --confirm prod', false],
    [['local', 'restore', '-', '--store', 'new', '--profile', 'prod'], '{}', 'Add --confirm prod', false],
    [['user', 'sync', '-'], UNKNOWN_COLUMN, '--map ', true],
    [['validate', 'users', '-'], UNKNOWN_COLUMN, '--map ', true],
  ])('%j asks nothing, and says what answers the question', async (args, input, says, isRead) => {
    const space = await createWorkspace();
    await space.file('examctl.config.json', PROTECTED);
    const { code, stderr, stdout, asked } = await runAtTerminal(space, args, input);
    expect(asked).toEqual([]);
    expect({ code, text: stderr + stdout }).toEqual({ code: isRead ? 3 : 2, text: expect.stringContaining(says) });
    expect(stderr.includes('Reading from the terminal')).toBe(isRead);
  });

  it.each([['load'], ['import']])('says that local %s waits for it', async (name) => {
    const space = await createWorkspace();
    const { stderr } = await runAtTerminal(space, ['local', name, '-'], '{}');
    expect(stderr).toContain('Reading from the terminal; end with Ctrl-D.');
  });
});

describe('before a file is read', () => {
  it.each<[readonly string[], string]>([
    [['--store', 'nowhere'], 'There is no store in nowhere'],
    [['--base-url', 'http://example.org'], 'https'],
    [['--base-url', 'http://127.0.0.1:9', '--token-file', 'nowhere'], 'The token file nowhere cannot be read'],
    [['--base-url', 'http://127.0.0.1:9', '--token-file', 'token', '--ca-file', 'nowhere'], 'nowhere'],
    [['--confirm', 'nowhere'], '--confirm names "nowhere"'],
  ])('%j is refused', async (flags, says) => {
    const space = await createWorkspace();
    await space.file('users.csv', UNKNOWN_COLUMN);
    await space.file('token', 'x'.repeat(40));
    const { code, stderr, asked } = await runAtTerminal(space, ['user', 'sync', 'users.csv', ...flags]);
    expect(asked).toEqual([]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) });
  });

  it('a missing store is told also where people are named as arguments', async () => {
    const space = await createWorkspace();
    const { code, asked } = await runAtTerminal(space, ['invigilators', 'remove', 'S-1', 'u-1', '--store', 'nowhere']);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });
});
