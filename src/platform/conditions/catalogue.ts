/** Conditions of the embedded platform's catalogue, which the interface does not have. */
import type { ConditionRow } from './condition.ts';

export const catalogueConditions = [
  { code: null, rules: ['catalogue.reference.broken'], meaning: 'An entry refers to something that is nowhere' },
  { code: null, rules: ['catalogue.root.second'], meaning: 'There is at most one root hierarchy' },
  { code: null, rules: ['catalogue.hierarchy.cycle'], meaning: 'A hierarchy is its own ancestor' },
] as const satisfies readonly ConditionRow[];
