/** An id that is shorter than nearly all others has probably lost its leading zeros. */
import { describe, expect, it } from 'vitest';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { userRequest } from '../../../support/conformance/requests.ts';
import { findingsIn } from './drafts.ts';

const listed = (ids: readonly string[]) => ids.map((ExternalId) => userRequest({ ExternalId }));
const range = (from: number, to: number, prefix = '') =>
  Array.from({ length: to - from + 1 }, (_, index) => prefix + (from + index));

async function warningsFor(ids: readonly string[]) {
  const findings = await findingsIn(userKind, listed(ids));
  return findings.map(({ severity, line, rule, suggestion }) => [severity, line, rule, suggestion]);
}

describe('a short id', () => {
  it.each([
    ['among ids of seven digits', '444023', range(4_510_001, 4_510_006), 'write 0444023'],
    ['two digits shorter', '44023', range(4_510_001, 4_510_006), 'write 0044023'],
    ['after letters', 's444023', range(4_510_001, 4_510_006, 's'), 'write s0444023'],
  ])('%s gets a warning, as the first or the last record', async (_, id, others, suggestion) => {
    const warning = (line: number) => [
      ['warning', line, 'user.external-id.lost-zeros', expect.stringContaining(suggestion)],
    ];
    expect(await warningsFor([id, ...others])).toEqual(warning(2));
    expect(await warningsFor([...others, id])).toEqual(warning(others.length + 2));
  });

  it.each([
    ['in a list of consecutive numbers', range(1, 1_200)],
    ['of one or two digits', ['u-1', ...range(10, 30, 'u-')]],
    ['in a list of ids of many lengths', ['444023', '4510001', '45100', '451', '45100011']],
    ['with other letters before the digits', ['p444023', ...range(4_510_001, 4_510_006, 's')]],
  ])('%s gets no warning', async (_, ids) => {
    expect(await warningsFor(ids)).toEqual([]);
  });

  it('gets a second warning if the list also has it with the zero', async () => {
    const findings = await warningsFor(['0444021', ...range(4_510_001, 4_510_006), '444021']);
    expect(findings.map(([, line, rule]) => [line, rule])).toEqual([
      [9, 'user.external-id.alike'],
      [9, 'user.external-id.lost-zeros'],
    ]);
  });
});
