import { expect, it } from 'vitest';
import { KINDS } from '../../../../src/bulk/kinds/kinds.ts';
import { REQUEST_RESOURCES, ROW_RESOURCES } from '../../../../src/platform/resources/index.ts';

it.each(Object.entries(KINDS))('the lists of resources have those of the kind %s', (_, { resource, parts }) => {
  expect(REQUEST_RESOURCES).toContain(resource);
  expect(ROW_RESOURCES).toEqual(expect.arrayContaining([...(parts ?? [resource])]));
});
