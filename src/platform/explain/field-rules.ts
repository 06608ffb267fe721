/** The rules of all fields, made from the contract. */
import { lowerFirst } from '../../base/text/first-letter.ts';
import { catalogueResource } from '../catalogue.ts';
import { type Field, identityPath, kebabCase, type Resource } from '../fields/field.ts';
import { type FoundField, fieldRule, findField } from '../fields/field-path.ts';
import { FORMATS } from '../fields/formats.ts';
import { limitWords } from '../fields/limit-words.ts';
import { FIELD_PROBLEMS, type FieldProblem } from '../fields/problem-names.ts';
import { REQUEST_RESOURCES, withParts } from '../resources/index.ts';

/**
 * The requests of the interface, the catalogue, and the objects in them. The interface comes last: if both have a
 * rule of the same name, such as for users, the rule of the interface is explained.
 */
const EXPLAINED: readonly Resource[] = [...withParts(catalogueResource), ...REQUEST_RESOURCES];

interface Meaning {
  readonly meaning: string;
  /** The section of the interface that describes the field. */
  readonly where: string;
}

/** Returns the meanings of all rules about fields, by the names of the rules. */
export function meaningsOfFieldRules(): Map<string, Meaning> {
  return new Map(EXPLAINED.flatMap((resource) => [unknownField(resource), ...ofResource(resource)]));
}

function unknownField({ name, section }: Resource): [string, Meaning] {
  return [`${name}.field.unknown`, { meaning: 'The record has a field that is not known here.', where: section }];
}

function ofResource(resource: Resource): [string, Meaning][] {
  return Object.entries(resource.fields).flatMap(([name, field]) => [
    ...ofField({ resource, name, field, isEntry: false }),
    ...(field.kind === 'list' ? ofField({ resource, name, field, isEntry: true }) : []),
  ]);
}

/** Two records have values that look alike. This is no problem of one value. */
const ALIKE = 'differs from another one only by case, Unicode form or leading zeros; the platform keeps them apart';

function ofField(found: FoundField): [string, Meaning][] {
  const { resource, name, field, isEntry } = found;
  const checked = isEntry && field.kind === 'list' ? field.of : field;
  const rules = (Object.keys(FIELD_PROBLEMS) as FieldProblem[]).map(
    (problem) => [ruleOf(found, problem), problemWords(checked, problem) + limitsOf(field)] as const,
  );
  const alike = [`${resource.name}.${kebabCase(name)}.alike`, ALIKE] as const;
  return [...rules, ...(isEntry ? [] : [alike])].map(([rule, words]) => {
    return [rule, { meaning: `${name} (${lowerFirst(field.meaning)}): the value ${words}.`, where: resource.section }];
  });
}

/** Repeated objects in a list break a rule of the field that identifies them. */
function ruleOf(found: FoundField, problem: FieldProblem): string {
  const { resource, name, field } = found;
  const identity = problem === 'duplicates' && field.kind === 'list' ? field.unique : undefined;
  const identified =
    typeof identity === 'string' ? findField(resource, [name, 0, ...identityPath(identity)]) : undefined;
  return fieldRule(identified ?? found, problem);
}

function problemWords(field: Field, problem: FieldProblem): string {
  const format = problem === 'invalid' && field.kind === 'text' ? field.format : undefined;
  return format === undefined ? FIELD_PROBLEMS[problem] : FORMATS[format].words;
}

/** What the field accepts, for every problem: so the reader knows what to write instead. */
function limitsOf(field: Field): string {
  const limits = field.kind === 'choice' ? `one of ${field.values.join(', ')}` : limitWords(field);
  return limits === '' ? '' : `; the field accepts: ${limits}`;
}
