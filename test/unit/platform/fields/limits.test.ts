import { describe, expect, it } from 'vitest';
import { checkFields } from '../../../../src/platform/fields/check.ts';
import { type Field, kebabCase, type Resource, type TextField } from '../../../../src/platform/fields/field.ts';
import { collectionResource } from '../../../../src/platform/resources/collection.ts';
import { candidateResource, scheduleResource } from '../../../../src/platform/resources/schedule.ts';
import { userHierarchyResource, userResource } from '../../../../src/platform/resources/user.ts';
import { DOCUMENTED_LIMITS } from '../../../support/conformance/documented.ts';

/** Requests that break no rule, to which one field is added or changed. */
const VALID = {
  schedule: {
    AssessmentExtId: 'A-1',
    StartDateTime: '2027-01-11T08:00:00.000Z',
    GroupExtId: 'G-1',
    GroupName: 'Group',
  },
  candidate: { CandidateExtId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu' },
  collection: { Title: 'Collection' },
  user: { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace' },
  'user-hierarchy': { ExternalId: 'G-1' },
} as const;

const RESOURCES = [
  scheduleResource,
  candidateResource,
  collectionResource,
  userResource,
  userHierarchyResource,
] as const;

interface LimitCase {
  readonly resource: Resource<keyof typeof VALID>;
  readonly name: string;
  readonly max: number;
  readonly field: TextField;
}

const CASES: readonly LimitCase[] = RESOURCES.flatMap((resource) =>
  Object.entries<Field>(resource.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.max !== undefined ? [{ resource, name, max: field.max, field }] : [],
  ),
);
const TITLED = CASES.map((one) => [`${one.resource.name} ${one.name} (${one.max})`, one] as const);

function problemsWith({ resource, name }: LimitCase, text: string): string[] {
  const request = { ...VALID[resource.name], [name]: text };
  return checkFields(resource, request).problems.map(({ rule }) => rule);
}

/** A text with this number of code points that breaks no other rule. */
function textOf({ pattern, format }: TextField, length: number): string {
  if (format === 'email') return emailOf(length);
  if (format === 'url') return `https://example.edu/${'x'.repeat(length - 'https://example.edu/'.length)}`;
  if (format === 'birth-date') return '2000-02-29'.padEnd(length, '0');
  return (pattern ? 'a' : '😀').repeat(length);
}

function emailOf(length: number): string {
  const fixed = 'ada@.edu';
  const labels = 'd'.repeat(length - fixed.length).replace(/(.{60})(?=.{2})(.)/g, '$1.');
  return `ada@${labels}.edu`;
}

describe('the limits of texts', () => {
  it('are those of the interface document', () => {
    const limits = Object.fromEntries(
      RESOURCES.map(({ name }) => {
        const ofResource = CASES.filter((one) => one.resource.name === name);
        return [name, Object.fromEntries(ofResource.map((one) => [one.name, one.max]))];
      }),
    );
    expect(limits).toEqual(DOCUMENTED_LIMITS);
  });

  it.each(TITLED.filter(([, { field }]) => field.format !== 'guid'))('let a text of the limit pass: %s', (_, one) => {
    const text = textOf(one.field, one.max);
    expect([...text]).toHaveLength(one.max);
    expect(problemsWith(one, text)).toEqual([]);
  });

  it.each(TITLED)('refuse one code point more: %s', (_, one) => {
    const rule = `${one.resource.name}.${kebabCase(one.name)}.too-long`;
    expect(problemsWith(one, textOf(one.field, one.max + 1))).toEqual([rule]);
  });

  it.each([
    ['ExternalId', 'é'.repeat(65), [218, 219]],
    ['ExternalId', 'a'.repeat(65), [218]],
    ['ExternalId', 'é'.repeat(64), [219]],
    ['UserName', 'ada lovelace '.repeat(4).trim(), [226, 226]],
  ])('are told beside what is wrong with the characters: %s, %s', (name, text, codes) => {
    const { problems } = checkFields(userResource, { ...VALID.user, [name]: text });
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });

  it('count an emoji as one character, although it takes two units of UTF-16', () => {
    const title = '😀'.repeat(99);
    expect(title).toHaveLength(198);
    expect(checkFields(collectionResource, { Title: title }).problems).toEqual([]);
    expect(checkFields(collectionResource, { Title: `${title}😀` }).problems).toMatchObject([{ code: 805 }]);
  });

  it('count what a letter is composed of: an e and an accent are two', () => {
    const title = 'e\u0301'.repeat(50);
    expect(checkFields(collectionResource, { Title: title }).problems).toMatchObject([{ code: 805 }]);
  });
});

describe('the limits of numbers and lists', () => {
  const user = (more: object) => checkFields(userResource, { ...VALID.user, ...more }).problems.map(({ code }) => code);
  const labels = (count: number) => Array.from({ length: count }, (_, index) => `label ${index}`);
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index}.1`);

  it.each([
    ['percentage 0', { SpecialNeeds: true, ReasonableAdjustmentPercentage: 0 }, []],
    ['percentage 999', { SpecialNeeds: true, ReasonableAdjustmentPercentage: 999 }, []],
    ['percentage -1', { SpecialNeeds: true, ReasonableAdjustmentPercentage: -1 }, [249]],
    ['percentage 1000', { SpecialNeeds: true, ReasonableAdjustmentPercentage: 1000 }, [249]],
    ['percentage 12.5', { SpecialNeeds: true, ReasonableAdjustmentPercentage: 12.5 }, [249]],
    ['20 labels', { Labels: labels(20) }, []],
    ['21 labels', { Labels: labels(21) }, [234]],
    ['a label of 100', { Labels: ['é'.repeat(100)] }, []],
    ['a label of 101', { Labels: ['é'.repeat(101)] }, [235]],
    ['100 addresses', { AllowedIpAddresses: addresses(100) }, []],
    ['101 addresses', { AllowedIpAddresses: addresses(101) }, [237]],
    ['a password of 4', { Password: '1234' }, [247]],
    ['a password of 5', { Password: '12345' }, []],
    ['a password of 4 emoji', { Password: '😀😀😀😀' }, [247]],
    ['a password of 500', { Password: '😀'.repeat(500) }, []],
    ['a password of 501', { Password: 'x'.repeat(501) }, [247]],
  ])('hold for %s', (_, more, codes) => {
    expect(user(more)).toEqual(codes);
  });
});
