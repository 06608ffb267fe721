/** The rules of all fields, made from the contract. */
import { catalogueResource } from '../catalogue.ts';
import { type Field, kebabCase, type Resource } from '../fields/field.ts';
import { type FoundField, fieldRule } from '../fields/field-path.ts';
import { FIELD_PROBLEMS, type FieldProblem } from '../fields/problem-names.ts';
import { REQUEST_RESOURCES, withParts } from '../resources/index.ts';
import { faultyValue, goodValue } from './field-examples.ts';

/**
 * The requests of the interface, the catalogue, and the objects in them. The interface comes last: if both have a
 * rule of the same name, such as for users, the rule of the interface is explained.
 */
const EXPLAINED: readonly Resource[] = [...withParts(catalogueResource), ...REQUEST_RESOURCES];

/** A rule of a field, with a value that breaks it and one that keeps it. */
export interface FieldRuleSample {
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
  readonly problem: FieldProblem;
  readonly fails: unknown;
  readonly passes: unknown;
}

let samples: Map<string, FieldRuleSample> | undefined;

/** The samples by the names of their rules; made once. */
export function fieldRuleSamples(): ReadonlyMap<string, FieldRuleSample> {
  samples ??= new Map(EXPLAINED.flatMap((resource) => ofResource(resource)));
  return samples;
}

function ofResource(resource: Resource): [string, FieldRuleSample][] {
  return Object.entries(resource.fields).flatMap(([name, field]) => [
    ...samplesOf({ resource, name, field, isEntry: false }),
    ...(field.kind === 'list' ? samplesOf({ resource, name, field, isEntry: true }) : []),
  ]);
}

function samplesOf({ resource, name, field, isEntry }: FoundField): [string, FieldRuleSample][] {
  const checked = isEntry && field.kind === 'list' ? field.of : field;
  return (Object.keys(FIELD_PROBLEMS) as FieldProblem[]).flatMap((problem): [string, FieldRuleSample][] => {
    const fault = isEntry && problem === 'empty' ? null : faultyValue(checked, problem);
    if (fault === undefined) return [];
    const rule = ruleOf({ resource, name, field, isEntry }, problem);
    const fails = isEntry ? [fault] : fault;
    return [[rule, { resource, name, field, problem, fails, passes: goodValue(field) }]];
  });
}

/**
 * The rule for a problem of a field. For repeated objects in a list, it is a rule of the field that identifies them.
 */
function ruleOf({ resource, name, field, isEntry }: FoundField, problem: FieldProblem): string {
  const isOfEntry = problem === 'duplicates' && field.kind === 'list' && field.of.kind === 'object';
  if (isOfEntry && typeof field.unique === 'string') {
    return fieldRule({ resource: field.of.resource, name: field.unique, isEntry: false }, problem);
  }
  return fieldRule({ resource, name, isEntry }, problem);
}

/** The resource and the field in a rule's name; `undefined` if it has none. */
export function fieldOfRule(rule: string): Pick<FieldRuleSample, 'resource' | 'name'> | undefined {
  const stem = rule.slice(0, rule.lastIndexOf('.'));
  for (const resource of EXPLAINED) {
    const name = Object.keys(resource.fields).find((field) => `${resource.name}.${kebabCase(field)}` === stem);
    if (name !== undefined) return { resource, name };
  }
  return undefined;
}

/** The resource of a rule about unknown fields, such as `user.field.unknown`. */
export function resourceOfUnknown(rule: string): Resource | undefined {
  return EXPLAINED.findLast(({ name }) => rule === `${name}.field.unknown`);
}
