import { describe, expect, it } from 'vitest';
import { type ReportTextOptions, renderReportText } from '../../../../src/output/report/screen.ts';
import { CANDIDATES_STAY } from '../../../../src/platform/problem.ts';
import { finding, type ReportParts, report, result } from '../report-fixtures.ts';

function screen(parts: ReportParts, options: ReportTextOptions = {}): string[] {
  return renderReportText(report(parts), { rejectsEnding: '.csv', ...options })
    .trimEnd()
    .split('\n');
}

const RUN = '20261121T031500Z-3f9a1c';
const COMPARED = 'Compared with the local platform in .examctl/store, 2026-11-21 03:15 UTC.';
const WRONG = 'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209)';
const REJECTS = '  --rejects FILE.csv   writes the rows to fix to a file of their own, with the reasons';
const RESUME = `  examctl runs resume ${RUN}   resumes where it stopped`;

/** A finding as the run makes it of an answer of the target, with the place in the file. */
const takenUserName = finding({
  ...{ line: 3, column: 'Login', field: 'UserName', key: 'u-2', code: 214 },
  ...{ rule: 'user.user-name.taken', message: 'A user with the same UserName exists' },
});
const taken = [{ Code: 214, Error: 'A user with the same UserName exists', Field: 'UserName' }];
const pushed = { read: 40, valid: 40, create: 40, sent: 40, succeeded: 40, candidates: 2_000 };
const CHECK = { command: 'validate users', run: null, target: null };
const PUSH = { command: 'schedule push' };
const LINKS = [{ CandidateExtId: 'c-1', name: 'StartupLink', url: 'https://exams.example.org/x?session=secret' }];
const REMOTE = { ...PUSH, target: { kind: 'remote', where: 'https://exams.example.org' } } as const;
const one = { read: 1, valid: 1, sent: 1, succeeded: 1, candidates: 1 };
const GUARD = { name: 'GuardError', message: 'expected create=5, but the plan has create=6', hint: null };

