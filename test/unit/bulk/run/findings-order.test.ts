import { expect, it } from 'vitest';
import { createReport } from '../../../../src/bulk/report/create-report.ts';
import { createLedger } from '../../../../src/bulk/report/ledger.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import type { Finding } from '../../../../src/model/finding.ts';
import { finding } from '../../output/report-fixtures.ts';

const DETAILS = { command: 'schedule push', run: null, target: null, dryRun: false, rehearsal: null } as const;

function draft(...places: readonly (readonly [file: string, line: number])[]): Draft {
  const rows = places.map(([file, line]) => ({
    file,
    line,
    record: line,
    lines: 1,
    content: { cells: [`${file}:${line}`] },
  }));
  const [first = rows[0], ...others] = rows;
  if (first === undefined) throw new Error('a draft has a row at least');
  return {
    key: null,
    request: {},
    rows: [first, ...others],
    findings: [],
    problems: [],
    locate: () => ({ file: '', line: 0, record: 0, column: null, field: null }),
  };
}

function invalid(draft: Draft, findings: readonly Finding[]) {
  return { draft, findings, isValid: false, leftOut: 0 };
}

it('findings of two files that were read in turn are sorted by file and then by line', () => {
  const ledger = createLedger();
  const places = [
    ['s.csv', 2],
    ['c.csv', 9],
    ['s.csv', 3],
    ['c.csv', 2],
    ['s.csv', 4],
    ['c.csv', 5],
  ] as const;
  for (const [file, line] of places) ledger.addRead(invalid(draft([file, line]), [finding({ file, line })]));
  const { findings } = createReport(ledger, DETAILS);
  expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual([
    's.csv:2',
    's.csv:3',
    's.csv:4',
    'c.csv:2',
    'c.csv:5',
    'c.csv:9',
  ]);
  expect([...ledger.rejects].map(({ row: { file, line } }) => `${file}:${line}`)).toEqual(
    findings.map(({ file, line }) => `${file}:${line}`),
  );
});

it('a rejected row has its own findings, and the other rows of its record name the wrong row', () => {
  const ledger = createLedger();
  ledger.addRead(invalid(draft(['s.csv', 2], ['s.csv', 3]), [finding({ file: 's.csv', line: 3 })]));
  const rejects = [...ledger.rejects];
  expect(rejects.map(({ row, findings, note }) => [row.line, findings.length, note])).toEqual([
    [2, 0, 'not accepted because of errors of the same record: line 3; keep this row with it'],
    [3, 1, undefined],
  ]);
});
