/** Records the conditions that each case has shown, and prints them as a table. */

import type { Condition } from '../../../src/platform/conditions/condition.ts';
import type { Operation } from '../../../src/platform/conditions/index.ts';
import { CONDITIONS, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import type { Sighting } from './sightings.ts';

/** Conditions that are reported while the rest of the request is done. */
const PLACES: Readonly<Record<string, Pick<Sighting, 'status' | 'place'>>> = {
  'user.hierarchy.not-found': { status: 200, place: 'GroupErrors' },
  'user.hierarchy.permissions': { status: 200, place: 'GroupErrors' },
  'user.hierarchy.inactive': { status: 200, place: 'GroupErrors' },
  'invigilators.user.not-invigilator': { status: 200, place: 'Content.Errors' },
};

export interface CoverageRow {
  readonly operation: Operation;
  readonly condition: Condition;
}

export interface Coverage {
  /** Records that a case has shown a rule, after a comparison with `expectedSighting`. */
  record(rule: string, caseName: string): void;
  casesOf(row: CoverageRow): readonly string[];
  unseenRules(): readonly string[];
  table(): string;
}

/** All rows of the tables of the interface, and the conditions that are only in its prose. */
export const ROWS: readonly CoverageRow[] = [
  ...Object.entries(CONDITIONS).flatMap(([operation, conditions]) =>
    conditions.map((condition: Condition) => ({ operation: operation as Operation, condition })),
  ),
  ...OWN_CONDITIONS.filter(({ rules: [rule] }) => !rule.startsWith('catalogue.')).map((condition: Condition) => ({
    operation: condition.rules[0].startsWith('collection.') ? ('addCollection' as const) : ('pushSchedule' as const),
    condition,
  })),
];

/** Returns the form in which an answer must show a rule. */
export function expectedSighting(operation: Operation, rule: string): Sighting {
  const code = ROWS.find(({ condition }) => condition.rules.includes(rule))?.condition.code ?? null;
  const status = operation === 'removeInvigilators' ? 200 : 400;
  const usual: Sighting = { code, rule, status, place: 'Errors' };
  const own = PLACES[rule];
  return own === undefined ? usual : { ...usual, ...own, rule: null };
}

export function createCoverage(): Coverage {
  const cases = new Map<string, string[]>();
  const casesOf = ({ condition }: CoverageRow) => condition.rules.flatMap((rule) => cases.get(rule) ?? []);
  const allRules = ROWS.flatMap(({ condition }) => condition.rules);
  return {
    record: (rule, name) => {
      cases.set(rule, [...(cases.get(rule) ?? []), name]);
    },
    casesOf,
    unseenRules: () => allRules.filter((rule) => !cases.has(rule)),
    table: () => renderTable(casesOf, allRules.filter((rule) => cases.has(rule)).length, allRules.length),
  };
}

function renderTable(casesOf: Coverage['casesOf'], seenRules: number, rules: number): string {
  const header = ['operation', 'code', 'rule(s)', 'condition', 'status', 'place', 'covered by'];
  const lines = ROWS.map(({ operation, condition }) => {
    const [rule, ...others] = condition.rules;
    const { status, place } = expectedSighting(operation, rule);
    const [first = 'NOTHING', ...more] = casesOf({ operation, condition });
    const coveredBy = more.length === 0 ? first : `${first} (+${more.length})`;
    const names = others.length === 0 ? rule : `${rule} (+${others.length})`;
    return [operation, String(condition.code ?? '-'), names, condition.meaning, String(status), place, coveredBy];
  });
  const covered = ROWS.filter((row) => casesOf(row).length > 0).length;
  const summary = `${covered} of ${ROWS.length} conditions and ${seenRules} of ${rules} rules seen in answers`;
  return `${alignColumns([header, ...lines])}\n${summary}`;
}

function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
