import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../../../src/base/text/counted.ts';
import {
  boundFindings,
  MAX_TEXT,
  SHOWN_OF_CELL,
  SHOWN_OF_RECORDS,
} from '../../../../src/bulk/check/bounded-findings.ts';
import type { Finding } from '../../../../src/model/finding.ts';

const FINDING: Finding = {
  severity: 'error',
  file: 'a.csv',
  line: 2,
  record: 1,
  column: 'Hierarchies',
  field: null,
  key: 'u-1',
  code: null,
  rule: 'user-hierarchy.external-id.required',
  message: 'ExternalId is empty but required',
  suggestion: null,
};

function many(count: number, of: (n: number) => Partial<Finding>): Finding[] {
  return Array.from({ length: count }, (_, n) => ({ ...FINDING, ...of(n) }));
}

describe('the findings of one record', () => {
  it('are all shown if no cell has more than the limit of a cell', () => {
    const found = many(SHOWN_OF_CELL, (n) => ({ field: `Hierarchies[${n}].ExternalId` }));
    expect(boundFindings(found)).toEqual({ findings: found, leftOut: 0 });
    const rows = many(5_000, (n) => ({ line: n + 2 }));
    expect(boundFindings(rows)).toEqual({ findings: rows, leftOut: 0 });
  });

  it.each([
    ['a cell', SHOWN_OF_CELL, (n: number) => ({ field: `Hierarchies[${n}].ExternalId` }), 'Hierarchies'],
    [
      'a list in JSON',
      SHOWN_OF_CELL,
      (n: number) => ({ column: null, field: `Candidates[1].Labels[${n}]` }),
      'Candidates[1].Labels',
    ],
    [
      'a list of records in JSON',
      SHOWN_OF_RECORDS,
      (n: number) => ({ column: null, field: `Candidates[${n}].Email` }),
      'Candidates',
    ],
  ])('that are too many for %s are cut, and what is left out is counted', (_, shown, of, list) => {
    const found = many(50_000, of);
    const other = { ...FINDING, column: 'E-mail', field: 'Email' };
    const { findings, leftOut } = boundFindings([...found, other]);
    const rest = { severity: 'error', rule: 'findings.cut', field: list };
    expect(findings.slice(0, shown)).toEqual(found.slice(0, shown));
    expect(findings[shown]).toMatchObject({
      ...rest,
      message: `Only the first ${formatNumber(shown)} of 50,000 findings here are shown`,
    });
    expect(findings.slice(shown + 1)).toEqual([other]);
    expect(leftOut).toBe(50_000 - shown);
  });

  it('that are more than the limit of a record are cut, and those left out are counted', () => {
    const keys = many(50_000, (n) => ({ column: null, field: `key-${n}`, severity: 'warning' }));
    const labels = many(300, (n) => ({ column: null, field: `Candidates[${n >> 8}].Labels[${n}]` }));
    const people = many(500, (n) => ({ column: null, field: `Candidates[${n}].Email` }));
    const other = { ...FINDING, line: 3 };
    const { findings, leftOut } = boundFindings([...keys, ...labels, ...people, other]);
    expect(findings.slice(0, SHOWN_OF_RECORDS)).toEqual(keys.slice(0, SHOWN_OF_RECORDS));
    expect(findings.slice(SHOWN_OF_RECORDS, -1)).toEqual([...people, other]);
    expect(findings.at(-1)).toMatchObject({
      ...{ severity: 'error', rule: 'findings.cut', line: 2, key: 'u-1', column: null, field: null },
      message: 'Only the first 1000 of 50300 findings of this record are shown',
    });
    expect(leftOut).toBe(50_000 + 300 - SHOWN_OF_RECORDS);
  });

  it('show by the severity of the last one whether an error was left out', () => {
    const found = many(SHOWN_OF_CELL + 2, () => ({ severity: 'warning' }));
    expect(boundFindings(found).findings.at(-1)?.severity).toBe('warning');
    found[SHOWN_OF_CELL + 1] = FINDING;
    expect(boundFindings(found).findings.at(-1)?.severity).toBe('error');
  });

  it('have no text at full length if a value is very long', () => {
    const long = 'x'.repeat(400_000);
    const [found] = boundFindings([{ ...FINDING, key: long, field: long, message: long, suggestion: long }]).findings;
    expect(JSON.stringify(found).length).toBeLessThan(5 * MAX_TEXT);
  });
});
