/** Drafts of files in which each row is one record: what they say of themselves, and where it stands. */
import { expect, it } from 'vitest';
import { draftKind } from '../../../src/commands/record-kinds.ts';
import type { Draft } from '../../../src/contract/draft.ts';
import { openInput } from '../../../src/input/open-input.ts';
import { fileOf } from './reading.ts';

async function users(text: string): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for await (const draft of draftKind('users', await openInput(fileOf(text), {}), {}, new Map()).drafts) {
    drafts.push(draft);
  }
  return drafts;
}

it('what is about a row as a whole names no column and no field', async () => {
  const [draft] = await users('ExternalId,E-mail\nu-1,a@b.nl\n');
  expect(draft?.locate([])).toMatchObject({ line: 2, column: null, field: null });
  expect(draft?.locate(['Email'])).toMatchObject({ line: 2, column: 'E-mail', field: 'Email' });
  expect(draft?.locate(['City'])).toMatchObject({ line: 2, column: null, field: 'City' });
});
