/** The place of a finding in words. The sentence stays complete if a part of the place is unknown. */
import { expect, it } from 'vitest';
import { listFindings } from '../../../../src/output/report/findings.ts';
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
    maxLines: 10,
  });
  expect(line).toBe(`error    ${place}: it is odd`);
});

const PLAIN = { ascii: true, color: false, maxLines: 20 };
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

it('breaks no word that fits the terminal: the indent gives way', () => {
  const message = 'The name reasonable_adjustment_percentage is long';
  const lines = listFindings([finding({ message, column: null, field: null, key: null, code: null })], {
    ...PLAIN,
    width: 35,
  });
  expect(lines.map((line) => line.trimStart())).toContain('reasonable_adjustment_percentage');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(35);
});

it('lists kinds by their records if all are on one line, when they are too many for a line each', () => {
  const findings = Array.from({ length: 10 }, (_, index) => inRecord(index + 2));
  const few = { ...PLAIN, maxLines: 5 };
  expect(listFindings(findings, few)).toEqual(['error    10 x it is odd: records 2, 3, 4, 5, 6, ...']);
});

it('lists errors, then warnings, then notes, and one line for each kind of notes', () => {
  const findings = [...(['note', 'warning', 'error'] as const)].flatMap((severity) =>
    [2, 3].map((line) =>
      finding({ severity, line, code: null, column: null, field: null, key: null, message: `a ${severity}` }),
    ),
  );
  expect(listFindings(findings, PLAIN)).toEqual([
    'error    users.csv:2: a error',
    'error    users.csv:3: a error',
    'warning  users.csv:2: a warning',
    'warning  users.csv:3: a warning',
    'note     2 x a note: lines 2, 3',
  ]);
  expect(listFindings(findings, { ascii: true, color: false }).slice(-2)).toEqual([
    'note     users.csv:2: a note',
    'note     users.csv:3: a note',
  ]);
});

it('counts what it does not show, and names the file that has it', () => {
  const findings = Array.from({ length: 30 }, (_, index) => finding({ rule: `r.${index}`, column: `c${index}` }));
  const lines = listFindings(findings, { ...PLAIN, maxLines: 10 });
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('and 21 more: --report FILE.csv');
});

it('names the files if there are several, and counts the entries of a list as one kind', () => {
  const findings = Array.from({ length: 50 }, (_, at) => {
    const field = `Candidates[${at}].Email`;
    return finding({ file: `${at % 2}.json`, line: at + 1, column: null, field, key: 'S-1' });
  });
  expect(listFindings(findings, PLAIN)).toEqual([
    'error    50 x Email is not a valid e-mail address: 0.json:1, 1.json:2, 0.json:3, 1.json:4, 0.json:5, ...',
  ]);
});

it('puts a suggestion on a line of its own at a narrow terminal', () => {
  expect(listFindings([finding({ suggestion: 'write name@example.org' })], { ...PLAIN, width: 90 })).toEqual([
    'error    users.csv:14, column E-mail: Email is not a valid e-mail address (code 209)',
    '         -> write name@example.org',
  ]);
});
