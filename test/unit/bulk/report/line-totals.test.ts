/** A run stops before it sends if the lines of an input do not add up. */
import { expect, it } from 'vitest';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { createLedger } from '../../../../src/bulk/report/ledger.ts';
import { readInto } from '../../../../src/bulk/run/read-all.ts';
import { sourceOf } from '../check/drafts.ts';

const USERS = [1, 2].map((number) => ({ ExternalId: `u-${number}`, FirstName: 'A', LastName: 'B' }));

function readWith(account: { lines: number | undefined; header: number; blank: number }, onRead = () => {}) {
  const sources = [{ ...sourceOf(USERS), lineCounts: [{ file: 'people.csv', ...account }] }];
  const ledger = createLedger();
  return { ledger, read: readInto(ledger, sources, userKind, onRead) };
}

it('the report has the totals of lines that add up', async () => {
  const { ledger, read } = readWith({ lines: 4, header: 1, blank: 1 });
  await read;
  expect(ledger.lines.list()).toEqual([
    { file: 'people.csv', lines: 4, header: 1, records: 2, continued: 0, blank: 1, reported: 0 },
  ]);
});

it.each([
  ['one line more than its records have', { lines: 5, header: 1, blank: 1 }],
  ['one line less than its records have', { lines: 3, header: 1, blank: 1 }],
])('an input of %s stops the command before anything is planned', async (_, account) => {
  await expect(readWith(account).read).rejects.toMatchObject({
    name: 'AccountingError',
    exitCode: 1,
    message: `people.csv has ${account.lines} lines, but 4 are accounted for`,
  });
});

it('the report has no totals of a file that an error stopped, although its lines were counted before', async () => {
  const full = () => {
    throw new Error('the disk is full');
  };
  const { ledger, read } = readWith({ lines: 4, header: 1, blank: 1 }, full);
  await expect(read).rejects.toThrow('the disk is full');
  expect(ledger.lines.list()).toEqual([]);
});

it('an input that was not read to its end stops the command', async () => {
  await expect(readWith({ lines: undefined, header: 1, blank: 0 }).read).rejects.toMatchObject({
    name: 'AccountingError',
    message: expect.stringContaining('people.csv was not read to its end'),
  });
});
