import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csv, request, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const HEADER = csv([row()]).split('\n')[0] ?? '';

interface BadInput {
  readonly what: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly code: 2 | 3;
  readonly says: RegExp;
}

const BAD_FILES: readonly BadInput[] = [
  { what: 'an empty file', name: 'e.csv', content: '', code: 3, says: /e\.csv: the file is empty/ },
  { what: 'a file of blanks', name: 'b.csv', content: '\n\n\n', code: 3, says: /b\.csv: the file is empty/ },
  { what: 'a picture', name: 'p.csv', content: PNG, code: 3, says: /p\.csv: is not a text file: it looks like a PNG/ },
  {
    what: 'a workbook that was only renamed',
    name: 'w.csv',
    content: Buffer.from('PK\u0003\u0004....'),
    code: 3,
    says: /w\.csv: .*Excel workbook/,
  },
  {
    what: 'a quote that is never closed',
    name: 'q.csv',
    content: `${HEADER}\n"S-1,LAW-101\nS-2,LAW-101\n`,
    code: 3,
    says: /q\.csv:2: the quote at character 1 of line 2 opens a cell that is never closed/,
  },
  {
    what: 'a quote in the header that swallows all rows',
    name: 'h.csv',
    content: `${HEADER},"Phone Number\nS-1,LAW-101\nS-2,LAW-101"\n`,
    code: 3,
    says: /h\.csv:1: header cell \d+ stands in lines 1 to 3: it looks like swallowed rows/,
  },
  {
    what: 'JSON that is nested without end',
    name: 'n.json',
    content: '['.repeat(3000),
    code: 3,
    says: /n\.json:1: .*nested more than 100 deep/,
  },
  {
    what: 'JSON that was cut in the middle',
    name: 'c.json',
    content: JSON.stringify([request(SCHEDULE, [])]).slice(0, -9),
    code: 3,
    says: /c\.json:\d+: the file ends within the value that begins in line 1/,
  },
  { what: 'JSON with a misplaced comma', name: 'm.ndjson', content: '{"a":,}\n', code: 3, says: /m\.ndjson:1: / },
  {
    what: 'bytes that are no UTF-8',
    name: 'u.csv',
    content: Buffer.concat([Buffer.from(`${HEADER}\nS-1,`), Buffer.from([0xff, 0xfe, 0xe9])]),
    code: 3,
    says: /u\.csv:2: .*UTF-8/,
  },
];

describe('a file that cannot be read', () => {
  it.each(BAD_FILES)('is refused in one message with its place: $what', async ({ name, content, code, says }) => {
    const { store, file, run, json } = await createWorkspace();
    await file(name, content);
    const before = await digestsOf(store);
    const whole = await run(['schedule', 'push', name, '--upsert']);
    expect({ code: whole.code, stdout: whole.stdout }).toEqual({ code, stdout: '' });
    expect(whole.stderr.match(/examctl: .*/g)).toEqual([expect.stringMatching(says)]);
    expect(whole.stderr).not.toMatch(/^\s+at |Error:/m);
    const { report } = await json(['schedule', 'push', name, '--upsert']);
    expect(report).toMatchObject({ exitCode: code, error: { message: expect.stringMatching(says) } });
    expect(await digestsOf(store)).toEqual(before);
  });

  it('is a mistake in the command line if there is none, or only a directory', async () => {
    const { folder, run } = await createWorkspace();
    await mkdir(join(folder, 'd.csv'));
    for (const [name, says] of [
      ['d.csv', 'examctl: d.csv: this is a directory'],
      ['none.csv', 'examctl: none.csv: no such file'],
      ['none/none.csv', 'examctl: none/none.csv: no such file'],
    ] as const) {
      const { code, stderr, stdout } = await run(['schedule', 'push', name]);
      expect({ code, stdout, first: stderr.split('\n')[0] }).toEqual({ code: 2, stdout: '', first: says });
    }
  });
});

