/** The limits for findings about renumbered people. */
import { expect, it } from 'vitest';
import { PEOPLE } from '../../../../../src/bulk/check/identity/people.ts';
import { watchRenumbered } from '../../../../../src/bulk/check/identity/renumbered.ts';
import { draftOf } from '../drafts.ts';

const CREATE = { action: 'create', changes: [] } as const;
const MANY = 10_100;

it('more than ten thousand ids of other people are counted in a note at the place of the first one that is left out', async () => {
  const known = {
    words: 'the store has',
    ids: async () => [],
    find: (id: string) => `old-${id}`,
    isOther: () => true,
  };
  const watch = watchRenumbered(PEOPLE.users, async () => known);
  for (let number = 1; number <= MANY; number += 1) {
    const ExternalId = `n-${number}`;
    const request = { ExternalId, FirstName: 'Ada', LastName: 'Lovelace', Email: `${ExternalId}@example.edu` };
    await watch.see([{ valid: { draft: draftOf(request, number, { key: ExternalId }), request }, effect: CREATE }]);
  }
  const findings = await watch.findings();
  const place = { severity: 'note', rule: 'findings.cut', record: 10_001, field: 'ExternalId' };
  expect(findings.filter(({ rule }) => rule === 'findings.cut')).toMatchObject([
    { ...place, message: 'Only the first 10000 of 10100 ids of other people are shown' },
  ]);
  expect(findings).toHaveLength(10_000 + 1 + MANY);
});
