/** The words that completion offers to shells. Other tests run real shells. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES } from '../../src/bulk/kinds/names.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { createSettingsFolder } from '../support/cli/settings-folder.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

type Run = (args: readonly string[]) => Promise<{ readonly stdout: string; readonly stderr: string }>;

/** The offered values, and what the shell itself should offer in addition. */
async function offered(line: string, run: Run = runInProcess) {
  const words = line.split(' ').slice(1);
  const { stdout, stderr } = await run(['__complete', `current=${words.at(-1) ?? ''}`, ...words.slice(0, -1)]);
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  return { values: lines.slice(0, -1).map((text) => text.split('\t')[0] ?? ''), also: lines.at(-1) };
}

const NONE = ':none';

/** A command would wait for 10 s. */
const PATIENCE_MS = 6_000;

describe('completion', () => {
  it.each([
    ['examctl sch', ['schedule', 'schema'], NONE],
    ['examctl schedule ', ['push', 'links'], NONE],
    ['examctl validate ', [...KIND_NAMES], NONE],
    ['examctl validate users ', [], ':files'],
    ['examctl validate users a.csv ', [], ':files'],
    ['examctl schedule push --upsert ', [], ':files'],
    ['examctl schedule push --store ', [], ':folders'],
    ['examctl schedule push --report ', [], ':files'],
    ['examctl runs list --output j', ['json'], NONE],
    ['examctl runs list --output = j', ['json'], NONE],
    ['examctl runs list --output=j', ['--output=json'], NONE],
    ['examctl runs list -o ', ['table', 'json', 'ndjson', 'csv'], NONE],
    ['examctl user sync --timezone Europe/Amst', ['Europe/Amsterdam'], NONE],
    ['examctl user sync --missing ', ['keep', 'disable'], NONE],
    ['examctl user sync --maxi', [], NONE],
    ['examctl user sync --max', ['--max-missing', '--max-changes'], NONE],
    ['examctl config set tok', ['tokenFile', 'tokenCommand'], NONE],
    ['examctl explain user.email.inval', ['user.email.invalid'], NONE],
    ['examctl completion ', ['bash', 'zsh', 'fish', 'pwsh'], NONE],
    ['examctl schedule push -- --up', [], ':files'],
    ['examctl nonsense ', expect.arrayContaining(['schedule', 'runs']), NONE],
  ])('of "%s"', async (line, values, also) => {
    expect(await offered(line)).toEqual({ values, also });
  });

  it('offers the ids of the store, runs and the invigilators of a schedule', async () => {
    const { run, load } = await createWorkspace();
    const [schedule = ''] = (await offered('examctl local schedule archive ', run)).values;
    expect(await offered(`examctl schedule links ${schedule.slice(0, 3)}`, run)).toMatchObject({
      values: expect.arrayContaining([schedule]),
    });
    expect((await offered('examctl schedule push --assessment-ext-id LAW-1', run)).values).toContain('LAW-101');
    expect((await offered('examctl review-session show ', run)).values.length).toBeGreaterThan(0);
    expect((await offered('examctl local show taxonomies ', run)).values).toEqual(['TAX1', 'TAX2', 'TAX3']);
    const people = (await offered(`examctl invigilators remove ${schedule} `, run)).values;
    expect(people.length).toBeGreaterThan(0);
    await load({
      Hierarchies: [{ ExternalId: 'OLD-1', Title: 'Old', ParentExternalId: 'UNIVERSITY', IsActive: false }],
    });
    expect((await offered('examctl schedule push --group-ext-id OLD', run)).values).toEqual([]);
    await run(['invigilators', 'remove', schedule, people[0] ?? '', '--yes']);
    const [first, ...others] = (await offered('examctl runs show ', run)).values;
    expect([first, others]).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z-/), ['latest']]);
  });

  it('offers profiles, and no ids for a remote target', async () => {
    const { store } = await createWorkspace();
    const profiles = { test: { store }, prod: { baseUrl: 'https://exams.example.org' } };
    const settings = await createSettingsFolder({ user: { profiles } });
    expect((await offered('examctl profile use ', settings.run)).values).toEqual(['test', 'prod']);
    const ids = (profile: string) => offered(`examctl schedule links --profile ${profile} `, settings.run);
    expect((await ids('test')).values.length).toBeGreaterThan(0);
    expect((await ids('prod')).values).toEqual([]);
  });

  it('offers nothing and prints no error if the store or the settings cannot be read', async () => {
    const { folder, file, run } = await createWorkspace();
    await file('examctl.config.json', '{');
    const broken: Run = (args) => runInProcess(args, { cwd: folder });
    expect((await offered('examctl schedule links ', broken)).values).toEqual([]);
    const env = { EXAMCTL_STORE: join(folder, 'none') };
    expect((await offered('examctl schedule links ', (args) => run(args, { env }))).values).toEqual([]);
  });
});

it('the script for PowerShell closes its quotes and brackets, also checked without PowerShell', async () => {
  const { stdout } = await runInProcess(['completion', 'pwsh']);
  // Removes texts, in which quotes are doubled or follow a backtick, then comments.
  const withoutTexts = stdout.replaceAll(/'(?:[^']|'')*'|"(?:[^"`]|`.|"")*"/gs, '').replaceAll(/#.*/g, '');
  expect(withoutTexts).not.toMatch(/['"`]/);
  let rest = withoutTexts.replaceAll(/[^()[\]{}]/g, '');
  expect(rest.length).toBeGreaterThan(20);
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/\(\)|\[\]|\{\}/g, '');
  }
  expect(rest).toBe('');
});

it('completion offers nothing from a database that does not answer, and does not wait as long as a command', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { EXAMCTL_STORE: `postgres://app@127.0.0.1:${(server.address() as AddressInfo).port}/exams` };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
  }, PATIENCE_MS);
  expect(await offered('examctl schedule links ', (args) => runInProcess(args, { env }))).toEqual({
    values: [],
    also: NONE,
  });
  expect({ isLate, connections: sockets.length }).toEqual({ isLate: false, connections: 1 });
  clearTimeout(timer);
  for (const socket of sockets) socket.destroy();
  server.close();
});
