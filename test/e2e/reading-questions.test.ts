/** Questions about how a file is read: asked once at a terminal, kept with the run, and asked by nobody who resumes it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { type InProcessOptions, runInProcess } from '../support/cli/in-process.ts';
import { type Reply, scriptedPrompter } from '../support/cli/scripted-prompter.ts';
import { candidate, csv, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';
import { makeWorkbook, textRow } from '../support/xlsx/workbook.ts';

type Space = Pick<Workspace<InProcessOptions>, 'folder' | 'run'>;

/** A call at a terminal, with the answers to its questions. */
async function atTerminal({ folder, run }: Space, args: readonly string[], replies: readonly Reply[] = []) {
  const script = scriptedPrompter(replies);
  const {
    code,
    stderr: text,
    stdout: out,
  } = await run(args, {
    cwd: folder,
    openPrompter: script.openPrompter,
    terminal: { columns: 200 },
  });
  expect(script.left(), text).toEqual([]);
  return { code, text, out, asked: script.asked, choices: [...script.choices.values()] };
}

const PUSH = ['schedule', 'push'] as const;
const refused = { ScheduleExtId: 'S-2', AssessmentExtId: 'NOWHERE' };

/** A run of which one record fails, so that it can be retried: then nothing is asked. */
async function pushAndRetry(name: string, content: string | Buffer, replies: readonly Reply[]) {
  const space = await createWorkspace(runInProcess);
  await space.file(name, content);
  const pushed = await atTerminal(space, [...PUSH, name], replies);
  expect(pushed.code, pushed.text).toBe(4);
  const retried = await atTerminal(space, ['runs', 'retry', 'latest']);
  expect(retried.code, retried.text).toBe(4);
  return { ...space, ...pushed };
}

it('the chosen sheet is kept with the run', async () => {
  const rows = [row(), row(2, refused)];
  const sheet = [Object.keys(rows[0] ?? {}), ...rows.map((one) => Object.values(one))];
  const rowsXml = sheet.map((cells, at) => textRow(at + 1, cells)).join('');
  const book = makeWorkbook({
    sheets: [
      { name: 'Last year', rows: rowsXml },
      { name: 'Sittings', rows: rowsXml },
    ],
  });
  await pushAndRetry('b.xlsx', book, [['Which sheet of b.xlsx?', 'Sittings']]);
});

it('the chosen encoding is kept with the run, and no character is wrong', async () => {
  const list = csv([row(1, { FirstName: 'Renée', LastName: 'Müller' }), row(2, refused)]);
  const { choices, entries } = await pushAndRetry('s.csv', iconv.encode(list, 'windows-1252'), [
    ['s.csv is no UTF-8. Which names are right?', 'windows-1252'],
  ]);
  expect(choices[0]?.[0]).toEqual({ value: 'windows-1252', title: 'Renée, Müller' });
  const users = await entries<{ FirstName: string; LastName: string }>('users');
  expect(users.some(({ FirstName, LastName }) => FirstName === 'Renée' && LastName === 'Müller')).toBe(true);
});

it('columns are asked about, and the answers kept with the run and saved', async () => {
  const list = csv([row(1, { Extra: 'x' }), row(2, { ...refused, Extra: 'x' })]);
  const renamed = list.replace('FirstName', 'Given').replace('LastName', 'Lastname2');
  const { folder, choices, text } = await pushAndRetry('s.csv', renamed, [
    ['Which field does the column "Given" hold?', 'FirstName'],
    ['Which field does the column "Lastname2" hold?', 'LastName'],
    ['Which field does the column "Extra" hold?', '-'],
    ['Save these answers for the next time?', true],
    ['File:', 'map.json'],
  ]);
  // What is probable comes first, and what another column holds is not offered.
  expect(choices[1]?.[0]?.value).toBe('LastName');
  const last = choices[2]?.map(({ value }) => value);
  expect(last).not.toContain('FirstName');
  expect(last).not.toContain('Email');
  expect(text).toContain('--map-file map.json');
  const saved = { Given: 'FirstName', Lastname2: 'LastName', Extra: null };
  expect(JSON.parse(await readFile(join(folder, 'map.json'), 'utf8'))).toEqual(saved);
});

