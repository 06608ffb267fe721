import { describe, expect, it } from 'vitest';
import { checkFields } from '../../../../src/platform/fields/check.ts';
import type { Field } from '../../../../src/platform/fields/field.ts';
import { collectionResource } from '../../../../src/platform/resources/collection.ts';
import { candidateResource, scheduleResource } from '../../../../src/platform/resources/schedule.ts';
import { userHierarchyResource, userResource } from '../../../../src/platform/resources/user.ts';
import { DOCUMENTED_LIMITS } from '../../../support/conformance/documented.ts';

const RESOURCES = [scheduleResource, candidateResource, collectionResource, userResource, userHierarchyResource];

/** That each of them holds, and counts code points, is seen in answers: `test/support/conformance/limits.ts`. */
describe('the limits of texts', () => {
  it('are those of the interface document', () => {
    const limitsOf = (fields: Readonly<Record<string, Field>>) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'text' && field.max !== undefined ? [[name, field.max]] : [],
      );
    const limits = RESOURCES.map(({ name, fields }) => [name, Object.fromEntries(limitsOf(fields))]);
    expect(Object.fromEntries(limits)).toEqual(DOCUMENTED_LIMITS);
  });

  it.each([
    ['ExternalId', 'é'.repeat(65), [218, 219]],
    ['ExternalId', 'a'.repeat(65), [218]],
    ['ExternalId', 'é'.repeat(64), [219]],
    ['UserName', 'ada lovelace '.repeat(4).trim(), [226, 226]],
  ])('are told beside what is wrong with the characters: %s, %s', (name, text, codes) => {
    const user = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', [name]: text };
    expect(checkFields(userResource, user).problems.map(({ code }) => code)).toEqual(codes);
  });

  it('count what a letter is composed of: an e and an accent are two', () => {
    const title = 'e\u0301'.repeat(50);
    expect(checkFields(collectionResource, { Title: title }).problems).toMatchObject([{ code: 805 }]);
  });
});
