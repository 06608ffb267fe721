/** JSON Schemas of the contract's resources, each under its own name and referred to by it. */
import { collectionResource, repositoryReferenceResource, taxonomyReferenceResource } from '../resources/collection.ts';
import type { Field, Resource, TextField } from '../fields/field.ts';
import { FORMATS, OFFSET_DATE_TIME, UTC_DATE_TIME } from '../fields/formats.ts';
import { invigilatorResource } from '../resources/invigilators.ts';
import {
  overviewOptionsResource,
  resultsOptionsResource,
  reviewHierarchyResource,
  reviewResultResource,
  reviewSessionResource,
} from '../resources/review-session.ts';
import { candidateResource, scheduleRequestResource, scheduleResource } from '../resources/schedule.ts';
import { NO_SPACES } from '../fields/rules.ts';
import { isSecret } from '../secrets.ts';
import { userHierarchyResource, userResource } from '../resources/user.ts';

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
const REQUESTS: readonly string[] = ['Schedule', 'Candidate', 'User'];

/** The schema of every resource; `uri` makes the reference to one. */
export function resourceSchemas(uri: Uri): Record<SchemaName, JsonSchema> {
  const schemas = Object.entries(NAMED).map(([name, resource]) => [name, schemaOf(resource, uri)]);
  return Object.fromEntries(schemas) as Record<SchemaName, JsonSchema>;
}

/** The schema of one resource. */
function schemaOf(resource: Resource, uri: Uri): JsonSchema {
  return resourceSchema(nameOf(resource), resource, (other) => ({ $ref: uri(nameOf(other)) }));
}

type Uri = (name: string) => string;

const NAMES = new Map<Resource, string>(Object.entries(NAMED).map(([name, resource]) => [resource, name]));

function nameOf(resource: Resource): string {
  return NAMES.get(resource) ?? resource.name;
}

/** The reference to a resource's schema. */
type Refer = (resource: Resource) => JsonSchema;

function referTo(uri: (name: string) => string): Refer {
  const names = new Map<Resource, string>(Object.entries(NAMED).map(([name, resource]) => [resource, name]));
  return (resource) => ({ $ref: uri(names.get(resource) ?? resource.name) });
}

function resourceSchema(name: string, { section, fields }: Resource, refer: Refer): JsonSchema {
  const required = Object.keys(fields).filter((field) => fields[field]?.required);
  const properties = Object.entries(fields).map(([field, definition]) => {
    const isWriteOnly = REQUESTS.some((request) => request === name) && isSecret(definition);
    return [field, { ...memberSchema(definition, refer), ...(isWriteOnly ? { writeOnly: true } : {}) }];
  });
  return {
    title: name,
    description: `${section}.`,
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

/** A field that is not required may be null, unless it must not be empty. */
function memberSchema(field: Field, refer: Refer): JsonSchema {
  const { meaning: description } = field;
  const value = valueSchema(field, refer);
  const isNullable = !field.required && !(field.kind === 'text' && field.nonEmpty);
  return isNullable ? { description, anyOf: [value, { type: 'null' }] } : { ...value, description };
}

function valueSchema(field: Field, refer: Refer): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string', ...textKeywords(field) };
    case 'choice':
      return { type: 'string', enum: field.values };
    case 'boolean':
      return field.asText ? { type: 'string', enum: ['true', 'false'] } : { type: 'boolean' };
    case 'date-time':
      return {
        type: 'string',
        format: 'date-time',
        pattern: (field.anyOffset ? OFFSET_DATE_TIME : UTC_DATE_TIME).source,
      };
    case 'list':
      return {
        type: 'array',
        items: valueSchema(field.of, refer),
        ...keywords({ maxItems: field.max, uniqueItems: field.unique === true || undefined }),
      };
    case 'object': {
      const object = refer(field.resource);
      return field.orTextFor === undefined ? object : { anyOf: [{ type: 'string', minLength: 1 }, object] };
    }
    default:
      return {
        type: field.kind === 'integer' ? 'integer' : 'number',
        ...keywords({ minimum: field.min, maximum: field.max }),
      };
  }
}

/** The field's words as keywords of JSON Schema, which counts lengths in code points as well. */
function textKeywords({ max, min, pattern, format, noSpaces, required, nonEmpty }: TextField): JsonSchema {
  return {
    ...keywords({
      maxLength: max,
      minLength: min ?? (required || nonEmpty ? 1 : undefined),
      pattern: pattern?.regex.source ?? (noSpaces ? NO_SPACES.source : undefined),
    }),
    ...(format === undefined ? {} : FORMATS[format].schema),
  };
}

function keywords(values: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The JSON Schema (2020-12) of one record of a resource, complete in itself. */
export function jsonSchemaOf(resource: Resource): JsonSchema {
  const uri = (name: string) => `#/$defs/${name}`;
  const all: Readonly<Record<string, JsonSchema>> = resourceSchemas(uri);
  const known = Object.entries(NAMED).find(([, named]) => named === resource);
  const root = all[known?.[0] ?? ''] ?? resourceSchema(resource.name, resource, referTo(uri));
  const needed = reachable(root, all);
  const definitions = Object.entries(all).filter(([name]) => needed.has(name));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...root,
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

/** Names of the schemas that a schema refers to, directly or through others. */
function reachable(
  schema: JsonSchema,
  all: Readonly<Record<string, JsonSchema>>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(all[name] ?? {}, all, found);
  }
  return found;
}