describe('a header that is wrong', () => {
  it.each([
    ['occurs twice', `${HEADER},Title`, ',x', 'The header "Title" occurs twice'],
    ['names one field in two ways', `${HEADER},schedule_ext_id`, ',x', 'name the same field'],
    ['is a word of the language', `${HEADER},__proto__`, ',x', 'The header "__proto__" is a reserved name'],
    ['is another word of the language', `${HEADER},constructor`, ',x', 'The header "constructor" is a reserved name'],
  ])(
    'is one finding on line 1, and nothing is sent, also with --skip-invalid: it %s',
    async (_, header, cell, says) => {
      const { store, file, json } = await createWorkspace();
      const [, first] = csv([row()]).split('\n');
      await file('h.csv', `${header}\n${first}${cell}\n`);
      const before = await digestsOf(store);
      for (const flags of [[], ['--skip-invalid']]) {
        const { code, report } = await json(['schedule', 'push', 'h.csv', ...flags]);
        expect(code).toBe(3);
        expect(report.findings).toMatchObject([{ severity: 'error', line: 1, message: expect.stringContaining(says) }]);
        expect(report.results).toEqual([]);
      }
      expect(await digestsOf(store)).toEqual(before);
    },
  );

  it('lets a dry run promise nothing', async () => {
    const { file, run } = await createWorkspace();
    await file('h.csv', csv([row()]).replace('Email', 'Emial'));
    const { code, stdout } = await run(['schedule', 'push', 'h.csv', '--dry-run']);
    expect(code).toBe(3);
    expect(stdout).toContain('Nothing would be sent. 1 of 1 schedule has errors (1 error).');
    expect(stdout).not.toMatch(/would be created|Would change/);
  });

  it('is reported with the likely correct name', async () => {
    const { file, json } = await createWorkspace();
    await file('h.csv', csv([row()]).replace('Email', 'Emial').replace('AssessmentExtId', 'AssesmentExtId'));
    const { code, report } = await json(['schedule', 'push', 'h.csv']);
    expect(code).toBe(3);
    expect(report.findings.map(({ column, suggestion }) => [column, suggestion]).slice(0, 2)).toEqual([
      [
        'AssesmentExtId',
        'did you mean AssessmentExtId? Rename the column, or give --map "AssesmentExtId=AssessmentExtId"',
      ],
      ['Emial', 'did you mean Email? Rename the column, or give --map "Emial=Email"'],
    ]);
  });

  it('stops the file if its column has values, unless they are to be ignored or the column is our own', async () => {
    const { file, json } = await createWorkspace();
    await file('h.csv', csv([{ ...row(), 'Extra tijd': '25%', _note: 'mine', Klas: '4A' }]));
    const { code, report } = await json(['schedule', 'push', 'h.csv', '--skip-invalid']);
    expect({ code, sent: report.counts.sent }).toEqual({ code: 3, sent: 0 });
    expect(report.findings).toMatchObject([
      { severity: 'error', line: 1, column: 'Extra tijd', rule: 'input.header.unknown' },
      { severity: 'error', line: 1, column: 'Klas', rule: 'input.header.unknown' },
      { severity: 'note', rule: 'input.header.draft' },
    ]);
    const [extraTime, group] = report.findings;
    expect(extraTime?.message).toContain('values such as 2•••••');
    expect(extraTime?.suggestion).toContain('--map "Extra tijd=ReasonableAdjustmentPercentage"');
    expect(group?.suggestion).toContain('--ignore "Extra tijd,Klas" or --ignore "*"');
    for (const ignore of ['Extra tijd,klas', '*']) {
      const { code, report } = await json(['schedule', 'push', 'h.csv', '--ignore', ignore, '--dry-run']);
      expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
    }
  });

  it('is a note if all cells of its column are empty', async () => {
    const { file, json } = await createWorkspace();
    await file('h.csv', csv([{ ...row(), Klas: '' }]));
    const { code, report } = await json(['schedule', 'push', 'h.csv']);
    expect(code).toBe(0);
    expect(report.findings).toMatchObject([{ severity: 'note', column: 'Klas', rule: 'input.header.unknown' }]);
  });

  it('alone is a file with nothing to do', async () => {
    const { file, run, json } = await createWorkspace();
    await file('h.csv', `${HEADER}\n`);
    expect(await run(['schedule', 'push', 'h.csv', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await run(['schedule', 'push', 'h.csv'])).toMatchObject({
      code: 0,
      stdout: 'Nothing to do: the input holds no schedules.\n',
    });
    const { report } = await json(['schedule', 'push', 'h.csv']);
    expect(report).toMatchObject({ findings: [], results: [], exitCode: 0, counts: { read: 0 } });
  });
});
