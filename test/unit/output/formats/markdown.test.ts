import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../../src/output/formats/markdown.ts';
import { LIVE } from '../../../support/cli/control-characters.ts';
import { HOSTILE, hostileRun } from '../hostile-report.ts';
import { finding, result } from '../report-fixtures.ts';
import { reportedRun } from '../reported-run.ts';

const textOf = (run: ReturnType<typeof reportedRun>) => [...renderMarkdown(run)].join('');

it('a Markdown report has the headline, the findings, the changes and the next steps', () => {
  const run = reportedRun({
    dryRun: true,
    rehearsal: 'engine',
    counts: { read: 2, valid: 1, invalid: 1 },
    findings: [
      finding({ severity: 'note', rule: 'input.header.other-word', line: 1, key: null, code: null, message: 'read' }),
      finding(),
    ],
    results: [
      result({
        name: 'Ada L.',
        action: 'update',
        outcome: 'would-succeed',
        changes: [{ field: 'City', before: null, after: 'Delft' }],
      }),
    ],
  });
  expect(textOf(run)).toBe(
    [
      '# examctl user sync (dry run)',
      '',
      'Dry run: nothing was changed.  ',
      '2 users: 1 would be updated, 1 with errors (1 error).  ',
      'Compared with the local platform in .examctl/store, 2026-11-21 03:15 UTC.',
      '',
      '## Findings',
      '',
      '| Severity | Place | Column | Id | Message | Suggestion | Rule |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| error | users.csv:14 | E-mail | u-13 | Email is not a valid e-mail address (code 209) |  | user.email.invalid |',
      '| note | users.csv:1 | E-mail |  | read |  | input.header.other-word |',
      '',
      '## Would change',
      '',
      '| Record | Candidate | Field | Before | After |',
      '| --- | --- | --- | --- | --- |',
      '| Ada L. (u-1) |  | City |  | Delft |',
      '',
      '## Next',
      '',
      '- correct what is wrong and run the command again',
      '',
    ].join('\n'),
  );
});

it('a Markdown report escapes hostile strings: they add no markup and begin no line', () => {
  const text = textOf(hostileRun);
  const cells = text.split('\n').filter((line) => line.startsWith('| '));
  const plain = cells.map((line) => line.replaceAll(/\\[!-/:-@[-`{-~]/g, ''));
  expect(plain.filter((line) => /[<>`[\]*@#]|:\/\/|:\w+:|\b_|_\b/.test(line.replaceAll(/\| ---/g, '')))).toEqual([]);
  expect(new Set(plain.map((line) => line.split('|').length))).toEqual(new Set([9, 7]));
  expect(text).not.toMatch(LIVE);
  expect(text.split('\n').filter((line) => line.startsWith('::'))).toEqual([]);
  expect(HOSTILE).toContain('\n::');
});

it('a Markdown report escapes only what would be markup at its place', () => {
  const escaped = ({ message }: { message: string }) => textOf(reportedRun({ findings: [finding({ message })] }));
  expect(escaped({ message: 'a_b: x = 2 < 3 > 1 & 4 - v1.2 (see 5:30)' })).toContain(
    '| a_b: x = 2 < 3 > 1 & 4 - v1.2 (see 5:30) (code 209) |',
  );
  expect(escaped({ message: '<b> *x* #1 @you _y_ | &amp;' })).toContain(
    '| \\<b\\> \\*x\\* \\#1 \\@you \\_y\\_ \\| \\&amp; (code 209) |',
  );
});

it('a Markdown report has at most 500 rows of a table, and says how many there are', () => {
  const findings = Array.from({ length: 100_000 }, (_, index) => finding({ line: index + 2 }));
  const text = textOf(reportedRun({ findings }));
  expect(text).toContain('Shown 500 of 100,000; --report FILE.csv has all.');
  expect(text.length).toBeLessThan(1_000_000);
});
