import { describe, expect, it } from 'vitest';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const ADD = ['collection', 'add'];

describe('collection add', () => {
  it('takes one collection from flags, with titles of taxonomies and repositories', async () => {
    const { json, entries } = await createWorkspace();
    const flags = ['--title', 'Contract law', '--external-id', 'CL1', '--owner', 'scheduler.one'];
    const lists = ['--taxonomy', 'TAX1=Bloom', '--taxonomy', 'TAX2', '--repository', 'LO1=Law: learning objectives'];
    const { code, report } = await json([...ADD, ...flags, ...lists]);
    expect(code).toBe(0);
    expect(report.results).toEqual([
      {
        key: 'CL1',
        name: 'Contract law',
        file: 'command line',
        line: 1,
        action: 'create',
        outcome: 'succeeded',
        attempts: 1,
        errors: [],
      },
    ]);
    expect(await entries('collections')).toEqual([
      {
        ExternalId: 'CL1',
        Title: 'Contract law',
        Owner: 'scheduler.one',
        Taxonomies: [{ ExternalId: 'TAX1', Title: 'Bloom' }, expect.objectContaining({ ExternalId: 'TAX2' })],
        ObjectiveRepositories: [{ ExternalId: 'LO1', Title: 'Law: learning objectives' }],
      },
    ]);
  });

  it('takes several from a file, makes ids where there are none, and refuses a used one with 810', async () => {
    const name = 'collections.csv';
    const content = csv([
      { ExternalId: 'C1', Title: 'One', Taxonomies: 'TAX1=Bloom|TAX2', ObjectiveRepositories: 'LO1' },
      { ExternalId: '', Title: 'Two', Taxonomies: '', ObjectiveRepositories: '' },
    ]);
    const { file, json, entries, store } = await createWorkspace();
    await file(name, content);
    const first = await json([...ADD, name]);
    expect({ code: first.code, counts: first.report.counts }).toMatchObject({ code: 0, counts: { succeeded: 2 } });
    const stored = await entries<{ ExternalId: string; Title: string; Taxonomies: { ExternalId: string }[] }>(
      'collections',
    );
    expect(stored.map(({ Title }) => Title).sort()).toEqual(['One', 'Two']);
    const [one, two] = ['One', 'Two'].map((title) => stored.find(({ Title }) => Title === title));
    expect(one).toMatchObject({ ExternalId: 'C1', ObjectiveRepositories: [{ ExternalId: 'LO1' }] });
    expect(one?.Taxonomies.map(({ ExternalId }) => ExternalId)).toEqual(['TAX1', 'TAX2']);
    expect(two?.ExternalId).toMatch(/^[a-z\d]{8,64}$/i);

    const again = await json([...ADD, name]);
    expect({ code: again.code, findings: again.report.findings }).toEqual({ code: 0, findings: [] });
    expect(again.report.counts).toMatchObject({ unchanged: 2, create: 0, sent: 0, succeeded: 2 });
    expect(await entries('collections')).toEqual(stored);

    await file('again.csv', csv([{ ExternalId: 'C1', Title: 'One' }]));
    const before = await digestsOf(store);
    const second = await json([...ADD, 'again.csv']);
    expect((await json([...ADD, 'again.csv', '-n'])).code).toBe(4);
    expect(second.code).toBe(4);
    expect(second.report.findings.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'ExternalId', 810],
    ]);
    expect(await digestsOf(store)).toEqual(before);
  });

  it.each([
    [['--title', 'x'.repeat(100)], 3, 805, '--title'],
    [['--title', 'T', '--owner', 'nobody'], 4, 806, '--owner'],
    [['--title', 'T', '--taxonomy', 'NONE'], 4, 900, '--taxonomy'],
    [['--title', 'T', '--repository', 'NONE'], 4, 1000, '--repository'],
  ])('of %j ends with %i and names code %i at %s', async (flags, exitCode, number, flag) => {
    const { json, store } = await createWorkspace();
    const before = await digestsOf(store);
    const { code, report } = await json([...ADD, ...flags]);
    expect({ code, found: report.findings.map((finding) => [finding.code, finding.column]) }).toEqual({
      code: exitCode,
      found: [[number, flag]],
    });
    expect(await digestsOf(store)).toEqual(before);
  });

  it('makes one of flags once, even if the settings name another owner by then', async () => {
    const { json, entries, load } = await createWorkspace();
    const flags = [...ADD, '--title', 'Contract law', '--taxonomy', 'TAX1=Bloom'];
    expect((await json(flags)).report.results).toMatchObject([
      { action: 'create', key: expect.stringMatching(/^auto/) },
    ]);
    await load({ Settings: { Owner: 'scheduler.two' } });
    const { code, report } = await json(flags);
    expect({ code, results: report.results }).toMatchObject({
      code: 0,
      results: [{ action: 'unchanged', attempts: 0 }],
    });
    expect(await entries('collections')).toMatchObject([{ Title: 'Contract law', Owner: 'scheduler.one' }]);
  });

  it('finds a collection unchanged, whatever the order of its taxonomies and repositories', async () => {
    const { json, entries } = await createWorkspace();
    const flags = (lists: readonly string[]) => [...ADD, '--title', 'One', '--external-id', 'C1', ...lists];
    const lists = ['--taxonomy', 'TAX1', '--taxonomy', 'TAX2=Miller', '--repository', 'LO1', '--repository', 'LO2'];
    const others = ['--repository', 'LO2', '--repository', 'LO1', '--taxonomy', 'TAX2=Miller', '--taxonomy', 'TAX1'];
    expect((await json(flags(lists))).report.counts).toMatchObject({ create: 1 });
    const stored = await entries('collections');
    expect(await json(flags(others))).toMatchObject({ code: 0, report: { counts: { unchanged: 1, sent: 0 } } });
    expect(await json(flags(others.slice(2)))).toMatchObject({ code: 4 });
    expect(await entries('collections')).toEqual(stored);
  });

  it('refuses the same collection twice in one file', async () => {
    const { json, file } = await createWorkspace();
    const { code, report } = await json([...ADD, await file('c.csv', csv([{ Title: 'One' }, { Title: 'One' }]))]);
    expect(code).toBe(3);
    expect(report.findings).toMatchObject([
      { line: 3, rule: 'collection.external-id.repeated', message: 'ExternalId is the same as in line 2' },
    ]);
    expect(report.findings[0]?.suggestion).toContain('ExternalId of its own');
  });

  it('takes a file or flags, not both', async () => {
    const { file, run } = await createWorkspace();
    await file('c.csv', csv([{ Title: 'One' }]));
    const { code, stderr } = await run([...ADD, 'c.csv', '--title', 'Two']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('either a file or the flags') });
  });
});

it.each([
  ['JSON', 'list.json', JSON.stringify({ ExternalId: 'x1', Title: 'x', LoRepositoryExternalIds: ['LO1', 'NONE'] })],
  ['CSV', 'list.csv', 'ExternalId,Title,LoRepositoryExternalIds\nx1,x,LO1|NONE\n'],
  ['CSV', 'list.csv', 'ExternalId,Title,ObjectiveRepositories,LoRepositoryExternalIds\nx1,x,,LO1|NONE\n'],
])('a refused repository is reported under the name that the file has for it, in %s', async (form, name, content) => {
  const { json, file } = await createWorkspace();
  const { report } = await json(['collection', 'add', await file(name, content), '--dry-run']);
  const column = form === 'CSV' ? 'LoRepositoryExternalIds' : null;
  expect(report.findings).toMatchObject([{ code: 1000, field: 'LoRepositoryExternalIds[1]', column }]);
});