describe('the whole screen', () => {
  it.each<[name: string, ReportParts, ReportTextOptions, lines: string[]]>([
    [
      'of a push that went well is one sentence, with the command that shows the links',
      { ...PUSH, counts: pushed, results: Array.from({ length: 40 }, (_, at) => result({ key: `S-${at + 1}` })) },
      {},
      [
        '40 schedules with 2,000 candidates: 40 created.',
        '',
        'Next:',
        '  examctl schedule links S-1   shows the links of its candidates',
      ],
    ],
    [
      'of errors names each finding, its place and what to write, when they are few',
      {
        findings: [
          finding({ severity: 'warning', line: 3, column: 'City', message: 'City has white space', suggestion: 'Ede' }),
          finding({ suggestion: 'write name@example.org' }),
        ],
        counts: { read: 5, valid: 4, invalid: 1, create: 4 },
        exitCode: 3,
      },
      {},
      [
        'Nothing was sent. 1 of 5 users has errors (1 error, 1 warning).',
        '',
        `${WRONG} → write name@example.org`,
        'warning  users.csv:3, column City: City has white space (code 209) → Ede',
        '',
        'Next:',
        REJECTS,
        '  --skip-invalid   sends 4 good users all the same',
      ],
    ],
    [
      'of a dry run says that nothing was changed, what would change, and how to do it',
      {
        ...{ dryRun: true, rehearsal: 'engine', counts: { read: 3, valid: 3, unchanged: 1 } },
        results: (['create', 'update', 'unchanged'] as const).map((action) =>
          result({ outcome: 'would-succeed', action }),
        ),
      },
      {},
      [
        'Dry run: nothing was changed.',
        '3 users: 1 would be created, 1 would be updated, 1 unchanged.',
        ...[COMPARED, '', 'Would change:', '  new  u-1', '', 'Next:', '  the same command without --dry-run does it'],
      ],
    ],
    [
      'of a dry run says what the platform would refuse',
      {
        ...{ dryRun: true, rehearsal: 'engine', counts: { read: 2, valid: 2 }, findings: [takenUserName], exitCode: 4 },
        results: [
          result({ outcome: 'would-succeed' }),
          result({ line: 3, key: 'u-2', outcome: 'would-fail', errors: taken }),
        ],
      },
      {},
      [
        ...['Dry run: nothing was changed.', '2 users: 1 would be created, 1 would fail.', COMPARED, ''],
        'error    users.csv:3, column Login: A user with the same UserName exists (code 214)',
        ...['', 'Would change:', '  new  u-1', '', 'Next:', REJECTS],
      ],
    ],
    [
      'of a dry run says that the platform itself was not asked',
      {
        ...{ dryRun: true, rehearsal: 'validation', findings: [finding()], exitCode: 3 },
        ...{ counts: { read: 5, valid: 4, invalid: 1, create: 4 }, tally: { created: 4 } },
      },
      {},
      [
        'Dry run: nothing was changed.',
        '5 users: 4 would be created, 1 with errors (1 error).',
        'Checked by the rules alone; the platform itself was not asked.',
        'For the local platform in .examctl/store, 2026-11-21 03:15 UTC.',
        ...['', WRONG, '', 'Next:', REJECTS, '  --skip-invalid   sends 4 good users all the same'],
      ],
    ],
    [
      'of refusals names them, and the next steps',
      {
        target: REMOTE.target,
        results: [
          result(),
          result({ line: 3, key: 'u-2', outcome: 'failed', errors: [{ Code: 214, Error: 'UserName is taken' }] }),
          result({ line: 4, key: 'u-3', outcome: 'unknown' }),
          result({ line: 5, key: 'u-4', outcome: 'not-sent' }),
        ],
        counts: { read: 5, valid: 4, invalid: 1, sent: 3, succeeded: 1, failed: 1, unknown: 1 },
        findings: [finding(), takenUserName],
        exitCode: 4,
      },
      {},
      [
        '5 users: 1 created, 1 failed, 1 of unknown outcome, 1 not sent, 1 with errors (1 error).',
        '',
        WRONG,
        'error    users.csv:3, column Login: A user with the same UserName exists (code 214)',
        'error    users.csv:4, u-3: no answer came: whether it was carried out is not known',
        ...['', 'Next:', RESUME, `  examctl runs retry ${RUN}   sends again only what failed`, REJECTS],
      ],
    ],
    [
      'of an error that stopped it names the error, and the work that was done before',
      {
        target: REMOTE.target,
        error: { name: 'RemoteError', message: 'the platform does not answer', hint: 'Try again later.' },
        results: [result(), result({ line: 3, outcome: 'not-sent' })],
        counts: { read: 2, valid: 2, sent: 1, succeeded: 1 },
        exitCode: 6,
      },
      {},
      [
        ...[
          'examctl: the platform does not answer',
          '  Try again later.',
          'Before that: 2 users: 1 created, 1 not sent.',
        ],
        ...['', 'Next:', RESUME],
      ],
    ],
    [
      'of a stop before anything was sent says so',
      { error: GUARD, run: null, counts: { read: 6, valid: 6, create: 6 }, exitCode: 8 },
      {},
      ['examctl: expected create=5, but the plan has create=6', 'Nothing was sent.'],
    ],
    [
      'of a check says that all is well, and what to do with the file',
      { ...CHECK, counts: { read: 5, valid: 5 } },
      { sendCommands: ['examctl user sync users.csv --dry-run'] },
      ['All 5 users are valid.', '', 'Next:', '  examctl user sync users.csv --dry-run'],
    ],
    ['of an empty file says that there was nothing to do', {}, {}, ['Nothing to do: the input holds no users.']],
  ])('%s', (_, parts, options, lines) => {
    expect(screen(parts, options)).toEqual(lines);
  });
});

const stay = { severity: 'warning', rule: CANDIDATES_STAY, code: null } as const;

