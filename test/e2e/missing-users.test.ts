/** `user sync --missing disable` turns off logins of those whom the file surely does not have, and of nobody else. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const HEADER = 'ExternalId,FirstName,LastName,Email\n';
const MISSING = ['--missing', 'disable', '--yes'];

interface StoredUser {
  readonly ExternalId: string;
  readonly DisableLogin?: boolean;
}

async function disabled({ entries }: Workspace): Promise<string[]> {
  const users = await entries<StoredUser>('users');
  return users.filter(({ DisableLogin }) => DisableLogin === true).map(({ ExternalId }) => ExternalId);
}

it('errors that stop the whole list come before the doubt about who is missing, in a dry run as in the run', async () => {
  const space = await createWorkspace();
  const swallowed = `${HEADER}s-1,A,B,"s1@example.org\ns-2,C,D,s2@example.org\ns-3,E,F,s3@example.org"\n`;
  const runs = [swallowed, 'ExternalId,Email\n'].flatMap((list) => [[list, '-n'] as const, [list] as const]);
  for (const [list, ...flags] of runs) {
    await space.file('u.csv', list);
    const { code, stderr } = await space.run(['user', 'sync', 'u.csv', '--skip-invalid', ...MISSING, ...flags]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.not.stringContaining('it is not known which users') });
  }
});

it('a run that --strict stops has planned as much as its dry run', async () => {
  const space = await createWorkspace();
  await space.file('u.csv', `${HEADER}s-1,A,B,s1@example.org\nu-1,Ada,Other,u1@example.org\n`);
  const counts = [];
  for (const flags of [['-n'], []]) {
    const all = ['--max-missing', '100%', '--strict'];
    const { code, report } = await space.json(['user', 'sync', 'u.csv', ...MISSING, ...all, ...flags]);
    expect(code).toBe(3);
    counts.push(report.counts);
  }
  const [rehearsed, run] = counts;
  expect(run).toEqual(rehearsed);
  expect(run?.disabled).toBeGreaterThan(0);
  expect(run?.update).toBeGreaterThan(run?.disabled ?? 0);
});

describe('a list of rejects', () => {
  it.each(['csv', 'ndjson'])('in %s is refused, since other users would count as missing', async (ending) => {
    const space = await createWorkspace();
    const bad = { ExternalId: 's-2', FirstName: 'A', LastName: 'B', Email: 'bad' };
    const users = [{ ...bad, ExternalId: 's-1', Email: 's1@example.org' }, bad];
    const rows = users.map((user) => `${Object.values(user).join()}\n`).join('');
    await space.file(
      `u.${ending}`,
      ending === 'csv' ? HEADER + rows : users.map((user) => JSON.stringify(user)).join('\n'),
    );
    const first = await space.run([
      'user',
      'sync',
      `u.${ending}`,
      '--skip-invalid',
      '--rejects',
      `fix.${ending}`,
      ...MISSING,
    ]);
    expect(first.code).toBe(4);
    expect(first.stdout).toContain(`fix the rows that fix.${ending} lists, in the file itself`);
    const before = await disabled(space);
    const fixed = (await readFile(join(space.folder, `fix.${ending}`), 'utf8')).replace(/\bbad\b/, 's2@example.org');
    const { code, stderr } = await space.run(['user', 'sync', await space.file(`fix.${ending}`, fixed), ...MISSING]);
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('the file is one of rejects') });
    expect(await disabled(space)).toEqual(before);
  });
});

describe('a row that may stand for anybody', () => {
  it.each([
    ['with white space around its id', 'u-2 ,A,B,b@example.org'],
    ['without an id', ',A,B,b@example.org'],
    ['with too many cells', 'u-2,A,B,b@example.org,x'],
  ])('%s stops the run, since it is unknown who is missing', async (_, row) => {
    const space = await createWorkspace();
    await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\n${row}\n`);
    const { code, report } = await space.json(['user', 'sync', 'u.csv', '--skip-invalid', ...MISSING]);
    expect({ code, name: report.error?.name }).toEqual({ code: 8, name: 'GuardError' });
    expect(report.error?.message).toContain('1 row is wrong, so it is not known which users the file has');
    expect(await disabled(space)).toEqual([]);
    const rehearsed = await space.json(['user', 'sync', 'u.csv', '-n', ...MISSING]);
    expect(rehearsed).toMatchObject({ code: 3, report: { counts: { disabled: 0 } } });
  });

  it('is not one whose other cells are wrong: who it is, is known', async () => {
    const space = await createWorkspace();
    await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\nu-2,A,B,bad\n`);
    const { code } = await space.run(['user', 'sync', 'u.csv', '--skip-invalid', ...MISSING]);
    expect(code).toBe(4);
    expect(await disabled(space)).not.toContain('u-2');
    expect(await disabled(space)).not.toContain('u-1');
  });
});

describe('a run that was cut short', () => {
  async function cutAfter(space: Workspace, type: string): Promise<string> {
    await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\n`);
    const { report } = await space.json(['user', 'sync', 'u.csv', ...MISSING]);
    const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const end = lines.findIndex((line) => line.startsWith(`{"type":"${type}"`));
    await writeFile(
      path,
      lines
        .slice(0, end + 1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await space.file('new.csv', `${HEADER}new-1,A,B,new@example.org\n`);
    // A newer run whose record is there would protect the new user.
    await space.run(['user', 'sync', 'new.csv'], { env: { EXAMCTL_RUNS: join(space.folder, 'other-runs') } });
    return String(report.run);
  }

  it('continues with its own users, and with none who came later', async () => {
    const space = await createWorkspace();
    const run = await cutAfter(space, 'sealed');
    const before = await disabled(space);
    expect((await space.run(['runs', 'resume', run, '--no-input'])).code).toBe(0);
    expect(await disabled(space)).toEqual(before);
  });

  it('continues with them if the record is of a version that gave them a line', async () => {
    const space = await createWorkspace();
    const run = await cutAfter(space, 'sealed');
    const path = join(space.folder, '.examctl/runs', `${run}.ndjson`);
    const now = await readFile(path, 'utf8');
    const then = now.replaceAll('"file":"not in the file","line":0', '"file":"not in the file","line":1');
    expect(then).not.toBe(now);
    await writeFile(path, then);
    const { code, report } = await space.json(['runs', 'resume', run, '--no-input']);
    expect({ code, invalid: report.counts.invalid }).toEqual({ code: 0, invalid: 0 });
    const shown = JSON.parse((await space.run(['runs', 'show', run, '--json'])).stdout);
    expect(shown).toMatchObject({ state: 'done', open: 0 });
  });

  it('is not resumed with --force: who is missing from a changed file, nobody was asked about', async () => {
    const space = await createWorkspace();
    const run = await cutAfter(space, 'sealed');
    const before = await disabled(space);
    await space.file('u.csv', `${HEADER}u-2,Ada,B,u2@example.org\n`);
    const { code, stderr } = await space.run(['runs', 'resume', run, '--force', '--yes']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--force is refused') });
    expect(await disabled(space)).toEqual(before);
  });

  it('before it knew whom it was about asks again', async () => {
    const space = await createWorkspace();
    const run = await cutAfter(space, 'run');
    const { code, stderr } = await space.run(['runs', 'resume', run, '--no-input']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--yes is missing') });
    expect(await disabled(space)).not.toContain('new-1');
    expect((await space.run(['runs', 'resume', run, '--yes'])).code).toBe(0);
    expect(await disabled(space)).toContain('new-1');
  });
});

it('a login that stays is named by its user alone, since no line has it', async () => {
  const space = await createWorkspace();
  await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\n`);
  const args = ['user', 'sync', 'u.csv', '-n', '--max-missing', '100%', ...MISSING];
  const [, key = ''] =
    /^warning {2}not in the file, DisableLogin of (\S+): The login of /m.exec((await space.run(args)).stdout) ?? [];
  expect(key).not.toBe('');
  expect((await space.run([...args, '-o', 'csv'])).stdout).toContain(
    `warning,not in the file,,1,,DisableLogin,${key},`,
  );
});
