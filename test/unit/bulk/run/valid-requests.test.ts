/** Requests that are not kept in memory are read again. A changed file stops the run before a changed record is used. */
import { describe, expect, it } from 'vitest';
import { createCollector } from '../../../../src/bulk/run/valid-requests.ts';
import { listOf } from '../../../../src/input/table/typed-draft.ts';
import type { Draft, DraftSource } from '../../../../src/model/draft.ts';
import type { FormCheck } from '../../../../src/platform/fields/check.ts';
import { problem } from '../../../../src/platform/problem.ts';

const RECORDS = ['a', 'wrong', 'b', 'c'];

function draft(text: string, index: number): Draft {
  const place = { file: 'u.csv', line: index + 2, record: index + 1 };
  const rows: Draft['rows'] = [{ ...place, lines: 1, content: { cells: [text] } }];
  return {
    key: text,
    request: text,
    rows,
    findings: [],
    problems: [],
    locate: () => ({ ...place, column: null, field: null }),
  };
}

function source(texts: readonly string[]): DraftSource {
  return { findings: [], layout: { format: 'records' }, drafts: listOf(texts.map(draft)) };
}

function check(request: unknown): FormCheck<string> {
  if (request !== 'wrong') return { problems: [], value: String(request) };
  return { problems: [problem({ path: [], rule: 'user.email.invalid', message: 'wrong' })] };
}

async function walkAgain(texts: readonly string[], heldMax = 1): Promise<string[]> {
  const collector = createCollector(async () => [source(texts)], check, heldMax);
  for (const [index, text] of RECORDS.entries()) collector.add(draft(text, index), text === 'wrong' ? undefined : text);
  const walked: string[] = [];
  for await (const { request } of collector.walk()) walked.push(request);
  return walked;
}

describe('records that are read again', () => {
  it('are the valid ones, in the order of the file', async () => {
    expect(await walkAgain(RECORDS)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['another record', ['a', 'wrong', 'x', 'c'], 'u.csv:4'],
    ['two records in another order', ['a', 'wrong', 'c', 'b'], 'u.csv:4'],
    ['a wrong record that was valid', ['a', 'wrong', 'wrong', 'c'], 'u.csv:4'],
    ['one record less', ['a', 'wrong', 'b'], 'u.csv'],
    ['one record more', [...RECORDS, 'd'], 'u.csv:6'],
  ])('stop the run if the file now has %s', async (_, texts, place) => {
    await expect(walkAgain(texts)).rejects.toThrow(`${place}: the file was changed while it was read`);
  });

  it('are none if all requests are kept in memory', async () => {
    expect(await walkAgain(['x'], 10)).toEqual(['a', 'b', 'c']);
  });
});
