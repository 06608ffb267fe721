/** JSON in another shape than requests stops the file with one sentence, and nothing of it is guessed. */
import { expect, it } from 'vitest';
import { KINDS } from '../../../../src/bulk/kinds/kinds.ts';
import type { KindName } from '../../../../src/bulk/kinds/names.ts';
import { inRequestShape } from '../../../../src/input/json/shape.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import { fileOf } from '../reading.ts';

const USER = { ExternalId: 'u-1', FirstName: 'Ada' };
const REQUEST = { Schedule: { ScheduleExtId: 'LAW-1' }, Candidates: [] };

async function read(kind: KindName, text: string, ending = '.json') {
  const input = inRequestShape(await openInput(fileOf(text, ending), {}), KINDS[kind]);
  const values: unknown[] = [];
  if (input.kind === 'records') for await (const { value } of input.records) values.push(value);
  return values;
}

it.each([
  ['users', [USER, { Email: 'x' }]],
  ['users', [{}, 7]],
  ['users', [{ ...USER, Other: 1 }]],
  ['schedules', [REQUEST]],
  ['schedules', [{ Candidates: [] }, { ScheduleExtId: 'LAW-1' }]],
] as const)('%s in the shape of requests are read: %j', async (kind, values) => {
  expect(await read(kind, JSON.stringify(values))).toEqual(values);
  expect(await read(kind, values.map((value) => JSON.stringify(value)).join('\n'), '.ndjson')).toEqual(values);
});

it.each([
  ['users', '{"users":[{"ExternalId":"u-1"}],"next":2}', 1],
  ['users', '[\n[{"ExternalId":"u-1"}]]', 2],
  ['users', '[{"Voornaam":"Ada","E-mail":"ada@example.edu"}]', 1],
  ['schedules', '[{"ScheduleExtId":"LAW-1","CandidateExtId":"0444021"}]', 1],
] as const)('%s in another shape stop the file: %s', async (kind, text, line) => {
  await expect(read(kind, text)).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('the first record has no field of a request'),
    hint: expect.stringContaining(`[{ "${Object.keys(KINDS[kind].resource.fields)[0]}": …`),
    place: { line },
  });
});

it('an object on each line of a .json file is refused with the flag that reads it', async () => {
  const text = `${JSON.stringify(USER)}\n${JSON.stringify(USER)}\n`;
  await expect(read('users', text)).rejects.toMatchObject({ hint: expect.stringContaining('--format ndjson') });
});