it.each<[ReportParts, ReportTextOptions, line: string]>([
  [{ counts: { read: 1, valid: 1, unchanged: 1 } }, {}, 'Nothing to change: the user is as the file says.'],
  [
    { ...PUSH, counts: { read: 40, valid: 40, unchanged: 40 }, findings: [finding(stay)] },
    {},
    'Nothing to change in 40 schedules, but some have candidates that the file does not name (1 warning).',
  ],
  // Only the target knows whether it created or updated them.
  [{ counts: { read: 3, valid: 3, sent: 3, succeeded: 3 }, tally: { accepted: 3 } }, {}, '3 users: 3 accepted.'],
  [
    { command: 'invigilators remove', counts: { read: 3, valid: 3, sent: 3, succeeded: 3 }, tally: { accepted: 3 } },
    {},
    '3 removals: 3 done.',
  ],
  [
    { findings: [finding({ line: 1, record: 0 })], counts: { read: 5, valid: 5 }, exitCode: 3 },
    {},
    'Nothing was sent. The input has errors (1 error).',
  ],
  [{ results: [result()], counts: one }, { isContinued: true }, 'The run in all: 1 user with 1 candidate: 1 created.'],
])('the first line of %j, %j is "%s"', (parts, options, line) => {
  expect(screen(parts, options)[0]).toBe(line);
});

describe('the last next step', () => {
  const bad = { findings: [finding()], counts: { read: 5, valid: 4, invalid: 1 }, exitCode: 3 };
  const fix = 'fix the file itself, or say how it is read, and run the command again';
  const listed = 'fix the rows that fix.csv lists, in the file itself, and run the command again';
  const skip = '--skip-invalid   sends 4 good users all the same';
  const rejectsFile = 'fix.csv';

  it.each<[name: string, ReportParts, ReportTextOptions, step: string]>([
    [
      'puts no key into a command that a shell would change',
      { ...PUSH, counts: one, results: [result({ key: '$(reboot)' })] },
      {},
      'examctl schedule links SCHEDULE   shows the links of its candidates',
    ],
    [
      'names the links that came from a remote, at that remote',
      { ...REMOTE, counts: one, results: [result({ key: 'S-1', links: LINKS })] },
      { targetFlags: ' --base-url https://exams.example.org' },
      'examctl schedule links S-1 --base-url https://exams.example.org   shows the links of its candidates',
    ],
    ['mends the file if an error is of the whole list', bad, { hasListErrors: true }, fix],
    ['sends the good ones if rows are wrong', bad, { rejectsFile }, skip],
    ['does not propose --skip-invalid where it is given', bad, { skipsInvalid: true, rejectsFile }, listed],
    [
      'after a dry run does not send the rejects alone',
      { counts: { read: 4, valid: 4 }, tally: { failed: 1 }, findings: [finding()], dryRun: true, exitCode: 4 },
      { rejectsFile },
      listed,
    ],
    [
      'counts records as good in a dry run only if the target would accept them',
      { ...bad, tally: { failed: 1 }, dryRun: true },
      {},
      '--skip-invalid   sends 3 good users all the same',
    ],
    [
      'has nothing to fix if outcomes are unknown',
      {
        target: REMOTE.target,
        counts: { read: 2, valid: 2, sent: 1, unknown: 1 },
        tally: { unknown: 1, notSent: 1 },
        results: [
          result({ outcome: 'unknown', errors: [{ Code: null, Error: 'no answer', Rule: 'delivery.unknown' }] }),
        ],
        findings: [finding({ rule: 'delivery.unknown', message: 'no answer' })],
        error: { name: 'UnreachableError', message: 'gone', hint: null },
        exitCode: 6,
      },
      { rejectsFile },
      RESUME.trim(),
    ],
    [
      'gives the rejects file to the same command if the other records were sent',
      { findings: [finding()], counts: { read: 5, valid: 4, invalid: 1, sent: 4, succeeded: 4 }, exitCode: 4 },
      { rejectsFile, skipsInvalid: true },
      'fix the rows in fix.csv and give that file to the same command',
    ],
  ])('%s', (_, parts, options, step) => {
    const lines = screen(parts, options);
    expect(lines.at(-1)).toBe(`  ${step}`);
    expect(lines.join()).not.toContain('session=secret');
  });

  it('names no links where a remote has sent none', () => {
    expect(screen({ ...REMOTE, counts: one, results: [result({ key: 'S-1' })] }).join()).not.toContain(
      'schedule links',
    );
  });
});

