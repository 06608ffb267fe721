import { describe, expect, test } from 'vitest';
import { KINDS } from '../../../src/bulk/kinds/kinds.ts';
import { KIND_NAMES } from '../../../src/bulk/kinds/names.ts';
import type { Operation } from '../../../src/platform/conditions/index.ts';
import { CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { HTTP_REFUSALS } from '../../../src/platform/explain/http-rules.ts';
import { openApiText } from '../../../src/platform/openapi/openapi.ts';
import { jsonSchemaOf } from '../../../src/platform/openapi/openapi-schemas.ts';
import { scheduleResource } from '../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../src/platform/resources/user.ts';
import { ROUTES } from '../../../src/platform/routes.ts';

interface Json {
  readonly [key: string]: Json;
}

const document = JSON.parse(openApiText()) as Json;

/** Every object in a JSON value, with the path to it. */
function* objectsIn(value: unknown, path = '#'): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

function resolve(root: unknown, reference: string): unknown {
  const parts = reference.slice(2).split('/');
  return parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], root);
}

describe('the OpenAPI document', () => {
  test('has every operation at its place, with every status of the interface', () => {
    const found = Object.entries(document['paths']!).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [String(operationId), method.toUpperCase(), path]),
    );
    const wanted = Object.entries(ROUTES).map(([operation, { method, path }]) => [operation, method, path]);
    expect(found.toSorted()).toEqual(wanted.toSorted());
    for (const [operation, { method, path }] of Object.entries(ROUTES)) {
      const { responses, parameters, requestBody } = document['paths']![path]![method.toLowerCase()]!;
      expect(Object.keys(responses!)).toEqual(['200', '400', '403', '500', 'default']);
      for (const { description, content } of Object.values(responses!)) {
        expect(description).toMatch(/\S/);
        expect(content!['application/json']!['schema']).toHaveProperty('$ref');
      }
      expect(requestBody !== undefined, operation).toBe(method !== 'GET');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      if (method === 'POST') names.push('Idempotency-Key');
      expect(((parameters ?? []) as unknown as Json[]).map(({ name }) => name)).toEqual(names);
    }
  });

  test.each([false, true])('says what Spectral asks for (sandbox: %s)', (hasSandbox) => {
    const whole = JSON.parse(openApiText(hasSandbox)) as Json;
    expect(whole['info']!['contact']).toEqual({ name: 'examctl', url: expect.stringMatching(/^https:/) });
    const operations = Object.values(whole['paths']!).flatMap((methods) =>
      Object.values(methods).filter(({ operationId }) => operationId !== undefined),
    );
    expect(operations).toHaveLength(hasSandbox ? 12 : 5);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { description, tags } of operations) {
      expect(description).toMatch(/\w.*\.$/);
      expect(whole['tags']).toContainEqual({ name: tags![0 as never] });
    }
    for (const [path, { type, items }] of objectsIn(whole)) {
      if (type === 'array') expect(items, path).toBeDefined();
    }
  });

  test('every reference leads somewhere, and every schema is used', () => {
    const references = [...objectsIn(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    for (const reference of references) expect(resolve(document, reference), reference).toBeDefined();
    const schemas = Object.keys(document['components']!['schemas']!).map((name) => `#/components/schemas/${name}`);
    expect(schemas.filter((schema) => !references.includes(schema))).toEqual([]);
  });

  test('is self-contained: no identifiers or dialects of single schemas', () => {
    for (const [path, object] of objectsIn(document)) {
      if (path.endsWith('/properties')) continue;
      expect(Object.keys(object), path).not.toContain('$id');
      expect(Object.keys(object), path).not.toContain('$schema');
    }
  });

  test('documents every condition with its code, at the status that it is sent with', () => {
    for (const [operation, conditions] of Object.entries(CONDITIONS)) {
      const { method, path } = ROUTES[operation as Operation];
      const status = operation === 'removeInvigilators' ? '200' : '400';
      const description = document['paths']![path]![method.toLowerCase()]!['responses']![status]!['description'];
      for (const { code, rules, meaning } of conditions) {
        expect(description).toContain(`| ${code ?? ''} | ${meaning} | ${rules.join(', ')} |`);
      }
    }
  });

  test('has the fields of the contract with their limits, and secrets that are never given back', () => {
    const { Schedule, User, StoredUser } = document['components']!['schemas']!;
    expect(Object.keys(Schedule!['properties']!)).toEqual(Object.keys(scheduleResource.fields));
    expect(Schedule!['required']).toEqual(['AssessmentExtId', 'StartDateTime', 'GroupExtId', 'GroupName']);
    expect(Schedule!['additionalProperties']).toBe(false);
    expect(Schedule!['properties']!['AssessmentExtId']).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9-]+$',
      description: scheduleResource.fields.AssessmentExtId.meaning,
    });
    expect(User!['properties']!['Password']).toEqual({
      anyOf: [{ type: 'string', minLength: 5, maxLength: 500 }, { type: 'null' }],
      description: userResource.fields.Password.meaning,
      writeOnly: true,
    });
    const given = Object.keys(userResource.fields).filter((name) => !['Password', 'Hierarchies'].includes(name));
    expect(Object.keys(StoredUser!['properties']!)).toEqual(given);
  });

  test.each([
    ['User', 'UserName', ['ada', 'ada@b'], ['ada lovelace', 'ada\t']],
    ['User', 'Email', ['a&b@example.org', 'a@xn--p1ai.xn--p1ai'], ['ada', 'a@b', `${'x'.repeat(65)}@b.nl`]],
    [
      'User',
      'Photo',
      ['https://b.nl/a.png', 'HTTP://b.nl'],
      ['photo.png', 'ftp://b.nl', 'https:///a', 'http://b.nl/ '],
    ],
    ['User', 'DateOfBirth', ['2000-02-29', '20000229'], ['29-02-2000', '2000-0229', '200002-29', '']],
    ['User', 'SynchronizationKey', ['5F3C2A10-7b1d-4e6f-8a90-0123456789ab'], ['5F3C2A107b1d4e6f8a900123456789ab']],
    ['Candidate', 'Email', ['a&b@example.org'], ['ada']],
    ['Schedule', 'ScheduleExtId', ['S-1'], ['S 1', 'S_1', '']],
  ])('says of the form of %s %s what the platform refuses', (schema, field, taken, refused) => {
    const property = document['components']!['schemas']![schema]!['properties']![field]!;
    const { pattern } = property['pattern'] ? property : (property['anyOf'] as unknown as Json[])[0]!;
    for (const text of taken) expect(text).toMatch(new RegExp(String(pattern), 'u'));
    for (const text of refused) expect(text).not.toMatch(new RegExp(String(pattern), 'u'));
  });

  test('names every status with which the server refuses, be it by default', () => {
    const statuses = new Set(Object.values(HTTP_REFUSALS).map(({ status }) => status));
    for (const { method, path } of Object.values(ROUTES)) {
      const responses = document['paths']![path]![method.toLowerCase()]!['responses']!;
      const undocumented = [...statuses].filter((status) => responses[status] === undefined);
      for (const status of undocumented) expect(responses['default']!['description']).toContain(`${status}: `);
    }
  });
});

describe('the JSON Schema of a kind', () => {
  test.each(KIND_NAMES)('%s is complete in itself', (kind) => {
    const schema = jsonSchemaOf(KINDS[kind].resource);
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema['type']).toBe('object');
    const references = [...objectsIn(schema)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    for (const reference of references) expect(resolve(schema, reference), reference).toBeDefined();
    const definitions = Object.keys((schema['$defs'] ?? {}) as object).map((name) => `#/$defs/${name}`);
    expect(definitions.toSorted()).toEqual([...new Set(references)].toSorted());
  });
});
