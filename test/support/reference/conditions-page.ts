/** Every condition under which a request is refused, with its number and the names of its rules. */
import { CONDITIONS, OWN_CONDITIONS } from '../../../src/contract/conditions/index.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { code, page, table } from './markdown.ts';

export function conditionsPage(): string {
  const operations = Object.entries(CONDITIONS).map(([operation, conditions]) => {
    const { method, path, summary } = ROUTES[operation as keyof typeof ROUTES];
    return `## ${summary}\n\n${code(`${method} ${path}`)}\n\n${conditionTable(conditions)}`;
  });
  return page('Conditions and codes', [
    'The numbers are those of the interface. A condition without a number has `null` in its place and is known by its ' +
      'rule: findings, reports and the `Rule` of an answer carry the same names.',
    ...operations,
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
