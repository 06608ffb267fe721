import { describe, expect, it } from 'vitest';
import { ROWS_SWALLOWED } from '../../../../src/model/finding.ts';
import type { ScreenReport } from '../../../../src/model/report.ts';
import { type ReportTextOptions, renderReportText } from '../../../../src/output/report/screen.ts';
import { finding, report, result } from '../report-fixtures.ts';

function screen(whole: ScreenReport, options: ReportTextOptions = {}): string[] {
  return renderReportText(whole, { rejectsEnding: '.csv', ...options })
    .trimEnd()
    .split('\n');
}

/** A finding as the run makes it of an answer of the target, with the place in the file. */
const COMPARED = 'Compared with the embedded engine in .examctl/store, 2026-11-21 03:15 UTC.';

const takenUserName = finding({
  line: 3,
  column: 'Login',
  field: 'UserName',
  key: 'u-2',
  code: 214,
  rule: 'user.user-name.taken',
  message: 'A user with the same UserName exists',
});

describe('a push that went well', () => {
  it('is one sentence, with the command that shows the links', () => {
    const whole = report({
      command: 'schedule push',
      counts: { read: 40, valid: 40, create: 40, sent: 40, succeeded: 40, candidates: 2_000 },
      results: Array.from({ length: 40 }, (_, index) => result({ key: `S-${index + 1}` })),
    });
    expect(screen(whole)).toEqual([
      '40 schedules with 2,000 candidates: 40 created.',
      '',
      'Next:',
      '  examctl schedule links S-1   shows the links of its candidates',
    ]);
  });

  it('puts no key into a command that a shell would change', () => {
    const whole = report({
      command: 'schedule push',
      counts: { read: 1, sent: 1, succeeded: 1, create: 1, candidates: 1 },
      results: [result({ key: '$(reboot)' })],
    });
    expect(screen(whole).at(-1)).toBe('  examctl schedule links SCHEDULE   shows the links of its candidates');
    expect(screen(whole)[0]).toBe('1 schedule with 1 candidate: 1 created.');
  });

  it('says when there was nothing to change', () => {
    const counts = { read: 40, valid: 40, unchanged: 40, candidates: 2_000 };
    expect(screen(report({ command: 'schedule push', counts }))).toEqual([
      'Nothing to change: all 40 schedules are as the file says.',
    ]);
    expect(screen(report({ counts: { read: 1, valid: 1, unchanged: 1 } }))).toEqual([
      'Nothing to change: the user is as the file says.',
    ]);
  });

  it('says when schedules have more candidates than the file names', () => {
    const stay = { severity: 'warning', rule: 'schedule.candidates.stay', code: null } as const;
    const pushed = (count: number) =>
      report({
        command: 'schedule push',
        counts: { read: count, valid: count, unchanged: count },
        findings: [finding(stay)],
      });
    expect(screen(pushed(40))[0]).toBe(
      'Nothing to change: all 40 schedules have what the file names, and some have candidates besides (1 warning).',
    );
    expect(screen(pushed(1))[0]).toBe(
      'Nothing to change: the schedule has what the file names, and candidates besides (1 warning).',
    );
  });

  it('says when there was nothing to do', () => {
    expect(screen(report({}))).toEqual(['Nothing to do: the input holds no users.']);
  });

  it('counts accepted records if only the target knows whether it created or updated them', () => {
    const counts = { read: 3, valid: 3, sent: 3, succeeded: 3 };
    const told = (command: string) => screen(report({ command, counts, tally: { accepted: 3 } }));
    expect(told('user sync')).toEqual(['3 users: 3 accepted.']);
    expect(told('invigilators remove')).toEqual(['3 removals: 3 done.']);
  });
});

const FIX_ALL = '  fix what is wrong in the file itself, and run the command again';

