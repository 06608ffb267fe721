/** The fast check of a kind names all fields that its rules and its checks across records read. */
import { expect, it } from 'vitest';
import { NumberWriter } from '../../../../src/base/bytes/number-writer.ts';
import { KINDS } from '../../../../src/bulk/kinds/kinds.ts';
import { KIND_NAMES } from '../../../../src/bulk/kinds/names.ts';
import { candidate, userRequest } from '../../../support/conformance/requests.ts';

const WHOLE = { ...userRequest({}), ...candidate({}), ScheduleExtId: 'S-1', UserExtId: 'u-1' };
const RECORDS: readonly object[] = [
  { ...WHOLE, SpecialNeeds: true, ReasonableAdjustmentPercentage: 25, AttemptExtId: 'a-1', UserName: 'ada' },
  { ...WHOLE, Email: undefined, DateOfBirth: '2001-05-31' },
  {},
];

const NAMES = KIND_NAMES.filter((name) => KINDS[name].fastCheck !== undefined);

it.each(NAMES)('the fast check of %s names every field that its checks read', (name) => {
  const { fastCheck, keyFields, createCrossChecks } = KINDS[name];
  const seen = new Set<string>(keyFields);
  for (const record of RECORDS) {
    const request = new Proxy(record, {
      get: (target, field) => {
        seen.add(String(field));
        return Reflect.get(target, field);
      },
      getOwnPropertyDescriptor: (target, field) => {
        seen.add(String(field));
        return Reflect.getOwnPropertyDescriptor(target, field);
      },
      ownKeys: () => expect.fail('a check reads all fields'),
    });
    for (const workflow of [undefined, 'DEFAULT', 'EXTERNAL_ATTEMPTS']) fastCheck?.keepsRules(request, workflow);
    const notes = new NumberWriter();
    for (const check of createCrossChecks()) check.note({ key: 'k', request, locate: () => ({ line: 1 }) }, notes);
  }
  expect([...seen].filter((field) => !fastCheck?.fields.includes(field))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
