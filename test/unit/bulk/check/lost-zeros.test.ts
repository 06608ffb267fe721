/** An id that is shorter than nearly all others has most likely lost its leading zeros. */
import { describe, expect, it } from 'vitest';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { userRequest } from '../../../support/conformance/requests.ts';
import { findingsIn } from './drafts.ts';

const listed = (ids: readonly string[]) => ids.map((ExternalId) => userRequest({ ExternalId }));
const range = (from: number, to: number, prefix = '') =>
  Array.from({ length: to - from + 1 }, (_, index) => prefix + (from + index));

async function told(ids: readonly string[]) {
  const findings = await findingsIn(userKind, listed(ids));
  return findings.map(({ severity, line, rule, suggestion }) => [severity, line, rule, suggestion]);
}

describe('a short id', () => {
  it.each([
    ['among seven digits', '444023', range(4_510_001, 4_510_006), 'write 0444023'],
    ['two digits shorter', '44023', range(4_510_001, 4_510_006), 'write 0044023'],
    ['behind letters', 's444023', range(4_510_001, 4_510_006, 's'), 'write s0444023'],
  ])('%s is a warning, first or last', async (_, id, others, suggestion) => {
    const warning = (line: number) => [
      ['warning', line, 'user.external-id.lost-zeros', expect.stringContaining(suggestion)],
    ];
    expect(await told([id, ...others])).toEqual(warning(2));
    expect(await told([...others, id])).toEqual(warning(others.length + 2));
  });

  it.each([
    ['in a list that is counted through', range(1, 1_200)],
    ['of one or two digits', ['u-1', ...range(10, 30, 'u-')]],
    ['in a list of all widths', ['444023', '4510001', '45100', '451', '45100011']],
    ['with other letters', ['p444023', ...range(4_510_001, 4_510_006, 's')]],
  ])('%s is none', async (_, ids) => {
    expect(await told(ids)).toEqual([]);
  });

  it('beside its like with the zero is told as that, too', async () => {
    const findings = await told(['0444021', ...range(4_510_001, 4_510_006), '444021']);
    expect(findings.map(([, line, rule]) => [line, rule])).toEqual([
      [9, 'user.external-id.alike'],
      [9, 'user.external-id.lost-zeros'],
    ]);
  });
});
