import { expect, it } from 'vitest';
import { renderAnnotations } from '../../../../src/output/formats/github.ts';
import { LIVE } from '../../../support/cli/control-characters.ts';
import { hostileRun } from '../hostile-report.ts';
import { finding } from '../report-fixtures.ts';
import { reportedRun } from '../reported-run.ts';

it('annotates the lines of files, ten of each severity, the errors first', () => {
  const findings = [
    finding({ severity: 'warning', line: 2, suggestion: '50%, say' }),
    ...Array.from({ length: 12 }, (_, index) => finding({ file: 'a,b:c.csv', line: index + 2, column: null })),
  ];
  const lines = renderAnnotations(reportedRun({ findings })).trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe(
    '::error file=a%2Cb%3Ac.csv,line=2,title=user.email.invalid::Email is not a valid e-mail address',
  );
  expect(lines[10]).toBe(
    '::warning file=users.csv,line=2,title=user.email.invalid::column E-mail: Email is not a valid e-mail address; 50%25, say',
  );
  expect(lines[11]).toBe('::notice::2 more findings are in the report');
});

it('no cell of a file begins a workflow command', () => {
  const text = renderAnnotations(hostileRun);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => /^::(?:error|warning) file=/.test(line))).toEqual(lines.map(() => true));
  expect(text).not.toMatch(/##\[|%0A/);
  expect(text).not.toMatch(LIVE);
});

it('the error that stopped the command is an annotation without a file', () => {
  const error = { name: 'E', message: 'no answer', hint: null };
  expect(renderAnnotations(reportedRun({ error }))).toBe('::error title=examctl user sync::no answer\n');
});

it('an annotation of a workbook begins with the sheet and the cell', () => {
  const findings = [finding({ file: 'two.xlsx', line: 2, sheet: 'Candidates', cell: 'E2', message: 'wrong' })];
  expect(renderAnnotations(reportedRun({ findings }))).toBe(
    '::error file=two.xlsx,line=2,title=user.email.invalid::Candidates!E2, column E-mail: wrong\n',
  );
});
