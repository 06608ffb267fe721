/** The place of a finding in words. The sentence stays complete if a part of the place is unknown. */
import { expect, it } from 'vitest';
import { listFindings, listNotes } from '../../../../src/output/report/findings.ts';
import { finding } from '../report-fixtures.ts';

it.each([
  ['the field and the record', { field: 'Email', key: 'u-1' }, 'users.csv:14, Email of u-1'],
  ['the record alone', { field: null, key: 'u-1' }, 'users.csv:14, u-1'],
  ['the record alone, where the field is empty', { field: '', key: 'u-1' }, 'users.csv:14, u-1'],
  ['the field alone', { field: 'Email', key: null }, 'users.csv:14, Email'],
  ['the field alone, where the id is empty', { field: 'Email', key: '' }, 'users.csv:14, Email'],
  ['neither', { field: null, key: null }, 'users.csv:14'],
  ['neither, where both are empty', { field: '', key: '' }, 'users.csv:14'],
])('names %s', (_, parts, place) => {
  const [line] = listFindings([finding({ column: null, code: null, message: 'it is odd', ...parts })], {
    ascii: true,
    color: false,
    maxFindings: 10,
  });
  expect(line).toBe(`error    ${place}: it is odd`);
});

const PLAIN = { ascii: true, color: false, maxFindings: 20 };
const inRecord = (record: number, line = 1) =>
  finding({ file: 'u.json', line, record, column: null, field: 'Email', key: null, code: null, message: 'it is odd' });

it('names the records if several begin on one line', () => {
  expect(listFindings([inRecord(1), inRecord(3)], PLAIN)).toEqual([
    'error    u.json:1, record 1, Email: it is odd',
    'error    u.json:1, record 3, Email: it is odd',
  ]);
  expect(listFindings([inRecord(3)], PLAIN)).toEqual(['error    u.json:1, record 3, Email: it is odd']);
  expect(listFindings([inRecord(1), inRecord(0), inRecord(1), inRecord(2, 5)], PLAIN).join()).not.toContain('record');
});

it('lists kinds by their records if all are on one line', () => {
  const findings = Array.from({ length: 10 }, (_, index) => inRecord(index + 2));
  expect(listFindings(findings, PLAIN)[0]).toBe('10 x it is odd: records 2, 3, 4, 5, 6, ...');
});

it('lists notes separately, so that they displace no warning', () => {
  const findings = [...(['note', 'warning'] as const)].flatMap((severity) =>
    Array.from({ length: 3 }, () => finding({ severity, message: `a ${severity}` })),
  );
  const few = { ...PLAIN, maxFindings: 2 };
  const words = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]);
  expect(words(listFindings(findings, few))).toEqual(['warning', 'warning', 'shown']);
  expect(words(listNotes(findings, few))).toEqual(['note', 'note', 'shown']);
});
