/** Drafts of files in which each row is one record: their findings, and the places of these. */
import { expect, it } from 'vitest';
import { draftKind } from '../../../../src/bulk/kinds/read/draft-kind.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import { fileOf } from '../reading.ts';

async function users(text: string, ending?: string): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const source = await draftKind(userKind, await openInput(fileOf(text, ending), {}), { mapping: new Map() });
  for await (const draft of source.drafts) drafts.push(draft);
  return drafts;
}

it('a finding about a row as a whole names no column and no field', async () => {
  const [draft] = await users('ExternalId,E-mail\nu-1,a@b.nl\n');
  expect(draft?.locate([])).toMatchObject({ line: 2, column: null, field: null });
  expect(draft?.locate(['Email'])).toMatchObject({ line: 2, column: 'E-mail', field: 'Email' });
  expect(draft?.locate(['City'])).toMatchObject({ line: 2, column: null, field: 'City' });
});

it('cells that a rejects file adds do not make a row a record', async () => {
  const found = await users('ExternalId,E-mail,_line,_message\n,,7,was blank\nu-2,b@b.nl,8,\n');
  expect(found.map(({ key }) => key)).toEqual(['u-2']);
});

it.each([
  ['SpecialNeeds', 'j', 'true, false, yes, no, 1 or 0'],
  ['SpecialNeeds', 'N', 'true, false, yes, no, 1 or 0'],
  ['SpecialNeeds', 'x', 'true, false, yes, no, 1 or 0'],
  ['ReasonableAdjustmentPercentage', '12,5', 'digits only'],
  ['ReasonableAdjustmentPercentage', '25%', 'digits only'],
])('a %s of %j is an error that names the valid values', async (name, cell, words) => {
  const [draft] = await users(`ExternalId,${name}\nu-1,"${cell}"\n`);
  expect(draft?.problems).toMatchObject([{ path: [name], suggestion: expect.stringContaining(words) }]);
  expect(draft?.problems[0]?.rule).toMatch(/^user\..*\.type$/);
});

it('a number of JSON in quotes gets the advice to leave them out', async () => {
  const [draft] = await users(
    '[{"ExternalId":"u-1","ReasonableAdjustmentPercentage":"25","SpecialNeeds":"j"}]',
    '.json',
  );
  expect(draft?.problems.map(({ suggestion }) => suggestion)).toEqual([
    'write a number without quotes',
    'write true, false, yes, no, 1 or 0',
  ]);
});
