/** The page of all fields of all kinds: type, limits, codes and meaning. */
import { catalogueResource } from '../../../src/platform/catalogue.ts';
import { CONDITIONS, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { type Field, kebabCase, type Resource } from '../../../src/platform/fields/field.ts';
import { limitWords, meaningWords } from '../../../src/platform/fields/limit-words.ts';
import { collectionResource } from '../../../src/platform/resources/collection.ts';
import { invigilatorResource } from '../../../src/platform/resources/invigilators.ts';
import { reviewSessionResource } from '../../../src/platform/resources/review-session.ts';
import { scheduleRequestResource } from '../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../src/platform/resources/user.ts';
import { code, page, table } from './markdown.ts';

const KINDS: readonly [title: string, resource: Resource][] = [
  ['Schedules', scheduleRequestResource],
  ['Users', userResource],
  ['Collections', collectionResource],
  ['Invigilators', invigilatorResource],
  ['Review sessions', reviewSessionResource],
  ['The catalogue', catalogueResource],
];

export function fieldsPage(): string {
  const described = new Set<Resource>();
  return page('Fields', [
    'A star marks what is required. Lengths count Unicode code points. The codes are those of the conditions that ' +
      'name the field; [conditions](conditions.md) has all of them. Personal values are masked in reports, secret ones ' +
      'are never in reports, records of runs or logs.',
    ...KINDS.flatMap(([title, resource]) => [`## ${title}`, ...sections(resource, described)]),
  ]);
}

/** Returns the resource, followed by the resources of its fields, without those that an earlier kind has described. */
function sections(resource: Resource, described: Set<Resource>): string[] {
  if (described.has(resource)) return [];
  described.add(resource);
  const rows = Object.entries(resource.fields).map(([name, field]) => [
    `${code(name)}${field.required ? ' *' : ''}`,
    typeWords(field),
    limitWords(field),
    codeWords(resource, name),
    meaningWords(field),
  ]);
  const own = `### ${resource.name}\n\n${table(['Field', 'Type', 'Limits', 'Codes', 'Meaning'], rows)}`;
  return [own, ...Object.values(resource.fields).flatMap((field) => nested(field, described))];
}

function nested(field: Field, described: Set<Resource>): string[] {
  if (field.kind === 'list') return nested(field.of, described);
  return field.kind === 'object' ? sections(field.resource, described) : [];
}

function typeWords(field: Field): string {
  switch (field.kind) {
    case 'choice':
      return field.values.map(code).join(', ');
    case 'list':
      return `list of ${typeWords(field.of)}`;
    case 'object':
      return `[${field.resource.name}](#${field.resource.name})${field.orTextFor ? ' or its id' : ''}`;
    case 'boolean':
      return field.asText ? '`"true"` or `"false"`' : 'boolean';
    default:
      return field.kind;
  }
}

function codeWords(resource: Resource, name: string): string {
  const prefix = `${resource.name}.${kebabCase(name)}.`;
  const all = [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS];
  const codes = all
    .filter(({ rules }) => rules.some((rule) => rule.startsWith(prefix)))
    .flatMap((condition) => (condition.code === null ? [] : [condition.code]));
  return [...new Set(codes)].join(', ');
}
