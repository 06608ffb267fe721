/** The pager is a program of the test, which writes its input to a file. */
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const WINDOW = { columns: 80, rows: 10 };

async function prepared() {
  const { folder, store } = await createWorkspace();
  const pager = join(folder, 'pager.sh');
  await writeFile(pager, '#!/bin/sh\n{ echo "$LESS $*"; cat; } > "$(dirname "$0")/paged.txt"\n');
  await chmod(pager, 0o755);
  await symlink(pager, join(folder, 'my pager.sh'));
  const run = (line: string, env: Readonly<Record<string, string>> = {}, terminal?: typeof WINDOW) =>
    runInProcess(line.split(' '), {
      cwd: folder,
      env: { EXAMCTL_STORE: store, PAGER: 'false', EXAMCTL_PAGER: `${pager} -x`, ...env },
      ...(terminal === undefined ? {} : { terminal }),
    });
  const paged = () => readFile(join(folder, 'paged.txt'), 'utf8').catch(() => undefined);
  return { run, paged, pager };
}

describe('a pager', () => {
  it.each([
    '--help',
    'local show users',
    'explain 209 --output table',
    'schema users',
    'review-session show RS-LAW-101-2026',
  ])('gets text that is longer than the window: %s', async (line) => {
    const { run, paged } = await prepared();
    const { code, stdout } = await run(line, {}, { ...WINDOW, rows: 6 });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    const [first, ...text] = (await paged())?.split('\n') ?? [];
    expect(first).toBe('FRX -x');
    expect(text.length).toBeGreaterThan(5);
  });

  it.runIf(process.platform !== 'win32').each([
    [`PAGER -x "-P my prompt"`, 'FRX -x -P my prompt'],
    [`'FOLDER/my pager.sh' -x`, 'FRX -x'],
    [`LESS=R PAGER -x`, 'R -x'],
    [`tr a-z A-Z | PAGER`, 'FRX '],
  ])('may be a command of the shell: %s', async (command, first) => {
    const { run, paged, pager } = await prepared();
    const folder = pager.replace('/pager.sh', '');
    const EXAMCTL_PAGER = command.replace('PAGER', pager).replace('FOLDER', folder);
    expect(await run('local show users', { EXAMCTL_PAGER }, WINDOW)).toMatchObject({ code: 0, stdout: '' });
    expect((await paged())?.split('\n')[0]).toBe(first);
  });

  it('gets all of a help as one text, with the examples above and the documents below', async () => {
    const { run, paged } = await prepared();
    const { stdout } = await run('user sync --help --no-pager', {}, WINDOW);
    expect((await run('user sync --help', {}, WINDOW)).stdout).toBe('');
    expect(await paged()).toBe(`FRX -x\n${stdout}`);
  });

  it.each<[string, string, Record<string, string>, typeof WINDOW | undefined]>([
    ['off a terminal', 'local show users', {}, undefined],
    ['with --no-pager', 'local show users --no-pager', {}, WINDOW],
    ['for the help with --no-pager', '--help --no-pager', {}, WINDOW],
    ['for text that fits the window', 'local show taxonomies', {}, WINDOW],
    ['in CI', 'local show users', { CI: 'true' }, WINDOW],
    ['at a dumb terminal', 'local show users', { TERM: 'dumb' }, WINDOW],
    ['if it is cat', 'local show users', { EXAMCTL_PAGER: 'cat' }, WINDOW],
    ['if it is turned off', 'local show users', { EXAMCTL_PAGER: '' }, WINDOW],
    ['if it does not exist', 'local show users', { EXAMCTL_PAGER: '/nonexistent/pager' }, WINDOW],
    ['if it does not exist for the shell', 'local show users', { EXAMCTL_PAGER: '"/nonexistent/pager"' }, WINDOW],
    ['for NDJSON, which is written while it is read', 'local show users -o ndjson', {}, WINDOW],
  ])('is not used %s: all text goes to standard output', async (_, line, env, terminal) => {
    const { run, paged } = await prepared();
    const { code, stdout } = await run(line, env, terminal);
    expect({ code, paged: await paged() }).toEqual({ code: 0, paged: undefined });
    expect(stdout.split('\n').length).toBeGreaterThan(4);
  });

  it('is the one of PAGER if EXAMCTL_PAGER is not set', async () => {
    const { run, paged, pager } = await prepared();
    const { EXAMCTL_PAGER: _, ...env } = { EXAMCTL_PAGER: '', PAGER: pager };
    const { folder } = await createWorkspace();
    await runInProcess(['schema', 'users'], { cwd: folder, env, terminal: WINDOW });
    expect(await paged()).toContain('"properties"');
    expect((await run('schema users')).stdout).toContain('"properties"');
  });
});
