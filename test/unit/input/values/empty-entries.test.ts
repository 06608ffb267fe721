/** Two bars with nothing in between are an empty entry in all lists of all kinds, as documented. */
import { describe, expect, it } from 'vitest';
import { convertCell } from '../../../../src/input/values/convert.ts';
import { checkFields } from '../../../../src/platform/fields/check.ts';
import type { Resource } from '../../../../src/platform/fields/field.ts';
import { collectionResource } from '../../../../src/platform/resources/collection.ts';
import { candidateResource } from '../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';

const LISTS = [userResource, candidateResource, collectionResource].flatMap((resource: Resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'list' ? [{ resource, name, field, place: `${resource.name}.${name}` }] : [],
  ),
);

describe('an empty entry', () => {
  it.each(LISTS)('of $place is an error', ({ resource, name, field }) => {
    for (const cell of ['a||b', 'a| |b', '|b', 'a|']) {
      const { value } = convertCell(field, cell, { resource, name, path: [name] }, {});
      const at = (value as unknown[]).findIndex((entry) => entry === null || String(entry).trim() === '');
      const { problems } = checkFields(resource, { [name]: value });
      expect(problems.map(({ path }) => path.join('.'))).toContain(`${name}.${at}`);
    }
  });
});
