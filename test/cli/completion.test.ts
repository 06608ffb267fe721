/** The words that completion offers to shells. Other tests run real shells. */
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

  it('offers runs, profiles of the settings, and no ids of a platform', async () => {
    const { run, store, file } = await createWorkspace();
    const profiles = { test: { store }, prod: { baseUrl: 'https://exams.example.org' } };
    const settings = await createSettingsFolder({ user: { profiles } });
    for (const line of ['examctl profile use ', 'examctl user sync --profile ', 'examctl user sync --confirm ']) {
      expect((await offered(line, settings.run)).values).toEqual(['test', 'prod']);
    }
    await file('u.csv', 'ExternalId,FirstName,LastName,Role\nu-900,Ada,Ford,Candidate\n');
    expect((await run(['user', 'sync', 'u.csv'])).code).toBe(0);
    const [first, ...others] = (await offered('examctl runs show ', run)).values;
    expect([first, others]).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z-/), ['latest']]);
    expect(await offered('examctl schedule links ', run)).toEqual({ values: [], also: NONE });
  });

  it('offers nothing and prints no error if the settings cannot be read', async () => {
    const { folder, file } = await createWorkspace();
    await file('examctl.config.json', '{');
    const broken: Run = (args) => runInProcess(args, { cwd: folder });
    expect((await offered('examctl profile use ', broken)).values).toEqual([]);
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
