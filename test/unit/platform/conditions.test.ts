import { describe, expect, it } from 'vitest';
import { CONDITIONS, type Condition, codeOf, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import type { Field, TextField } from '../../../src/platform/fields/field.ts';
import { fieldRule } from '../../../src/platform/fields/field-path.ts';
import type { FieldProblem } from '../../../src/platform/fields/problem-names.ts';
import { collectionResource } from '../../../src/platform/resources/collection.ts';
import { withParts } from '../../../src/platform/resources/index.ts';
import { userResource } from '../../../src/platform/resources/user.ts';
import { DOCUMENTED_CODES } from '../../support/conformance/documented.ts';

const all: readonly Condition[] = [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS];
const allRules = all.flatMap(({ rules }) => rules);

describe('the conditions of the interface', () => {
  it.each(Object.entries(DOCUMENTED_CODES))(
    'of %s have the numbers of the document, row by row',
    (operation, codes) => {
      const conditions: readonly Condition[] = CONDITIONS[operation as keyof typeof CONDITIONS];
      expect(conditions.map(({ code }) => code)).toEqual(codes);
    },
  );

  it('have a number for every limit of a field of users and collections', () => {
    const limits = [userResource, collectionResource]
      .flatMap(withParts)
      .flatMap((resource) =>
        Object.entries(resource.fields).flatMap(([name, field]) => [
          ...problemsOf(field).map((problem) => fieldRule({ resource, name, isEntry: false }, problem)),
          ...(field.kind === 'list' ? problemsOf(field.of) : []).map((problem) =>
            fieldRule({ resource, name, isEntry: true }, problem),
          ),
        ]),
      );
    const unnumbered = limits.filter((rule) => codeOf(rule) === null);
    expect(limits).toContain('user.city.too-long');
    expect([...new Set(unnumbered)].toSorted()).toEqual(WITHOUT_NUMBER);
  });

  it('name each rule once', () => {
    expect(new Set(allRules).size).toBe(allRules.length);
  });

  it('give no number of their own to what the document does not number', () => {
    expect(OWN_CONDITIONS.every(({ code }) => code === null)).toBe(true);
    expect(codeOf('user.nickname.too-long')).toBeNull();
    expect(codeOf('__proto__')).toBeNull();
    expect(codeOf('constructor')).toBeNull();
  });
});

/** Limits that have no row in the tables of the interface. */
const WITHOUT_NUMBER = [
  'collection.owner.too-long',
  'user-hierarchy.external-id.required',
  'user-hierarchy.external-id.too-long',
  'user.role.too-long',
  'user.user-name.too-short',
];

/** The problems that the limits of a field make possible. */
function problemsOf(field: Field): FieldProblem[] {
  const text: Partial<TextField> = field.kind === 'text' ? field : {};
  const form = text.pattern ?? text.format ?? text.noSpaces;
  const possible: Partial<Record<FieldProblem, unknown>> = {
    required: field.required,
    empty: text.nonEmpty,
    'too-long': text.max,
    'too-short': text.min,
    'too-many': field.kind === 'list' && field.max,
    range: field.kind === 'integer' && field.max,
    type: field.kind === 'integer' && field.max,
    choice: field.kind === 'choice',
    invalid: text.format,
    pattern: text.pattern,
    spaces: text.noSpaces,
    'surrounding-space': form,
    duplicates: field.kind === 'list' && field.unique === true,
  };
  return (Object.keys(possible) as FieldProblem[]).filter((problem) => possible[problem]);
}
