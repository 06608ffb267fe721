/** The rules of all fields, made from the contract. */
import { lowerFirst } from '../../base/text/lower-first.ts';
import { catalogueResource } from '../catalogue.ts';
import { DAMAGE } from '../fields/damage.ts';
import { type Field, isOneLine, kebabCase, type Resource } from '../fields/field.ts';
import { type FoundField, fieldRule } from '../fields/field-path.ts';
import { FORMATS } from '../fields/formats.ts';
import { FIELD_PROBLEMS, type FieldProblem } from '../fields/problem-names.ts';
import { SHEET_FAULTS } from '../fields/sheet-faults.ts';
import { rangeWords } from '../fields/value-faults.ts';
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
  const rules = (Object.keys(FIELD_PROBLEMS) as FieldProblem[])
    .filter((problem) => canHave(checked, problem) || (isEntry && problem === 'empty'))
    .map((problem) => [ruleOf(found, problem), problemWords(checked, problem) + limitsOf(field)] as const);
  const alike = [`${resource.name}.${kebabCase(name)}.alike`, ALIKE] as const;
  return [...rules, ...(isEntry ? [] : [alike])].map(([rule, words]) => {
    return [rule, { meaning: `${name} (${lowerFirst(field.meaning)}): the value ${words}.`, where: resource.section }];
  });
}

/** Repeated objects in a list break a rule of the field that identifies them. */
function ruleOf({ resource, name, field, isEntry }: FoundField, problem: FieldProblem): string {
  const isOfEntry = problem === 'duplicates' && field.kind === 'list' && field.of.kind === 'object';
  if (isOfEntry && typeof field.unique === 'string') {
    return fieldRule({ resource: field.of.resource, name: field.unique, isEntry: false }, problem);
  }
  return fieldRule({ resource, name, isEntry }, problem);
}

const isTime = ({ kind }: Field): boolean => kind === 'date-time';

/** Which fields can have a problem. Every field can have those that are not here. */
const CAN_HAVE: Readonly<Partial<Record<FieldProblem, (field: Field) => boolean>>> = {
  required: (field) => field.required === true,
  empty: (field) => field.kind === 'text' && field.nonEmpty === true,
  choice: ({ kind }) => kind === 'choice',
  'too-long': (field) => field.kind === 'text' && field.max !== undefined,
  'too-short': (field) => field.kind === 'text' && field.min !== undefined,
  'too-many': (field) => field.kind === 'list' && field.max !== undefined,
  range: ({ kind }) => kind === 'integer' || kind === 'decimal',
  pattern: (field) => field.kind === 'text' && field.pattern !== undefined,
  spaces: (field) => field.kind === 'text' && field.noSpaces === true,
  'line-break': (field) => field.kind === 'text' && isOneLine(field),
  invalid: (field) => isTime(field) || (field.kind === 'text' && field.format !== undefined),
  'no-zone': isTime,
  nonexistent: isTime,
  ambiguous: isTime,
};

const OF_TEXTS: ReadonlySet<string> = new Set(['surrounding-space', 'not-text', ...Object.keys(DAMAGE)]);
const OF_ALL: ReadonlySet<string> = new Set([
  'type',
  'disagrees',
  'differs',
  'duplicates',
  'repeated',
  ...Object.keys(SHEET_FAULTS),
]);

function canHave(field: Field, problem: FieldProblem): boolean {
  return CAN_HAVE[problem]?.(field) ?? (OF_ALL.has(problem) || (field.kind === 'text' && OF_TEXTS.has(problem)));
}

function problemWords(field: Field, problem: FieldProblem): string {
  const format = problem === 'invalid' && field.kind === 'text' ? field.format : undefined;
  return format === undefined ? FIELD_PROBLEMS[problem] : FORMATS[format].words;
}

/** What the field accepts, for every problem: so the reader knows what to write instead. */
function limitsOf(field: Field): string {
  if (field.kind === 'choice') return ` (${field.values.join(', ')})`;
  if (field.kind === 'integer' || field.kind === 'decimal') return `; it is${rangeWords(field)}`;
  if (field.kind === 'list') return field.max === undefined ? '' : `; the list has at most ${field.max} entries`;
  if (field.kind !== 'text') return '';
  const words = [
    field.min === undefined ? '' : `at least ${field.min}`,
    field.max === undefined ? '' : `at most ${field.max}`,
  ].filter((word) => word !== '');
  const length = words.length === 0 ? '' : `; it may have ${words.join(' and ')} characters`;
  return field.pattern === undefined ? length : `${length}; ${field.pattern.words}`;
}
