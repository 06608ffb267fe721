/** Questions about how a file is read: asked once at a terminal, kept with the run, and asked by nobody who resumes it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import iconv from 'iconv-lite';
import { beforeEach, expect, it, vi } from 'vitest';
import { createCommandLine } from '../../src/command-line.ts';
import { candidate, csv, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { inFolder } from '../support/cli/working-folder.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { makeWorkbook, textRow } from '../support/xlsx/workbook.ts';

interface Question {
  readonly message: string;
  readonly choices?: readonly { readonly value: string; readonly name: string }[];
}

const asked: Question[] = [];
let answers: unknown[] = [];

vi.mock('@inquirer/prompts', () => {
  const answer = async (question: Question) => {
    asked.push(question);
    if (answers.length === 0) throw new Error(`not expected: ${question.message}`);
    return answers.shift();
  };
  return { select: answer, confirm: answer, input: answer, checkbox: answer, password: answer };
});

beforeEach(() => {
  asked.length = 0;
});

const terminal = <T extends object>(stream: T) => Object.assign(stream, { isTTY: true, columns: 200 });

/** A call at a terminal, with the answers to its questions. */
async function atTerminal(folder: string, store: string, args: readonly string[], given: readonly unknown[] = []) {
  answers = [...given];
  let text = '';
  let code = 0;
  const stderr = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  const commandLine = createCommandLine(args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, EXAMCTL_STORE: store, NO_COLOR: '1' },
    stdin: terminal(Readable.from([])),
    stdout: new PassThrough().resume(),
    stderr: terminal(stderr),
    stopSignal: () => new AbortController().signal,
    setExitCode: (given_) => {
      code = given_;
    },
  });
  await inFolder(folder, () => commandLine.run());
  expect(answers, text).toEqual([]);
  return { code, text };
}

const PUSH = ['schedule', 'push'] as const;
const refused = { ScheduleExtId: 'S-2', AssessmentExtId: 'NOWHERE' };

/** A run of which one record fails, so that it can be retried. */
async function pushAndRetry(name: string, content: string | Buffer, given: readonly unknown[], flags: string[] = []) {
  const { folder, store, file, entries } = await createWorkspace();
  await file(name, content);
  const pushed = await atTerminal(folder, store, [...PUSH, name, ...flags], given);
  expect(pushed.code, pushed.text).toBe(4);
  const questions = [...asked];
  const retried = await atTerminal(folder, store, ['runs', 'retry', 'latest']);
  expect(retried.code, retried.text).toBe(4);
  expect(asked).toEqual(questions);
  return { folder, questions, pushed, entries };
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
  const { questions } = await pushAndRetry('b.xlsx', book, ['Sittings']);
  expect(questions).toMatchObject([{ message: 'Which sheet of b.xlsx?' }]);
});

it('the chosen encoding is kept with the run, and no character is wrong', async () => {
  const list = csv([row(1, { FirstName: 'Renée', LastName: 'Müller' }), row(2, refused)]);
  const { questions, entries } = await pushAndRetry('s.csv', iconv.encode(list, 'windows-1252'), ['windows-1252']);
  expect(questions).toMatchObject([{ message: 's.csv is no UTF-8. Which names are right?' }]);
  expect(questions[0]?.choices?.[0]).toMatchObject({ value: 'windows-1252', name: 'windows-1252  Renée, Müller' });
  const users = await entries<{ FirstName: string; LastName: string }>('users');
  expect(users.some(({ FirstName, LastName }) => FirstName === 'Renée' && LastName === 'Müller')).toBe(true);
});

it('columns are asked about, and the answers kept with the run and saved', async () => {
  const list = csv([row(1, { Extra: 'x' }), row(2, { ...refused, Extra: 'x' })]);
  const renamed = list.replace('FirstName', 'Given').replace('LastName', 'Lastname2');
  const given = ['FirstName', 'LastName', '-', true, 'map.json'];
  const { folder, questions, pushed } = await pushAndRetry('s.csv', renamed, given);
  expect(questions.map(({ message }) => message)).toEqual([
    'Which field does the column "Given" hold?',
    'Which field does the column "Lastname2" hold?',
    'Which field does the column "Extra" hold?',
    'Save these answers for the next time?',
    'File:',
  ]);
  // What is probable comes first, and what another column holds is not offered.
  expect(questions[1]?.choices?.[0]?.value).toBe('LastName');
  const last = questions[2]?.choices?.map(({ value }) => value);
  expect(last).not.toContain('FirstName');
  expect(last).not.toContain('Email');
  expect(pushed.text).toContain('--map-file map.json');
  const saved = { Given: 'FirstName', Lastname2: 'LastName', Extra: null };
  expect(JSON.parse(await readFile(join(folder, 'map.json'), 'utf8'))).toEqual(saved);
});

it('of two sheets of a workbook each is asked for', async () => {
  const { folder, store, file } = await createWorkspace();
  const rowsOf = (one: Readonly<Record<string, string>>) =>
    textRow(1, Object.keys(one)) + textRow(2, Object.values(one));
  const book = makeWorkbook({
    sheets: [
      { name: 'Sittings', rows: rowsOf(SCHEDULE) },
      { name: 'People', rows: rowsOf({ ScheduleExtId: 'S-1', ...candidate(1) }) },
    ],
  });
  await file('b.xlsx', book);
  const { code, text } = await atTerminal(
    folder,
    store,
    [...PUSH, 'b.xlsx', '--candidates-sheet', 'People'],
    ['Sittings'],
  );
  expect(code, text).toBe(0);
});

it('nothing is asked with --no-input', async () => {
  const { folder, store, file } = await createWorkspace();
  await file('s.csv', iconv.encode(csv([row(1, { FirstName: 'Renée' })]), 'windows-1252'));
  const { code, text } = await atTerminal(folder, store, [...PUSH, 's.csv', '--no-input']);
  expect(code).toBe(3);
  expect(text).toContain('windows-1252 (Renée)');
});
