/** Every condition of the interface's error tables by operation, and the code of each rule. */
import { type ConditionRow, OWN_TABLES, TABLES } from './tables.ts';

/** One row of the interface's error tables, or a condition of our own that the interface does not mention. */
export interface Condition {
  /** The number of the interface, or null if it has none. */
  readonly code: number | null;
  /** Stable names of the rules that have this number. */
  readonly rules: readonly [string, ...string[]];
  readonly meaning: string;
}

/** The operations of the interface, in the order of its endpoints. */
export type Operation = keyof typeof TABLES;

/** "Errors": the interface's tables, row by row. */
export const CONDITIONS = conditionsOf(TABLES);

/** Conditions that are not in the tables of the interface; none has a number. */
const OWN: Partial<Record<Operation, readonly Condition[]>> = conditionsOf(OWN_TABLES);
export const OWN_CONDITIONS: readonly Condition[] = Object.values(OWN).flat();

function conditionsOf<K extends string>(tables: Readonly<Record<K, readonly ConditionRow[]>>) {
  const conditionOf = ([code, meaning, ...rules]: ConditionRow): Condition => ({ code, meaning, rules });
  const entries = Object.entries<readonly ConditionRow[]>(tables).map(([name, rows]) => [name, rows.map(conditionOf)]);
  return Object.fromEntries(entries) as Record<K, readonly Condition[]>;
}

/** All conditions of an operation. */
export function allConditionsOf(operation: Operation): readonly Condition[] {
  return [...CONDITIONS[operation], ...(OWN[operation] ?? [])];
}

type AnyRow = (typeof TABLES)[Operation][number] | (typeof OWN_TABLES)[keyof typeof OWN_TABLES][number];
type RulesOf<Row> = Row extends readonly [unknown, unknown, ...infer Rules extends string[]] ? Rules[number] : never;

/** The name of a rule that one of the conditions lists. */
export type ConditionRule = RulesOf<AnyRow>;

const conditionOfRule = new Map(
  [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS].flatMap((condition) =>
    condition.rules.map((rule) => [rule, condition] as const),
  ),
);

/** The rule of a number in an answer; `undefined` if several rules share the number. */
export function ruleOf(operation: Operation, code: number | null): string | undefined {
  const condition = code === null ? undefined : CONDITIONS[operation].find((one) => one.code === code);
  return condition?.rules.length === 1 ? condition.rules[0] : undefined;
}

/** The interface's number for a rule, or null if it has none. */
export function codeOf(rule: string): number | null {
  return conditionOfRule.get(rule)?.code ?? null;
}

/** The text of a condition in the interface's tables; `undefined` if no condition has the rule. */
export function meaningOf(rule: string): string | undefined {
  return conditionOfRule.get(rule)?.meaning;
}