it('the file for the answers is asked for again if it holds something else, and not replaced without a question', async () => {
  const space = await createWorkspace(runInProcess);
  await space.file('u.csv', 'ExternalId,Given,LastName\nu-1,Ada,Byron\n');
  await space.file('examctl.config.json', '{"timezone":"UTC"}');
  await space.file('other.json', '{"mine":1}');
  await space.file('old map.json', '{"Name":"LastName"}');
  const { code, text } = await atTerminal(
    space,
    ['validate', 'users', 'u.csv'],
    [
      ['Which field does the column "Given" hold?', 'FirstName'],
      ['Save these answers for the next time?', true],
      ...['u.csv', 'other.json', 'examctl.config.json', 'nowhere/map.json'].map((name): Reply => ['File:', name]),
      ...([
        ['File:', 'old map.json'],
        ['Replace old map.json?', false],
      ] as const),
      ...([
        ['File:', 'old map.json'],
        ['Replace old map.json?', true],
      ] as const),
    ],
  );
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining("give --map-file 'old map.json' the next") });
  expect(text).toContain('u.csv is not JSON\n');
  expect(await readFile(join(space.folder, 'old map.json'), 'utf8')).toContain('"Given": "FirstName"');
  expect(await readFile(join(space.folder, 'examctl.config.json'), 'utf8')).toBe('{"timezone":"UTC"}');
});

it('the command that a check proposes has the answers as flags', async () => {
  const space = await createWorkspace(runInProcess);
  const users = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(',')}\n`).join('');
  const list = users(['ExternalId', 'Given', 'LastName'], ['u-1', 'Renée', 'Müller']);
  await space.file('u.csv', iconv.encode(list, 'windows-1252'));
  const check = await atTerminal(
    space,
    ['validate', 'users', 'u.csv'],
    [
      ['u.csv is no UTF-8. Which names are right?', 'windows-1252'],
      ['Which field does the column "Given" hold?', 'FirstName'],
      ['Save these answers for the next time?', false],
    ],
  );
  expect(check.out).toContain('user sync u.csv --encoding windows-1252 --map Given=FirstName --dry-run\n');
  const rowsOf = (id: string) => textRow(1, ['ExternalId', 'FirstName', 'LastName']) + textRow(2, [id, 'Ada', 'Byron']);
  const sheets = ['One', 'Two'].map((name) => ({ name, rows: rowsOf(name) }));
  await space.file('b.xlsx', makeWorkbook({ sheets }));
  const book = await atTerminal(space, ['validate', 'users', 'b.xlsx'], [['Which sheet of b.xlsx?', 'Two']]);
  expect(book.out).toContain('user sync b.xlsx --sheet Two --dry-run\n');
});

it('the sheet of the schedules is asked for, if a flag names only the sheet of the candidates', async () => {
  const space = await createWorkspace(runInProcess);
  const rowsOf = (one: Readonly<Record<string, string>>) =>
    textRow(1, Object.keys(one)) + textRow(2, Object.values(one));
  const book = makeWorkbook({
    sheets: [
      { name: 'Sittings', rows: rowsOf(SCHEDULE) },
      { name: 'People', rows: rowsOf({ ScheduleExtId: 'S-1', ...candidate(1) }) },
    ],
  });
  await space.file('b.xlsx', book);
  const { code, text } = await atTerminal(
    space,
    [...PUSH, 'b.xlsx', '--candidates-sheet', 'People'],
    [['Which sheet of b.xlsx?', 'Sittings']],
  );
  expect(code, text).toBe(0);
});

it('nothing is asked with --no-input', async () => {
  const space = await createWorkspace(runInProcess);
  await space.file('s.csv', iconv.encode(csv([row(1, { FirstName: 'Renée' })]), 'windows-1252'));
  const { code, text } = await atTerminal(space, [...PUSH, 's.csv', '--no-input']);
  expect(code).toBe(3);
  expect(text).toContain('windows-1252 (Renée)');
});
