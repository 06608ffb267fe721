/** The page of all conditions that refuse a request, with their numbers and rules. */
import { CONDITIONS, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { FIELD_PROBLEMS } from '../../../src/platform/fields/problem-names.ts';
import { ROUTES } from '../../../src/platform/routes.ts';
import { code, page, table } from './markdown.ts';

/** Patterns of names that no table lists one by one. */
const FORM_NAMES = `## Rules of a field's form

Every field has rules of its form, with a number or without one. Their names are made of the resource, the field and the problem: \`candidate.email.invalid\`, \`schedule.pin.too-long\`. Resources are named like the headings of [fields](fields.md); of a field's name each word is in small letters, with a dash between two (\`ScheduleExtId\`: \`schedule-ext-id\`). Where an entry of a list is wrong, \`item-\` stands before the problem: \`user.labels.item-too-long\`. An unknown field is \`user.field.unknown\`, and a request that is no object, or empty, \`user.body.type\` or \`user.body.empty\`.

Other names begin with what they are about: \`input\` with a file's header and rows, \`http\` with what the [server](../serve.md#what-is-refused-before-an-operation) refuses by itself, \`delivery\` and \`target\` with the answer of a remote platform.`;

export function conditionsPage(): string {
  const operations = Object.entries(CONDITIONS).map(([operation, conditions]) => {
    const { method, path, summary } = ROUTES[operation as keyof typeof ROUTES];
    return `## ${summary}\n\n${code(`${method} ${path}`)}\n\n${conditionTable(conditions)}`;
  });
  return page('Conditions and codes', [
    'The numbers are those of the interface. A condition without a number has `null` in its place and is known by its ' +
      'rule: findings, reports and the `Rule` of an answer carry the same names.',
    ...operations,
    FORM_NAMES,
    table(
      ['Problem', 'The value'],
      Object.entries(FIELD_PROBLEMS).map(([name, meaning]) => [code(name), meaning]),
    ),
    '## Conditions of our own\n\nWhat the text of the interface implies but none of its tables lists, and what only a ' +
      `catalogue can be told.\n\n${conditionTable(OWN_CONDITIONS)}`,
  ]);
}

interface AnyCondition {
  readonly code: number | null;
  readonly rules: readonly string[];
  readonly meaning: string;
}

function conditionTable(conditions: readonly AnyCondition[]): string {
  return table(
    ['Code', 'Meaning', 'Rules'],
    conditions.map(({ code: number, meaning, rules }) => [String(number ?? ''), meaning, rules.map(code).join(', ')]),
  );
}
