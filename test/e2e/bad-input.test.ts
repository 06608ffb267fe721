import { describe, expect, it } from 'vitest';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const HEADER = csv([row()]).split('\n')[0] ?? '';

interface BadInput {
  readonly what: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly says: RegExp;
}

/** One of each sort: `test/unit/input/broken-files.test.ts` has many more, and what each of them is told. */
const BAD_FILES: readonly BadInput[] = [
  { what: 'an empty file', name: 'e.csv', content: '', says: /e\.csv: the file is empty/ },
  {
    what: 'a quote that is never closed',
    name: 'q.csv',
    content: `${HEADER}\n"S-1,LAW-101\nS-2,LAW-101\n`,
    says: /q\.csv:2: the quote at character 1 of line 2 opens a cell that is never closed/,
  },
  {
    what: 'bytes that are no UTF-8',
    name: 'u.csv',
    content: Buffer.concat([Buffer.from(`${HEADER}\nS-1,`), Buffer.from([0xff, 0xfe, 0xe9])]),
    says: /u\.csv:2: .*UTF-8/,
  },
];

describe('a file that cannot be read', () => {
  it.each(BAD_FILES)('is refused in one message with its place: $what', async ({ name, content, says }) => {
    const { store, file, run, json } = await createWorkspace();
    await file(name, content);
    const before = await digestsOf(store);
    const whole = await run(['schedule', 'push', name, '--upsert']);
    expect({ code: whole.code, stdout: whole.stdout }).toEqual({ code: 3, stdout: '' });
    expect(whole.stderr.match(/examctl: .*/g)).toEqual([expect.stringMatching(says)]);
    expect(whole.stderr).not.toMatch(/^\s+at |Error:/m);
    const { report } = await json(['schedule', 'push', name, '--upsert']);
    expect(report).toMatchObject({ exitCode: 3, error: { message: expect.stringMatching(says) } });
    expect(await digestsOf(store)).toEqual(before);
  });
});

describe('a header that is wrong', () => {
  it.each([
    ['occurs twice', `${HEADER},Title`, ',x', 'The header "Title" occurs twice'],
    ['is a word of the language', `${HEADER},__proto__`, ',x', 'The header "__proto__" is a reserved name'],
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
