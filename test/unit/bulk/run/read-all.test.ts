import { expect, it } from 'vitest';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { createLedger } from '../../../../src/bulk/report/ledger.ts';
import { readInto } from '../../../../src/bulk/run/read-all.ts';
import { sourceOf } from '../check/drafts.ts';

it('signals and the spinner have their turn while drafts are checked that wait for nothing', async () => {
  const users = Array.from({ length: 1_200 }, (_, at) => ({ ExternalId: `u-${at}`, FirstName: 'A', LastName: 'B' }));
  const ledger = createLedger();
  let readBefore = 0;
  setImmediate(() => {
    readBefore = ledger.counts.read;
  });
  await readInto(ledger, [{ ...sourceOf(users), lineCounts: [] }], userKind, () => {});
  expect(ledger.counts.read).toBe(1_200);
  expect(readBefore).toBeLessThan(1_200);
  expect(readBefore).toBeGreaterThan(0);
});