describe('a file with errors', () => {
  const counts = { read: 2_000, valid: 1_962, invalid: 38, create: 1_962 };

  it('names each finding, its place and what to write, when they are few', () => {
    const findings = [
      finding({
        severity: 'warning',
        line: 3,
        column: 'City',
        message: 'City has white space',
        suggestion: 'write "Ede"',
      }),
      finding({ suggestion: 'write name@example.org' }),
    ];
    const whole = report({ findings, counts: { read: 5, valid: 4, invalid: 1, create: 4 }, exitCode: 3 });
    expect(screen(whole)).toEqual([
      'Nothing was sent: 1 of 5 users has errors (1 error, 1 warning).',
      '',
      'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209) → write name@example.org',
      'warning  users.csv:3, column City: City has white space (code 209) → write "Ede"',
      '',
      'Next:',
      '  --rejects FILE.csv   writes the rows to fix to a file of their own, with the reasons',
      '  --skip-invalid   sends the 4 good ones all the same',
    ]);
  });

  it.each([1, 30, 3_000])('has at most 40 lines with %i findings, and names each of them once', (count) => {
    const findings = Array.from({ length: count }, (_, index) =>
      finding({
        line: index + 2,
        column: `Column ${index % 100}`,
        rule: `rule.${index % 100}`,
        message: 'It is wrong',
      }),
    );
    const changed = Array.from({ length: 50 }, (_, index) =>
      result({ key: `u-${index}`, action: 'create', outcome: 'would-succeed' }),
    );
    const whole = report({ findings, counts, exitCode: 3, dryRun: true, results: changed });
    const lines = screen(whole, { width: 80 });
    expect(lines.length).toBeLessThanOrEqual(40);
    const left = Number(
      /^and (\S+) more: --report FILE\.csv$/m
        .exec(lines.join('\n').split('Would change')[0] ?? '')?.[1]
        ?.replace(',', '') ?? 0,
    );
    const shown = lines
      .filter((line) => line.startsWith('error'))
      .map((line) => Number(/^error +(\d+) ×/.exec(line)?.[1] ?? 1));
    expect(shown.reduce((sum, one) => sum + one, left)).toBe(count);
    const everything = screen(whole, { isVerbose: true }).filter((line) => line.startsWith('error'));
    expect(everything).toHaveLength(count);
  });

  it.each([
    ['an error of the whole list stops all records', { hasListErrors: true }, [FIX_ALL]],
    ['it is given already', { skipsInvalid: true, hasListErrors: true }, [FIX_ALL]],
  ])('does not propose --skip-invalid if %s', (_, options, last) => {
    const whole = report({ findings: [finding()], counts: { read: 5, valid: 4, invalid: 1 }, exitCode: 3 });
    expect(screen(whole, options).slice(-last.length)).toEqual(last);
    expect(screen(whole, { ...options, rejectsFile: 'fix.csv' }).slice(-2)).toEqual([
      '  fix the rows that fix.csv lists, in the file itself',
      FIX_ALL,
    ]);
  });

  it.each([
    [
      'a dry run that leaves out wrong rows',
      { counts: { read: 4, valid: 3, invalid: 1 } },
      { skipsInvalid: true },
      '3',
    ],
    [
      'a dry run of which the target would refuse a row',
      { counts: { read: 4, valid: 4 }, tally: { failed: 1 } },
      {},
      '3',
    ],
  ])('sends the good ones before the rejects after %s', (_, parts, options, good) => {
    const whole = report({ ...parts, findings: [finding()], dryRun: true, exitCode: 4 });
    expect(screen(whole, { ...options, rejectsFile: 'fix.csv' }).at(-1)).toBe(
      `  the same command without --dry-run sends the ${good} good ones first; then fix the rows in fix.csv and give that file to the same command`,
    );
  });

  it('must be fixed itself after a guard or a check, not its rejects file alone', () => {
    const error = { name: 'GuardError', message: 'too many', hint: null };
    const parts = { findings: [finding()], counts: { read: 4, valid: 3, invalid: 1 } };
    const options = { skipsInvalid: true, rejectsFile: 'fix.csv' };
    expect(screen(report({ ...parts, error, exitCode: 8 }), options).at(-1)).toBe(
      '  fix the rows that fix.csv lists, in the file itself, and run the command again',
    );
    const checked = report({ ...parts, target: null, exitCode: 3 });
    expect(screen(checked, { rejectsFile: 'fix.csv' }).at(-1)).toBe(
      '  fix the rows that fix.csv lists, in the file itself, and check it again',
    );
  });

  it('counts records as good in a dry run only if the target would accept them', () => {
    const findings = [finding()];
    const tally = { failed: 1 };
    const whole = report({ findings, counts: { read: 3, valid: 2, invalid: 1 }, dryRun: true, exitCode: 3 });
    const told = { ...whole, tally: { ...whole.tally, ...tally } };
    expect(screen(told).at(-1)).toBe('  --skip-invalid   would send the good one all the same');
  });

  it.each([
    ['input.sheet.hidden-rows', 'fix what is wrong in the file itself, and run the command again'],
    ['input.header.unknown', 'fix the header and run the command again'],
  ])('is to fix the header only if the error is about the header: %s', (rule, step) => {
    const findings = [finding({ rule, line: 5, record: 0 })];
    const whole = report({ findings, counts: { read: 3, valid: 3 }, exitCode: 3 });
    expect(screen(whole, { skipsInvalid: true }).at(-1)).toBe(`  ${step}`);
  });

  it('is resumed if a retry has left records that were not sent', () => {
    const counts = { read: 2, valid: 2, sent: 1, succeeded: 1 };
    const whole = report({ run: 'r-1', counts, tally: { created: 1, notSent: 1 }, exitCode: 4 });
    expect(screen(whole).at(-1)).toBe('  examctl runs resume r-1   resumes where it stopped');
  });

  it('has nothing to fix if outcomes are unknown, and resumes the run', () => {
    const errors = [{ Code: null, Error: 'no answer came', Rule: 'delivery.unknown' }];
    const results = [result({ outcome: 'unknown', errors })];
    const findings = [finding({ rule: 'delivery.unknown', message: 'no answer came' })];
    const error = { name: 'UnreachableError', message: 'gone', hint: null };
    const counts = { read: 2, valid: 2, sent: 1, unknown: 1 };
    const whole = report({
      run: 'r-1',
      counts,
      results,
      findings,
      error,
      tally: { unknown: 1, notSent: 1 },
      exitCode: 6,
    });
    const lines = screen(whole, { rejectsFile: 'fix.csv' });
    expect(lines.join('\n')).not.toContain('The input has errors');
    expect(lines.slice(-2)).toEqual([
      'Next:',
      '  examctl runs resume r-1   resumes where it stopped: fix.csv lacks 1 user',
    ]);
  });

  it('gives the rejects file to the same command if the other records were sent', () => {
    const counts = { read: 5, valid: 4, invalid: 1, sent: 4, succeeded: 4 };
    const whole = report({ findings: [finding()], counts, exitCode: 4 });
    expect(screen(whole, { rejectsFile: 'fix.csv', skipsInvalid: true }).at(-1)).toBe(
      '  fix the rows in fix.csv and give that file to the same command',
    );
  });

  it('names the files if there are several, and counts the entries of a list as one kind', () => {
    const findings = Array.from({ length: 50 }, (_, index) =>
      finding({
        file: `${index % 2}.json`,
        line: index + 1,
        column: null,
        field: `Candidates[${index}].Email`,
        key: 'S-1',
      }),
    );
    const lines = screen(report({ findings, counts: { read: 1, invalid: 1 }, exitCode: 3 }), { ascii: true });
    expect(lines[2]).toBe(
      'error    50 x Email is not a valid e-mail address: 0.json:1, 1.json:2, 0.json:3, 1.json:4, 0.json:5, ...',
    );
  });

  it('must be fixed itself if rows contain other rows', () => {
    const findings = [finding({ rule: ROWS_SWALLOWED })];
    const whole = report({ findings, counts: { read: 5, valid: 4, invalid: 1 }, exitCode: 3 });
    expect(screen(whole).slice(-2)).toEqual([
      'Next:',
      '  remove the stray quotes from the file itself, and run the command again',
    ]);
  });

  it('names the input if no record has an error', () => {
    const whole = report({ findings: [finding({ line: 1, record: 0 })], counts: { read: 5, valid: 5 }, exitCode: 3 });
    expect(screen(whole)[0]).toBe('Nothing was sent: the input has errors (1 error).');
  });

  it('puts a suggestion on a line of its own at a narrow terminal', () => {
    const whole = report({
      findings: [finding({ suggestion: 'write name@example.org' })],
      counts: { read: 1, invalid: 1 },
    });
    expect(screen(whole, { width: 90, ascii: true }).slice(2, 4)).toEqual([
      'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209)',
      '         -> write name@example.org',
    ]);
  });

  it.each([40, 80, 140])('breaks long lines of a terminal of %i columns between words, and none elsewhere', (width) => {
    const long = 'Aeneas was asked to write each word of this sentence as it stands, and not to break one of them';
    const findings = Array.from({ length: 10 }, () => finding({ message: long, suggestion: long, rule: '' }));
    const results = [result({ changes: [{ field: 'City', before: long, after: long }] })];
    const error = { name: 'InputError', message: long, hint: long };
    const whole = report({ findings, results, counts: { read: 10, invalid: 10 }, exitCode: 3, error });
    const wide = screen(whole, { isVerbose: true }).join('\n');
    const narrow = screen(whole, { width, isVerbose: true });
    expect(narrow.filter((line) => line.length > width && !line.startsWith('  examctl '))).toEqual([]);
    expect(narrow.join(' ').split(/\s+/)).toEqual(wide.split(/\s+/));
    expect(wide).toContain(`  ${long}\n`);
  });

  it('lets no control sequence of the file reach the terminal', () => {
    const evil = '\u001b[2J\u202e\n';
    const findings = [
      finding({ file: evil, column: evil, message: evil, suggestion: evil, key: evil }),
      ...Array.from({ length: 12 }, () => finding({ file: evil, column: null, field: evil, key: evil, message: evil })),
    ];
    const results = [
      result({ key: evil, file: evil, outcome: 'failed', errors: [{ Code: 1, Error: evil, Field: evil }] }),
    ];
    const error = { name: 'x', message: evil, hint: evil };
    const text = renderReportText(report({ findings, results, error, run: evil, counts: { read: 3 }, exitCode: 130 }), {
      rejectsFile: evil,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });

  it('uses colours only on request, and the words are the same without them', () => {
    const whole = report({ findings: [finding()], counts: { read: 1, invalid: 1 } });
    const painted = renderReportText(whole, { color: true });
    expect(painted).toContain('\u001b[31merror\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
    expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderReportText(whole));
  });
});

describe('a dry run', () => {
  it('says that nothing was changed, what would change, and how to do it', () => {
    const results = [
      result({ outcome: 'would-succeed' }),
      result({ outcome: 'would-succeed', action: 'update' }),
      result({ outcome: 'would-succeed', action: 'unchanged' }),
    ];
    const whole = report({ dryRun: true, rehearsal: 'engine', results, counts: { read: 3, valid: 3, unchanged: 1 } });
    expect(screen(whole)).toEqual([
      'Dry run: nothing was changed.',
      '3 users: 1 would be created, 1 would be updated, 1 unchanged.',
      COMPARED,
      '',
      'Would change:',
      '  new  u-1',
      '',
      'Next:',
      '  the same command without --dry-run does it',
    ]);
  });

  it('says what the platform would refuse', () => {
    const errors = [{ Code: 214, Error: 'A user with the same UserName exists', Field: 'UserName' }];
    const results = [
      result({ outcome: 'would-succeed' }),
      result({ line: 3, key: 'u-2', outcome: 'would-fail', errors }),
    ];
    const findings = [takenUserName];
    const counts = { read: 2, valid: 2 };
    const whole = report({ dryRun: true, rehearsal: 'engine', results, findings, counts, exitCode: 4 });
    expect(screen(whole)).toEqual([
      'Dry run: nothing was changed.',
      '2 users: 1 would be created, 1 would fail.',
      COMPARED,
      '',
      'error    users.csv:3, column Login: A user with the same UserName exists (code 214)',
      '',
      'Would change:',
      '  new  u-1',
      '',
      'Next:',
      '  --rejects FILE.csv   writes the rows to fix to a file of their own, with the reasons',
    ]);
  });

  it('says that the platform itself was not asked, and which records have errors', () => {
    const counts = { read: 5, valid: 4, invalid: 1, create: 4 };
    const tally = { created: 4 };
    const whole = report({ dryRun: true, rehearsal: 'validation', findings: [finding()], counts, tally, exitCode: 3 });
    expect(screen(whole)).toEqual([
      'Dry run: nothing was changed.',
      '5 users: 4 would be created, 1 has errors (1 error).',
      'Checked by the rules alone; the platform itself was not asked.',
      'For the embedded engine in .examctl/store, 2026-11-21 03:15 UTC.',
      '',
      'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209)',
      '',
      'Next:',
      '  --rejects FILE.csv   writes the rows to fix to a file of their own, with the reasons',
      '  --skip-invalid   would send the 4 good ones all the same',
    ]);
  });

  it('counts all changes although the report has only some of them, and names the format that has all', () => {
    const results = Array.from({ length: 12 }, () => result({ outcome: 'would-succeed' }));
    const parts = { dryRun: true, rehearsal: 'engine', counts: { read: 200_012 }, results } as const;
    const tally = { created: 150_000, updated: 50_006, unchanged: 6 };
    const told = (whole: ScreenReport) => screen(whole).filter((line) => line.includes('more:'));
    expect(told(report({ ...parts, tally, cut: { results: { shown: 12, total: 200_012 } } }))).toEqual([
      '  and 199,996 more: -o ndjson',
    ]);
    expect(told(report(parts))).toEqual(['  and 2 more: --report FILE.csv']);
  });

  it('says when nothing would change', () => {
    const whole = report({ dryRun: true, rehearsal: 'engine', counts: { read: 40, valid: 40, unchanged: 40 } });
    expect(screen(whole)).toEqual([
      'Dry run: nothing was changed.',
      'Nothing to change: all 40 users are as the file says.',
      COMPARED,
    ]);
  });
});

describe('a push that went wrong', () => {
  it('names the refusals of the target, and the next step', () => {
    const results = [
      result(),
      result({ line: 3, key: 'u-2', outcome: 'failed', errors: [{ Code: 214, Error: 'UserName is taken' }] }),
      result({ line: 4, key: 'u-3', outcome: 'unknown' }),
      result({ line: 5, key: 'u-4', outcome: 'not-sent' }),
    ];
    const counts = { read: 5, valid: 4, invalid: 1, sent: 3, succeeded: 1, failed: 1, unknown: 1 };
    const whole = report({ results, counts, findings: [finding(), takenUserName], exitCode: 4 });
    expect(screen(whole)).toEqual([
      '5 users: 1 created, 1 failed, 1 of unknown outcome, 1 not sent, 1 has errors (1 error).',
      '',
      'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209)',
      'error    users.csv:3, column Login: A user with the same UserName exists (code 214)',
      'error    users.csv:4, u-3: no answer came: whether it was carried out is not known',
      '',
      'Next:',
      '  examctl runs resume 20261121T031500Z-3f9a1c   resumes where it stopped',
      '  examctl runs retry 20261121T031500Z-3f9a1c   sends again only what failed',
      '  --rejects FILE.csv   writes the rows to fix to a file of their own, with the reasons',
    ]);
  });

  it('names the error that stopped it, and the work that was done before', () => {
    const error = { name: 'RemoteError', message: 'the platform does not answer', hint: 'Try again later.' };
    const results = [result(), result({ line: 3, outcome: 'not-sent' })];
    const whole = report({ error, results, counts: { read: 2, valid: 2, sent: 1, succeeded: 1 }, exitCode: 6 });
    expect(screen(whole)).toEqual([
      'examctl: the platform does not answer',
      '  Try again later.',
      'Before that: 2 users: 1 created, 1 not sent.',
      '',
      'Next:',
      '  examctl runs resume 20261121T031500Z-3f9a1c   resumes where it stopped',
    ]);
  });

  it('says that nothing was sent when it was stopped before', () => {
    const error = { name: 'GuardError', message: 'expected create=5, but the plan has create=6', hint: null };
    const whole = report({ error, run: null, counts: { read: 6, valid: 6, create: 6 }, exitCode: 8 });
    expect(screen(whole)).toEqual(['examctl: expected create=5, but the plan has create=6', 'Nothing was sent.']);
  });

  it('says of a resumed run that the numbers are of all its parts', () => {
    const whole = report({ results: [result()], counts: { read: 1, valid: 1, sent: 1, succeeded: 1 } });
    expect(renderReportText(whole, { isContinued: true }).split('\n')[0]).toBe('The run in all: 1 user: 1 created.');
  });
});

describe('a check', () => {
  const check = { command: 'validate users', run: null, target: null };

  it('says that all is well, and what to do with the file', () => {
    const sendCommands = ['examctl user sync users.csv --dry-run'];
    expect(screen(report({ ...check, counts: { read: 5, valid: 5 } }), { sendCommands })).toEqual([
      'All 5 users are valid.',
      '',
      'Next:',
      '  examctl user sync users.csv --dry-run',
    ]);
  });

  it('says which records have errors', () => {
    const whole = report({ ...check, findings: [finding()], counts: { read: 5, valid: 4, invalid: 1 }, exitCode: 3 });
    expect(screen(whole)).toEqual([
      '1 of 5 users has errors (1 error).',
      '',
      'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209)',
      '',
      'Next:',
      '  fix the file and check it again; --report FILE.csv writes the list to a file',
    ]);
  });

  it('counts warnings of valid records', () => {
    const findings = [finding({ severity: 'warning' })];
    expect(screen(report({ ...check, findings, counts: { read: 1, valid: 1 } }))[0]).toBe(
      'The user is valid (1 warning).',
    );
  });
});
