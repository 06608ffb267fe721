/** A kind says which fields its rules and its checks across records look at: they look at no others. */
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

const NAMES = KIND_NAMES.filter((name) => KINDS[name].lookedAt !== undefined);

it.each(NAMES)('of %s', (name) => {
  const { lookedAt, keyFields, createCrossChecks } = KINDS[name];
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
      ownKeys: () => expect.fail('all fields are looked at'),
    });
    for (const workflow of [undefined, 'DEFAULT', 'EXTERNAL_ATTEMPTS']) lookedAt?.keepsRules(request, workflow);
    const notes = new NumberWriter();
    for (const check of createCrossChecks()) check.note({ key: 'k', request, locate: () => ({ line: 1 }) }, notes);
  }
  expect([...seen].filter((field) => !lookedAt?.fields.includes(field))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
