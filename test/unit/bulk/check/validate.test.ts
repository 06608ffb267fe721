import { describe, expect, it } from 'vitest';
import type { KindChecks } from '../../../../src/bulk/check/validate.ts';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { candidateKind } from '../../../../src/bulk/kinds/candidates.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import type { Draft, DraftSource } from '../../../../src/model/draft.ts';
import { candidate, userRequest } from '../../../support/conformance/requests.ts';
import { draftOf, sourceOf } from './drafts.ts';

const KEY = '9f1b7c1e-0d2a-4c3b-8a4d-5e6f7a8b9c0d';

const withWorkflow = (workflow: string) => ({
  ...candidateKind,
  checkForm: (request: unknown) => candidateKind.checkForm(request, workflow),
});

/** Returns the rules that each draft breaks. */
async function rulesOf<R>(sources: readonly DraftSource[], checks: KindChecks<R>): Promise<string[][]> {
  const rules: string[][] = [];
  for await (const { findings, request } of validateDrafts(sources, checks)) {
    rules.push(findings.map(({ rule }) => rule));
    expect(request === undefined).toBe(findings.some(({ severity }) => severity === 'error'));
  }
  return rules;
}

describe('the records of an input', () => {
  it('must not share an ExternalId, a UserName or a SynchronizationKey, also across files', async () => {
    const first = userRequest({ ExternalId: 'u-1', UserName: 'ada', SynchronizationKey: KEY });
    const sources = [
      sourceOf([first, userRequest({ ExternalId: 'u-2', UserName: 'ada' })]),
      sourceOf([userRequest({ ExternalId: 'u-1' }), userRequest({ ExternalId: 'u-3', SynchronizationKey: KEY })]),
    ];
    expect(await rulesOf(sources, userKind)).toEqual([
      [],
      ['user.user-name.repeated'],
      ['user.external-id.repeated'],
      ['user.synchronization-key.repeated'],
    ]);
  });

  it('that share one are told what to do', async () => {
    const users = ['u-1', 'u-2', 'u-1'].map((ExternalId) => userRequest({ ExternalId, UserName: 'ada' }));
    const suggestions: (string | null)[] = [];
    for await (const { findings } of validateDrafts([sourceOf(users)], userKind))
      suggestions.push(...findings.map(({ suggestion }) => suggestion));
    const advice = (id: string) => `delete line 2 or this one, or give each ${id} of its own`;
    expect(suggestions).toEqual([advice('a UserName'), advice('an ExternalId'), advice('a UserName')]);
  });

  it('get the line, the file or the record number of the first one with the same id', async () => {
    const user = userRequest({ ExternalId: 'u-1' });
    const other = userRequest({ ExternalId: 'u-2' });
    const [moved, repeated] = [draftOf(other, 1), draftOf(user, 2)].map((draft) =>
      placedIn(draft, 'b.csv', draft.rows[0].line),
    );
    const onOneLine = [placedIn(draftOf(user, 1), 'c.json', 1), placedIn(draftOf(other, 2), 'c.json', 1)];
    const [, again] = onOneLine;
    const drafts = [draftOf(user, 1), draftOf(user, 2), moved, repeated].flatMap((draft) => draft ?? []);
    expect(await messagesOf(drafts, userKind)).toEqual([
      'ExternalId is the same as in line 2',
      'ExternalId is the same as in people.csv:2',
    ]);
    expect(await messagesOf([...onOneLine, ...(again ? [again] : [])], userKind)).toEqual([
      'ExternalId is the same as in record 2',
    ]);
  });

  it('must not have a candidate twice for one schedule', async () => {
    const drafts = ['S-1', 'S-2', 'S-1'].map((ScheduleExtId, index) =>
      draftOf(candidate({ ScheduleExtId }), index + 1, { key: 'c-1' }),
    );
    const source: DraftSource = { ...sourceOf([]), drafts: toAsync(drafts) };
    expect(await rulesOf([source], withWorkflow('DEFAULT'))).toEqual([
      [],
      [],
      ['candidate.candidate-ext-id.duplicates'],
    ]);
  });
});

function placedIn(draft: Draft, file: string, line: number): Draft {
  const place = { file, line, record: draft.rows[0].record };
  return {
    ...draft,
    rows: [{ ...draft.rows[0], ...place }],
    locate: (path) => ({ ...draft.locate(path), ...place }),
  };
}

/** Checks all drafts as one input. Returns the messages of all findings. */
async function messagesOf<R>(drafts: readonly Draft[], checks: KindChecks<R>): Promise<string[]> {
  const source: DraftSource = { ...sourceOf([]), drafts: toAsync(drafts) };
  const messages: string[] = [];
  for await (const { findings } of validateDrafts([source], checks)) {
    messages.push(...findings.map(({ message }) => message));
  }
  return messages;
}

async function* toAsync<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
