import { describe, expect, it } from 'vitest';
import { boundFindings, MAX_TEXT, SHOWN_OF_LINE } from '../../../../src/bulk/check/bounded-findings.ts';
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
  it('that are too many are cut, and what is left out is counted', () => {
    const found = many(50_000, (n) => ({ field: `Hierarchies[${n}].ExternalId`, severity: 'warning' }));
    const other = { ...FINDING, line: 3 };
    const { findings, leftOut } = boundFindings([...found, FINDING, other]);
    expect(findings.slice(0, SHOWN_OF_LINE)).toEqual(found.slice(0, SHOWN_OF_LINE));
    expect(findings.slice(SHOWN_OF_LINE)).toEqual([
      {
        ...{ ...FINDING, rule: 'findings.cut', column: null, field: null },
        message: 'Only the first 1,000 of 50,001 findings of this record are shown',
      },
      other,
    ]);
    expect(leftOut).toBe(50_001 - SHOWN_OF_LINE);
  });

  it('show by the severity of the last one whether an error was left out', () => {
    const found = many(SHOWN_OF_LINE + 2, () => ({ severity: 'warning' }));
    expect(boundFindings(found).findings.at(-1)?.severity).toBe('warning');
    found[SHOWN_OF_LINE + 1] = FINDING;
    expect(boundFindings(found).findings.at(-1)?.severity).toBe('error');
  });

  it('have no text at full length if a value is very long', () => {
    const long = 'x'.repeat(400_000);
    const [found] = boundFindings([{ ...FINDING, key: long, field: long, message: long, suggestion: long }]).findings;
    expect(JSON.stringify(found).length).toBeLessThan(5 * MAX_TEXT);
  });
});
