/** The rules of the interface, and the form in which an answer must show each of them. */
import { CONDITIONS, type Condition, type Operation, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import type { Sighting } from './sightings.ts';

/** Conditions that are reported while the rest of the request is done. */
const PLACES: Readonly<Record<string, Pick<Sighting, 'status' | 'place'>>> = {
  'user.hierarchy.not-found': { status: 200, place: 'GroupErrors' },
  'user.hierarchy.permissions': { status: 200, place: 'GroupErrors' },
  'user.hierarchy.inactive': { status: 200, place: 'GroupErrors' },
  'invigilators.user.not-invigilator': { status: 200, place: 'Content.Errors' },
};

/** All rows of the tables of the interface, and the conditions that are only in its prose. */
const ROWS: readonly Condition[] = [
  ...Object.values(CONDITIONS).flat(),
  ...OWN_CONDITIONS.filter(({ rules: [rule] }) => !rule.startsWith('catalogue.')),
];

export const ALL_RULES: readonly string[] = ROWS.flatMap(({ rules }) => rules);

/** Returns the form in which an answer must show a rule. */
export function expectedSighting(operation: Operation, rule: string): Sighting {
  const code = ROWS.find(({ rules }) => rules.includes(rule))?.code ?? null;
  const status = operation === 'removeInvigilators' ? 200 : 400;
  const usual: Sighting = { code, rule, status, place: 'Errors' };
  const own = PLACES[rule];
  return own === undefined ? usual : { ...usual, ...own, rule: null };
}
