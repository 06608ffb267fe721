import type { Log } from 'sarif';
import { expect, it } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { renderSarif } from '../../../../src/output/formats/sarif.ts';
import { finding } from '../report-fixtures.ts';
import { reportedRun } from '../reported-run.ts';

const logOf = (run: ReturnType<typeof reportedRun>): Log => JSON.parse(renderSarif(run)) as Log;

it('a SARIF log has one result for each rule, with the places where it is broken', () => {
  const findings = [
    finding({ file: 'lists/my users.csv', suggestion: 'write x' }),
    finding({ file: 'lists/my users.csv', line: 15 }),
    finding({ rule: 'target.refused', code: 2140, severity: 'warning', column: null, message: 'taken' }),
  ];
  const [run] = logOf(reportedRun({ findings, exitCode: 3 })).runs;
  const description = { text: expect.stringMatching(/^Email not a valid address\./) };
  expect(run?.tool.driver.rules).toEqual([
    {
      id: 'user.email.invalid',
      shortDescription: description,
      fullDescription: description,
      help: { text: expect.stringContaining('"examctl explain 209"') },
      defaultConfiguration: { level: 'error' },
      properties: { code: 209 },
    },
    expect.objectContaining({ id: 'target.refused', defaultConfiguration: { level: 'warning' } }),
  ]);
  const { version, homepage } = packageJson;
  expect(run?.tool.driver).toMatchObject({ name: 'examctl', version, informationUri: homepage });
  expect(run?.results).toEqual([
    {
      ruleId: 'user.email.invalid',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'column E-mail: Email is not a valid e-mail address; write x (and 1 more of this rule).' },
      occurrenceCount: 2,
      locations: [14, 15].map((startLine) => ({
        physicalLocation: { artifactLocation: { uri: 'lists/my%20users.csv' }, region: { startLine } },
        message: { text: `column E-mail: Email is not a valid e-mail address${startLine === 14 ? '; write x' : ''}.` },
      })),
    },
    expect.objectContaining({ ruleId: 'target.refused', ruleIndex: 1, level: 'warning', occurrenceCount: 1 }),
  ]);
  expect(run?.invocations).toEqual([
    { executionSuccessful: true, exitCode: 3, endTimeUtc: '2026-11-21T03:15:00.000Z' },
  ]);
});

it.each([
  ['/data/u.csv', 'file:///data/u.csv'],
  ['C:\\data\\u.csv', 'file:///C:/data/u.csv'],
  ['a#b?.csv', 'a%23b%3F.csv'],
  ['\ud800.csv', '%EF%BF%BD.csv'],
])('a SARIF log writes the path %s as the URI %s', (file, uri) => {
  const [run] = logOf(reportedRun({ findings: [finding({ file })] })).runs;
  expect(run?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(uri);
});

it('a SARIF log names no file for typed input, and has the error that stopped the command', () => {
  const error = { name: 'E', message: 'no answer', hint: null };
  const run = reportedRun(
    { error, findings: [finding({ file: 'answers' })] },
    { layout: { format: 'records', isTyped: true } },
  );
  expect(logOf(run).runs[0]?.results?.[0]).not.toHaveProperty('locations');
  expect(logOf(run).runs[0]?.invocations?.[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: 'no answer.' } }],
  });
});

it('names the sheet and the cell in a workbook, beside the row as its line', () => {
  const findings = [finding({ file: 'two.xlsx', line: 2, sheet: 'Candidates', cell: 'E2', message: 'wrong' })];
  const [result] = logOf(reportedRun({ findings })).runs[0]?.results ?? [];
  expect(result?.message.text).toBe('Candidates!E2, column E-mail: wrong.');
  expect(result?.locations).toMatchObject([
    {
      physicalLocation: { artifactLocation: { uri: 'two.xlsx' }, region: { startLine: 2 } },
      logicalLocations: [{ fullyQualifiedName: 'Candidates!E2' }],
      message: { text: 'Candidates!E2, column E-mail: wrong.' },
    },
  ]);
});
