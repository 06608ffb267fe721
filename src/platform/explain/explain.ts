/** Explains a rule or a code, from the contract's fields and conditions and from the table of all other rules. */
import { closest } from '../../base/closest.ts';
import { CONDITIONS, type Condition, codeOf, OWN_CONDITIONS } from '../conditions/index.ts';
import { ROUTES } from '../routes.ts';
import { meaningsOfFieldRules } from './field-rules.ts';
import { HTTP_REFUSALS } from './http-rules.ts';
import { OTHER_RULES } from './rules.ts';

export interface Explanation {
  readonly rule: string;
  readonly code: number | null;
  readonly meaning: string;
  /** The place in the interface or in the documents that describes the rule. */
  readonly where: string;
}

/** Returns the explanation of a rule, or of all rules with a code; empty if the name is not known. */
export function explain(name: string): Explanation[] {
  const isCode = /^\d{1,9}$/.test(name);
  return explanations().filter(({ rule, code }) => (isCode ? code === Number(name) : rule === name));
}

/** Returns the known rule with the most similar name, if there is one. */
export function meantRule(name: string): string | undefined {
  return closest(name, knownRules());
}

/** Returns the names of all rules that can be explained. */
export function knownRules(): string[] {
  return explanations().map(({ rule }) => rule);
}

type Meaning = Omit<Explanation, 'rule' | 'code'>;

let all: Explanation[] | undefined;

/** All explanations, made once. A rule that is of a field and has a condition is explained by both. */
function explanations(): readonly Explanation[] {
  if (all !== undefined) return all;
  const others = new Map<string, Meaning>([...ofServer(), ...ofTables(), ...meaningsOfFieldRules()]);
  const meanings = new Map(ofConditions());
  for (const [rule, { meaning, where }] of meanings) {
    const field = others.get(rule);
    if (field !== undefined)
      meanings.set(rule, { meaning: `${meaning} ${field.meaning}`, where: `${field.where}; ${where}` });
    others.delete(rule);
  }
  all = [...meanings, ...others].map(([rule, meaning]) => ({ rule, code: codeOf(rule), ...meaning }));
  return all;
}

function ofConditions(): [string, Meaning][] {
  const of = (where: string) => (condition: Condition) =>
    condition.rules.map((rule): [string, Meaning] => [rule, { meaning: `${condition.meaning}.`, where }]);
  const ofOperations = Object.entries(CONDITIONS).flatMap(([operation, conditions]) => {
    const { method, path } = ROUTES[operation as keyof typeof ROUTES];
    return conditions.flatMap(of(`the errors of ${method} ${path}`));
  });
  return [...ofOperations, ...OWN_CONDITIONS.flatMap(of('docs/reference/conditions.md: of our own'))];
}

function ofServer(): [string, Meaning][] {
  return Object.entries(HTTP_REFUSALS).map(([rule, { status, message }]) => {
    return [rule, { meaning: `Of serve, with status ${status}: ${message}.`, where: 'docs/serve.md' }];
  });
}

function ofTables(): [string, Meaning][] {
  return OTHER_RULES.flatMap(([where, rules]) =>
    Object.entries(rules).map(([rule, meaning]): [string, Meaning] => [rule, { meaning, where }]),
  );
}
