/**
 * Explains a rule or a code, with a case that breaks it and one that keeps it. Most of the text comes from the
 * contract.
 */
import { closest } from '../../base/closest.ts';
import { lowerFirst } from '../../base/text/lower-first.ts';
import type { Condition } from '../conditions/condition.ts';
import { CONDITIONS, codeOf, OWN_CONDITIONS } from '../conditions/index.ts';
import { FORMATS } from '../fields/formats.ts';
import { FIELD_PROBLEMS } from '../fields/problem-names.ts';
import { rangeWords } from '../fields/value-faults.ts';
import { ROUTES } from '../routes.ts';
import { CHECK_RULES } from './check-rules.ts';
import { type FieldRuleSample, fieldOfRule, fieldRuleSamples, resourceOfUnknown } from './field-rules.ts';
import { HTTP_REFUSALS, type HttpRefusal } from './http-rules.ts';
import { INPUT_RULES } from './input-rules.ts';
import { type Cases, OTHER_CASES, OTHER_RULES, type OtherRule, PAIR_CASES } from './other-rules.ts';

export interface Explanation {
  readonly rule: string;
  readonly code: number | null;
  readonly meaning: string;
  /** An example that fails, and one that passes. */
  readonly fails: string;
  readonly passes: string;
  /** The place in the interface or in the documents that describes the rule. */
  readonly where: string;
}

interface Known {
  readonly condition: Condition;
  readonly where: string;
}

/** Rules with an explanation of their own: it does not follow from the contract. */
const RULES: Readonly<Record<string, OtherRule>> = { ...OTHER_RULES, ...INPUT_RULES, ...CHECK_RULES };

/** For each rule, the condition that lists it, and the operation to which the condition belongs. */
const conditions = new Map<string, Known>(
  [
    ...OWN_CONDITIONS.map((condition): Known => ({ condition, where: 'docs/reference/conditions.md: of our own' })),
    ...Object.entries(CONDITIONS).flatMap(([operation, rows]) => {
      const { method, path } = ROUTES[operation as keyof typeof ROUTES];
      return rows.map((condition: Condition): Known => ({ condition, where: `the errors of ${method} ${path}` }));
    }),
  ].flatMap((known) => known.condition.rules.map((rule) => [rule, known] as const)),
);

/** Returns the explanation of a rule, or of all rules with a code; empty if the name is not known. */
export function explain(name: string): Explanation[] {
  const rules = /^\d{1,9}$/.test(name) ? knownRules().filter((rule) => codeOf(rule) === Number(name)) : [name];
  return rules.flatMap((rule) => explainRule(rule) ?? []);
}

/** Returns the known rule with the most similar name, if there is one. */
export function meantRule(name: string): string | undefined {
  return closest(name, knownRules());
}

/** Returns the names of all rules that can be explained. */
export function knownRules(): string[] {
  return [
    ...new Set([...conditions.keys(), ...fieldRuleSamples().keys(), ...Object.keys({ ...RULES, ...HTTP_REFUSALS })]),
  ];
}

function explainRule(rule: string): Explanation | undefined {
  const known = conditions.get(rule);
  const sample = fieldRuleSamples().get(rule);
  const code = codeOf(rule);
  if (sample !== undefined) return { rule, code, ...ofField(sample, known) };
  if (known !== undefined)
    return { rule, code, meaning: known.condition.meaning, where: known.where, ...casesOf(rule) };
  const refusal = Object.hasOwn(HTTP_REFUSALS, rule) ? HTTP_REFUSALS[rule as keyof typeof HTTP_REFUSALS] : undefined;
  if (refusal !== undefined) return { rule, code, ...ofRefusal(refusal) };
  const other = Object.hasOwn(RULES, rule) ? RULES[rule] : undefined;
  if (other !== undefined) return { rule, code, ...other, where: Object.hasOwn(CHECK_RULES, rule) ? CHECKS : DOCS };
  const found = ofPair(rule) ?? ofUnknownField(rule);
  return found && { rule, code, ...found };
}

type Explained = Omit<Explanation, 'rule' | 'code'>;

/** Explains a refusal by `serve` before an operation is reached. */
function ofRefusal({ status, message, fails, passes }: HttpRefusal): Explained {
  return { meaning: `Of serve, with status ${status}: ${message}`, fails, passes, where: 'docs/serve.md' };
}

/** Explains a rule about two records. */
function ofPair(rule: string): Explained | undefined {
  const last = lastPart(rule);
  const place = Object.hasOwn(PAIR_CASES, last) ? fieldOfRule(rule) : undefined;
  const pair = PAIR_CASES[last];
  if (place === undefined || pair === undefined) return undefined;
  return { ...pair, meaning: `${place.name}: ${pair.meaning}`, where: `${DOCS}; ${place.resource.section}` };
}

function ofUnknownField(rule: string): Explained | undefined {
  const resource = resourceOfUnknown(rule);
  if (resource === undefined) return undefined;
  const [first = ''] = Object.keys(resource.fields);
  return {
    meaning: 'The record has a field that is not known here',
    fails: `{ "${first}s": … }`,
    passes: `{ "${first}": … }`,
    where: resource.section,
  };
}

const CHECKS = 'docs/checks.md';
const DOCS = 'docs/file-formats.md and docs/operations.md';

function lastPart(rule: string): string {
  return rule.slice(rule.lastIndexOf('.') + 1);
}

function ofField(sample: FieldRuleSample, known: Known | undefined): Explained {
  const { resource, name, field } = sample;
  const limits = limitsOf(sample);
  const sentences = [
    ...(known === undefined ? [] : [`${known.condition.meaning}.`]),
    `${name} (${lowerFirst(field.meaning)}): the value ${problemWords(sample)}${limits}.`,
  ];
  return {
    meaning: sentences.join(' '),
    fails: shown(name, sample.fails),
    passes: shown(name, sample.passes),
    where: known === undefined ? resource.section : `${resource.section}; ${known.where}`,
  };
}

function problemWords({ field, problem }: FieldRuleSample): string {
  const checked = field.kind === 'list' ? field.of : field;
  const format = problem === 'invalid' && checked.kind === 'text' ? checked.format : undefined;
  return format === undefined ? FIELD_PROBLEMS[problem] : FORMATS[format].words;
}

function limitsOf({ field }: FieldRuleSample): string {
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

function casesOf(rule: string): Cases {
  if (rule.endsWith('.body.type')) return { fails: '[] or "text" as a record', passes: 'an object with its fields' };
  if (rule.endsWith('.body.empty')) return { fails: '{}', passes: 'an object with its fields' };
  const last = lastPart(rule);
  const cases: Cases | undefined = Object.hasOwn(OTHER_CASES, last)
    ? OTHER_CASES[last as keyof typeof OTHER_CASES]
    : undefined;
  return cases ?? { fails: 'a record without it', passes: 'a record with it' };
}

/** Characters of a value. A longer one is cut, with its length. */
const MAX_SHOWN = 60;

function shown(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= MAX_SHOWN) return `${name}: ${text}`;
  const size = Array.isArray(value) ? `${value.length} entries` : `${String(value).length} characters`;
  return `${name}: ${text.slice(0, 20)}… (${size})`;
}
