/** JSON Schemas of the contract's resources, each under its own name and referred to by it. */
import * as z from 'zod';
import { collectionResource, repositoryReferenceResource, taxonomyReferenceResource } from './collection.ts';
import type { Resource } from './field.ts';
import { invigilatorResource } from './invigilators.ts';
import {
  overviewOptionsResource,
  resultsOptionsResource,
  reviewHierarchyResource,
  reviewResultResource,
  reviewSessionResource,
} from './review-session.ts';
import { candidateResource, scheduleRequestResource, scheduleResource } from './schedule.ts';
import { schemaOf } from './schema.ts';
import { isSecret } from './secrets.ts';
import { userHierarchyResource, userResource } from './user.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

const NAMED = {
  ScheduleRequest: scheduleRequestResource,
  Schedule: scheduleResource,
  Candidate: candidateResource,
  ReviewSession: reviewSessionResource,
  ReviewHierarchy: reviewHierarchyResource,
  ReviewResult: reviewResultResource,
  ResultsOptions: resultsOptionsResource,
  OverviewOptions: overviewOptionsResource,
  Collection: collectionResource,
  TaxonomyReference: taxonomyReferenceResource,
  RepositoryReference: repositoryReferenceResource,
  User: userResource,
  UserHierarchy: userHierarchyResource,
  InvigilatorRemoval: invigilatorResource,
} as const satisfies Record<string, Resource>;

export type SchemaName = keyof typeof NAMED;

/** Those of requests: what they hold of secrets is never given back. */
const REQUESTS: readonly SchemaName[] = ['Schedule', 'Candidate', 'User'];

/** The schema of every resource; `uri` makes the reference to one. */
export function resourceSchemas(uri: (name: string) => string): Record<SchemaName, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, resource] of Object.entries(NAMED)) registry.add(schemaOf(resource), { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri, override: allowPlainText });
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, resource]) => [name, finish(name as SchemaName, resource, schemas[name] ?? {})]),
  ) as Record<SchemaName, JsonSchema>;
}

/** An object that may be written as a plain text is made of it by a transformation, which JSON Schema cannot say. */
function allowPlainText({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  if (zodSchema._zod.def.type !== 'pipe') return;
  const { description, ...object } = jsonSchema;
  const either = {
    anyOf: [{ type: 'string', minLength: 1 }, object],
    ...(description === undefined ? {} : { description }),
  };
  for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword);
  Object.assign(jsonSchema, either);
}

function finish(name: SchemaName, resource: Resource, schema: JsonSchema): JsonSchema {
  const { $id: _, $schema: __, properties, ...rest } = schema;
  const finished = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([field, property]) => {
    const isWriteOnly = REQUESTS.includes(name) && isSecret(resource.fields[field]);
    return [field, { ...hoistDescription(property), ...(isWriteOnly ? { writeOnly: true } : {}) }];
  });
  return { title: name, description: `${resource.section}.`, ...rest, properties: Object.fromEntries(finished) };
}

/** Where null is allowed, zod leaves the description with the other alternative; readers look for it at the field. */
function hoistDescription(property: JsonSchema): JsonSchema {
  const [first, ...others] = (property['anyOf'] ?? []) as JsonSchema[];
  if (first?.['description'] === undefined || property['description'] !== undefined) return property;
  const { description, ...alternative } = first;
  return { description, ...property, anyOf: [alternative, ...others] };
}