describe('the screen', () => {
  const counts = { read: 2_000, valid: 1_962, invalid: 38, create: 1_962 };

  it.each([1, 30, 3_000])('has at most 40 lines with %i findings, and names each of them once', (count) => {
    const findings = Array.from({ length: count }, (_, at) =>
      finding({ line: at + 2, column: `Column ${at % 100}`, rule: `rule.${at % 100}`, message: 'It is wrong' }),
    );
    const results = Array.from({ length: 50 }, (_, at) =>
      result({ key: `u-${at}`, action: 'create', outcome: 'would-succeed' }),
    );
    const parts = { findings, counts, exitCode: 3, dryRun: true, results };
    const lines = screen(parts, { width: 80 });
    expect(lines.length).toBeLessThanOrEqual(40);
    const [upToChanges = ''] = lines.join('\n').split('Would change');
    const [, left = '0'] = /^and (\S+) more: --report FILE\.csv$/m.exec(upToChanges) ?? [];
    const shown = lines
      .filter((line) => line.startsWith('error'))
      .map((line) => Number(/^error +(\d+) ×/.exec(line)?.[1] ?? 1));
    expect(shown.reduce((sum, number) => sum + number, Number(left.replace(',', '')))).toBe(count);
    const everything = screen(parts, { isVerbose: true }).filter((line) => line.startsWith('error'));
    expect(everything).toHaveLength(count);
  });

  it('counts all changes although the report has only some of them, and names the format that has all', () => {
    const results = Array.from({ length: 12 }, () => result({ outcome: 'would-succeed' }));
    const parts = { dryRun: true, rehearsal: 'engine', counts: { read: 200_012 }, results } as const;
    const tally = { created: 150_000, updated: 50_006, unchanged: 6 };
    const told = (whole: ReportParts) => screen(whole).filter((line) => line.includes('more:'));
    expect(told({ ...parts, tally, cut: { results: { shown: 12, total: 200_012 } } })).toEqual([
      '  and 199,996 more: -o ndjson',
    ]);
    expect(told(parts)).toEqual(['  and 2 more: --report FILE.csv']);
  });

  it.each([40, 80, 140])('breaks long lines of a terminal of %i columns between words, and none elsewhere', (width) => {
    const long = 'Aeneas was asked to write each word of this sentence as it stands, and not to break one of them';
    const parts = {
      findings: Array.from({ length: 10 }, () => finding({ message: long, suggestion: long, rule: '' })),
      results: [result({ changes: [{ field: 'City', before: long, after: long }] })],
      counts: { read: 10, invalid: 10 },
      exitCode: 3,
      error: { name: 'InputError', message: long, hint: long },
    };
    const wide = screen(parts, { isVerbose: true }).join('\n');
    const narrow = screen(parts, { width, isVerbose: true });
    expect(narrow.filter((line) => line.length > width && !line.startsWith('  examctl '))).toEqual([]);
    expect(narrow.join(' ').split(/\s+/)).toEqual(wide.split(/\s+/));
    expect(wide).toContain(`  ${long}\n`);
  });

  it('lets no control sequence of the file reach the terminal', () => {
    const evil = '\u001b[2J\u202e\n';
    const of = { file: evil, message: evil, key: evil };
    const findings = [
      finding({ ...of, column: evil, suggestion: evil }),
      ...Array.from({ length: 12 }, () => finding({ ...of, column: null, field: evil })),
    ];
    const errors = [{ Code: 1, Error: evil, Field: evil }];
    const results = [result({ key: evil, file: evil, outcome: 'failed', errors })];
    const error = { name: 'x', message: evil, hint: evil };
    const text = screen({ findings, results, error, run: evil, counts: { read: 3 } }, { rejectsFile: evil }).join('\n');
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

it('a run on a store that sent nothing has nothing to resume: it is done, or has changed nothing', () => {
  const parts = { counts: { read: 2, valid: 2 }, tally: { notSent: 2 }, exitCode: 1 } as const;
  expect(screen({ ...parts, target: REMOTE.target }).join('\n')).toContain('runs resume');
  expect(screen(parts).join('\n')).not.toContain('runs resume');
});
