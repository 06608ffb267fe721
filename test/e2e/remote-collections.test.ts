/** Collections without an id get one of their content: what may have been made is never made a second time. */
import { expect, it } from 'vitest';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const env = TOKEN;

it('one that was made in a part is sent again by a retry under the same id', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer(({ ExternalId }) => {
    const Content = { ExternalId, Errors: [{ Code: 900, Error: 'Taxonomy was not attached' }] };
    return { body: JSON.stringify({ Content, Success: true, Errors: null }) };
  });
  await space.file('c.csv', 'Title\nOne\n');
  const first = await space.json(['collection', 'add', 'c.csv', '--base-url', server.url], { env });
  expect(first).toMatchObject({ code: 4, report: { counts: { failed: 1 } } });
  const retried = await space.json(['runs', 'retry', String(first.report.run)], { env });
  expect(retried).toMatchObject({ code: 4, report: { counts: { failed: 1 } } });
  const ids = server.bodies.map(({ ExternalId }) => ExternalId);
  expect(ids).toEqual([expect.stringMatching(/^auto[0-9a-f]+$/), ids[0]]);
});

it('a collection with an unknown outcome keeps the exit code of its run, beside rows that are wrong', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer(() => ({ status: 500, body: '' }));
  await space.file('c.csv', `Title\nOne\n${'x'.repeat(100)}\n`);
  const flags = ['--skip-invalid', '--base-url', server.url, '--retries', '0'];
  const first = await space.json(['collection', 'add', 'c.csv', ...flags], { env });
  expect(first).toMatchObject({ code: 4, report: { counts: { unknown: 1, invalid: 1 } } });
  for (const [verb, sent] of [
    ['retry', 0],
    ['resume', 1],
  ] as const) {
    const again = await space.json(['runs', verb, String(first.report.run)], { env });
    expect(again).toMatchObject({ code: 4, report: { counts: { unknown: 1, sent } } });
  }
  expect(new Set(server.bodies.map(({ ExternalId }) => ExternalId)).size).toBe(1);
});

it('one that a run has made is unchanged the second time; other content, and --full, are refused by the platform with 810', async () => {
  const space = await createWorkspace();
  const made = new Set<string>();
  const server = await startAnsweringServer(({ ExternalId }) => {
    const isNew = !made.has(ExternalId);
    made.add(ExternalId);
    const exists = [{ Code: 810, Error: 'ExternalId is used by another collection' }];
    const answer = isNew
      ? { Content: { ExternalId, Errors: [] }, Success: true, Errors: null }
      : { Content: null, Success: false, Errors: exists };
    return { status: isNew ? 200 : 400, body: JSON.stringify(answer) };
  });
  await space.file('c.csv', 'Title\nOne\n');
  const add = ['collection', 'add', 'c.csv', '--base-url', server.url];
  expect((await space.json(add, { env })).code).toBe(0);
  const second = await space.json(add, { env });
  expect(second).toMatchObject({ code: 0, report: { counts: { unchanged: 1, sent: 0 } } });
  const [{ ExternalId = '' } = {}] = server.bodies as { ExternalId?: string }[];
  await space.file('other.csv', `ExternalId,Title\n${ExternalId},Two\n`);
  const refused = { code: 4, report: { findings: [{ code: 810 }] } };
  expect(await space.json(['collection', 'add', 'other.csv', '--base-url', server.url], { env })).toMatchObject(
    refused,
  );
  expect(await space.json(add, { env })).toMatchObject({ code: 0, report: { counts: { unchanged: 1 } } });
  expect(await space.json([...add, '--full'], { env })).toMatchObject(refused);
  expect(made.size).toBe(1);
});

it('a refusal after an attempt without an answer says what may be done, and a retry counts what exists as done', async () => {
  const space = await createWorkspace();
  const refusal = (Code: number) => ({
    status: 400,
    body: JSON.stringify({ Content: null, Success: false, Errors: [{ Code, Error: 'no' }] }),
  });
  const answers = [{ status: 500, body: '' }, refusal(808), refusal(808), refusal(810)];
  const server = await startAnsweringServer((_, index) => answers[index] ?? {});
  await space.file('c.csv', 'Title,ExternalId\nOne,C1\n');
  const first = await space.json(['collection', 'add', 'c.csv', '--base-url', server.url], { env });
  const rules = ['collection.owner.not-permitted', 'delivery.may-be-done'];
  const refused = {
    code: 4,
    report: { counts: { failed: 1 }, results: [{ errors: rules.map((Rule) => ({ Rule })) }] },
  };
  expect(first).toMatchObject(refused);
  const retry = () => space.json(['runs', 'retry', String(first.report.run)], { env });
  expect(await retry()).toMatchObject(refused);
  expect(await retry()).toMatchObject({
    code: 0,
    report: { counts: { succeeded: 1 }, findings: [{ rule: 'delivery.earlier-attempt' }] },
  });
});
