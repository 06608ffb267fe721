/** The place of a finding, in words: where nothing is known of a part of it, the sentence has no hole. */
import { expect, it } from 'vitest';
import { listFindings } from '../../../src/output/report-findings.ts';
import { finding } from './report-fixtures.ts';

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
