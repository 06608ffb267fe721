/** Files that a person may have filled in are not replaced without a question, and earlier backups not without a word. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { scriptedPrompter } from '../support/cli/scripted-prompter.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

describe.each([
  ['local backup', ['local', 'backup', 'out.ndjson']],
  ['local export', ['local', 'export', 'out.ndjson']],
  ['template', ['template', 'users', '--out', 'out.csv']],
])('%s', (_, args) => {
  const name = args.find((word) => word.startsWith('out.')) ?? '';
  const question = `Replace ${name}?`;

  it('leaves a file that is there as it is where nobody can be asked', async () => {
    const { run, file } = await createWorkspace();
    const path = await file(name, 'filled in');
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `examctl: ${name} is there already; nothing was written\n  Name another file, or add --yes to replace it.\n`,
    );
    expect(await readFile(path, 'utf8')).toBe('filled in');
  });

  it('replaces no file of the store or of the settings, not even with --yes', async () => {
    const { run, file, folder } = await createWorkspace();
    await file('examctl.config.json', '{"timezone":"UTC"}');
    // A template cannot have the name of the store's file: it is refused by its ending.
    const files = ['examctl.config.json', ...(args[0] === 'template' ? [] : ['store/store.ndjson'])];
    for (const own of files) {
      const before = await readFile(join(folder, own), 'utf8');
      const format = args[0] === 'template' ? ['--format', 'json'] : [];
      const words = args.map((word) => (word === name ? own : word));
      const { code, stderr } = await run([...words, ...format, '--yes']);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${own} belongs to the store or`) });
      expect(await readFile(join(folder, own), 'utf8')).toBe(before);
    }
  });

  it('replaces it with --yes', async () => {
    const { run, file } = await createWorkspace();
    const path = await file(name, 'filled in');
    expect((await run([...args, '--yes'])).code).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain('filled in');
  });

  it.each([
    [true, 0],
    [false, 130],
  ])('asks at a terminal; %s ends with %i', async (answer, code) => {
    const { folder, store, file } = await createWorkspace();
    const path = await file(name, 'filled in');
    const { openPrompter, asked } = scriptedPrompter([[question, answer]]);
    const options = { cwd: folder, env: { EXAMCTL_STORE: store }, openPrompter, terminal: { columns: 100 } };
    expect((await runInProcess(args, options)).code).toBe(code);
    expect(asked).toEqual([question]);
    expect((await readFile(path, 'utf8')) === 'filled in').toBe(!answer);
  });
});

it.each(['backup', 'export'])(
  'local %s replaces an earlier file of its own, as a job does each night, and says so',
  async (verb) => {
    const { run, file } = await createWorkspace();
    const path = await file('out.ndjson', '');
    expect((await run(['local', verb, 'out.ndjson', '--yes'])).code).toBe(0);
    const first = await readFile(path, 'utf8');
    const { code, stderr } = await run(['local', verb, 'out.ndjson']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Replaced out.ndjson.') });
    expect(await readFile(path, 'utf8')).toBe(first);
  },
);

it('local backup makes no file with the name -', async () => {
  const { run } = await createWorkspace();
  const { code, stderr, stdout } = await run(['local', 'backup', '-']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('local backup writes to a file, not to standard output');
});
