/** Many findings about people who were renumbered. */
import { expect, it } from 'vitest';
import { PEOPLE } from '../../../../../src/bulk/check/identity/people.ts';
import { watchRenumbered } from '../../../../../src/bulk/check/identity/renumbered.ts';
import { draftOf } from '../drafts.ts';

const CREATE = { action: 'create', changes: [] } as const;
const MANY = 10_100;

it('ten thousand warnings hide no error that comes after them', async () => {
  const known = {
    words: 'the store has',
    find: (id: string) => ({ id: `old-${id}`, hasSameBirthDate: id === 'last' }),
  };
  const watch = watchRenumbered(PEOPLE.users, async () => known, false);
  const ids = [...Array.from({ length: MANY }, (_, index) => `n-${index}`), 'last'];
  for (const ExternalId of ids) {
    const request = { ExternalId, FirstName: 'Ada', LastName: 'Lovelace', Email: `${ExternalId}@example.edu` };
    await watch.see([{ valid: { draft: draftOf(request, 2, { key: ExternalId }), request }, effect: CREATE }]);
  }
  const findings = await watch.findings();
  expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  expect(findings.length).toBeLessThan(MANY);
});
