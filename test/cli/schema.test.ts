import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Kind } from '../../src/bulk/kinds/kind.ts';
import { KINDS } from '../../src/bulk/kinds/kinds.ts';
import { KIND_NAMES, type KindName } from '../../src/bulk/kinds/names.ts';
import { draftKind } from '../../src/bulk/kinds/read/draft-kind.ts';
import { PRESETS } from '../../src/input/mapping/presets.ts';
import { openInput } from '../../src/input/open-input.ts';
import { openApiDocument } from '../../src/platform/openapi/openapi.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, FAULTY, FIXTURES, SITTINGS } from '../support/cli/workspace.ts';
import { candidate, collectionRequest, scheduleRequest, userRequest } from '../support/conformance/requests.ts';

const schemas = new Map<string, { readonly json: Record<string, unknown>; readonly check: z.ZodType }>();

async function schemaOf(name: string) {
  const { code, stdout, stderr } = await runInProcess(['schema', name]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const json = JSON.parse(stdout) as Record<string, unknown>;
  return { json, check: z.fromJSONSchema(json as never) };
}

beforeAll(async () => {
  for (const name of [...KIND_NAMES, 'report', 'mapping']) schemas.set(name, await schemaOf(name));
});

/** The reasons why a value does not fit the schema; empty if it fits. */
function faultsOf(name: string, value: unknown): unknown[] {
  return schemas.get(name)?.check.safeParse(value).error?.issues ?? [];
}

const GOOD: Readonly<Record<KindName, object>> = {
  schedules: scheduleRequest(),
  candidates: { ...candidate(), ScheduleExtId: 'S-1' },
  users: userRequest(),
  collections: collectionRequest(),
  invigilators: { ScheduleExtId: 'S-1', UserExtId: 'u-1' },
};

describe.each(KIND_NAMES)('the schema of %s', (kind) => {
  it('takes a good record, and refuses one with an unknown field, without a required one, or of another type', () => {
    expect(faultsOf(kind, GOOD[kind])).toEqual([]);
    expect(faultsOf(kind, { ...GOOD[kind], Nickname: 'x' })).not.toEqual([]);
    expect(faultsOf(kind, [])).not.toEqual([]);
    const { fields } = KINDS[kind].resource;
    for (const name of Object.keys(fields)) {
      expect(faultsOf(kind, { ...GOOD[kind], [name]: { of: 'another type' } }), name).not.toEqual([]);
    }
    const required = schemas.get(kind)?.json['required'] as string[];
    for (const name of required) expect(faultsOf(kind, { ...GOOD[kind], [name]: undefined }), name).not.toEqual([]);
  });

  it('has every column of its files that holds a field', () => {
    const { resource, extraColumns = [] }: Kind<unknown> = KINDS[kind];
    const names = [...extraColumns.map(({ name }) => name), ...Object.keys(resource.fields)];
    expect(Object.keys(schemas.get(kind)?.json['properties'] as object)).toEqual(names);
  });
});

it('every schedule of the fixture fits the schema of schedules', async () => {
  const input = await openInput(SITTINGS, {});
  const { drafts } = await draftKind(KINDS.schedules, input, { mapping: new Map() });
  let count = 0;
  for await (const { request } of drafts) {
    expect(faultsOf('schedules', request)).toEqual([]);
    count += 1;
  }
  expect(count).toBeGreaterThan(10);
});

it('every preset fits the schema of mappings, and a misspelt part does not', () => {
  for (const [name, text] of PRESETS) expect(faultsOf('mapping', JSON.parse(text)), name).toEqual([]);
  expect(faultsOf('mapping', { mapping: 1, kind: 'users', feilds: {} })).not.toEqual([]);
});

it('every user of the example catalogue fits the schema of users', async () => {
  const { Users } = JSON.parse(await readFile(join(FIXTURES, 'catalogue/example.json'), 'utf8')) as { Users: object[] };
  expect(Users.length).toBeGreaterThan(0);
  for (const user of Users) expect(faultsOf('users', user)).toEqual([]);
});

it('reports of checks, dry runs, runs and stopped commands fit the schema of reports, and have no other members', async () => {
  const { json, file } = await createWorkspace();
  await file('s.csv', csv([row(1)]));
  await file('u.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\n');
  await file('changed.csv', 'ExternalId,FirstName,LastName\nu-1,Adele,Byron\n');
  const known = new Set(Object.keys(schemas.get('report')?.json['properties'] as object));
  for (const words of [
    ['validate', 'schedules', FAULTY],
    ['schedule', 'push', 's.csv', '-n'],
    ['user', 'sync', 'u.csv'],
    ['user', 'sync', 'changed.csv', '-n'],
    ['validate', 'users', 'nowhere.csv'],
  ]) {
    const { report } = await json(words);
    expect(faultsOf('report', report), words.join(' ')).toEqual([]);
    expect(Object.keys(report).filter((name) => !known.has(name))).toEqual([]);
    expect(faultsOf('report', { ...report, counts: null })).not.toEqual([]);
  }
});

it('schema openapi is the document that a server of this program gives', async () => {
  const { stdout } = await runInProcess(['schema', 'openapi']);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

it('an unknown name is refused with a suggestion', async () => {
  const { code, stderr } = await runInProcess(['schema', 'user']);
  expect(code).toBe(2);
  expect(stderr).toContain('users');
});
