/** Report files that cannot be written once the work is done: what was done is told all the same. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { createWorkspace, parseLines } from '../support/cli/workspace.ts';

const REFUSAL = { status: 400, body: '{"Content":null,"Success":false,"Errors":[{"Code":247,"Error":"no"}]}' };

/** A remote that takes two users, or only one of them; the folder for reports goes while it is asked. */
async function setUp({ refuses = false } = {}) {
  const space = await createWorkspace();
  const out = join(space.folder, 'out');
  mkdirSync(out);
  await space.file('users.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\nu-2,Bob,Byron\n');
  const server = await startAnsweringServer(({ ExternalId }) => {
    rmSync(out, { recursive: true, force: true });
    return refuses && ExternalId === 'u-2' ? REFUSAL : {};
  });
  const sync = ['user', 'sync', 'users.csv', '--base-url', server.url];
  const run = (args: readonly string[]) => space.run([...sync, ...args], { env: TOKEN });
  return { space, server, out, run };
}

describe('a report whose folder has gone', () => {
  it('is missed on standard error, after the screen has told what was done', async () => {
    const { run } = await setUp();
    const { code, stdout, stderr } = await run(['--report', 'out/r.json']);
    expect(code).toBe(1);
    expect(stdout).toBe('2 users: 2 accepted.\n');
    expect(stderr).toMatch(/^examctl: There is no folder out to write out\/r\.json into$/m);
  });

  it('is the error in the JSON on standard output', async () => {
    const { run } = await setUp();
    const { code, stdout } = await run(['--report', 'out/r.json', '--json']);
    const report = JSON.parse(stdout) as BulkReport;
    expect(code).toBe(1);
    expect(report).toMatchObject({ exitCode: 1, counts: { sent: 2, succeeded: 2 }, error: { name: 'OutputError' } });
    expect(report.error?.message).toContain('out/r.json');
    expect(report.results).toHaveLength(2);
  });

  it('is the error of the summary among events', async () => {
    const { run } = await setUp();
    const { stdout } = await run(['--report', 'out/r.json', '-o', 'ndjson']);
    const events = parseLines<{ event: string; error?: unknown }>(stdout);
    expect(events.map(({ event }) => event)).toEqual(['result', 'result', 'summary']);
    expect(events.at(-1)).toMatchObject({ exitCode: 1, error: { name: 'OutputError' } });
  });

  it('does not stop the other files, and they mention it', async () => {
    const { run, space } = await setUp();
    const { code, stdout, stderr } = await run([
      '--report',
      'out/a.csv',
      '--report',
      'r.json',
      '--report',
      'out/b.csv',
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('2 users: 2 accepted.');
    expect(stderr).toContain('out/a.csv');
    expect(stderr).toContain('out/b.csv');
    const written = JSON.parse(await readFile(join(space.folder, 'r.json'), 'utf8')) as BulkReport;
    expect(written).toMatchObject({ exitCode: 1, counts: { succeeded: 2 } });
    expect(written.error?.message).toContain('out/a.csv');
  });
});

describe('rejects whose folder has gone', () => {
  it.each([[[]], [['--json']], [['-o', 'csv']]])('keep the exit code of the run, and its report: %j', async (flags) => {
    const { run } = await setUp({ refuses: true });
    const { code, stdout, stderr } = await run(['--rejects', 'out/rejects.csv', ...flags]);
    expect(code).toBe(4);
    expect(stderr).toContain('out/rejects.csv');
    expect(stdout).toContain('users.csv');
    expect(stdout).not.toContain('fix the rows in');
  });
});

describe('a file that can never be written', () => {
  it('is refused before anything is sent, in one message', async () => {
    const { run, server, space } = await setUp();
    symlinkSync('elsewhere', join(space.folder, 'link.json'));
    mkdirSync(join(space.folder, 'folder.csv'));
    const refused = [
      ['--report', 'link.json'],
      ['--report', 'missing/r.json'],
      ['--report', 'r.txt'],
      ['--rejects', 'folder.csv'],
    ] as const;
    for (const [flag, file] of refused) {
      const { code, stdout, stderr } = await run([flag, file]);
      expect(code, file).toBe(2);
      expect(stdout).toBe('');
      expect(stderr.split(file)).toHaveLength(2);
    }
    expect(server.bodies).toEqual([]);
    expect(existsSync(join(space.folder, 'r.txt'))).toBe(false);
    expect(existsSync(join(space.folder, 'elsewhere'))).toBe(false);
  });
});
