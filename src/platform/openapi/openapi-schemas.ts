/** JSON Schemas of the contract's resources. Schemas refer to each other by name. */

import type { Field, Fields, Resource, TextField } from '../fields/field.ts';
import { FORMATS, OFFSET_DATE_TIME, UTC_DATE_TIME } from '../fields/formats.ts';
import { NO_SPACES } from '../fields/value-faults.ts';
import { collectionResource, repositoryReferenceResource, taxonomyReferenceResource } from '../resources/collection.ts';
import { REQUEST_RESOURCES } from '../resources/index.ts';
import { invigilatorResource } from '../resources/invigilators.ts';
import {
  overviewOptionsResource,
  resultsOptionsResource,
  reviewHierarchyResource,
  reviewResultResource,
  reviewSessionResource,
} from '../resources/review-session.ts';
import { candidateResource, scheduleRequestResource, scheduleResource } from '../resources/schedule.ts';
import { userHierarchyResource, userResource } from '../resources/user.ts';
import { isSecret } from '../secrets.ts';

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

const NAMES = new Map<Resource, string>(Object.entries(NAMED).map(([name, resource]) => [resource, name]));

/** Makes the reference to a schema from its name. */
type Uri = (name: string) => string;

/** The schema of every resource. */
export function resourceSchemas(uri: Uri): Record<SchemaName, JsonSchema> {
  const schemas = Object.entries(NAMED).map(([name, resource]) => [name, resourceSchema(resource, uri)]);
  return Object.fromEntries(schemas) as Record<SchemaName, JsonSchema>;
}

function nameOf(resource: Resource): string {
  return NAMES.get(resource) ?? resource.name;
}

function resourceSchema(resource: Resource, uri: Uri): JsonSchema {
  const { section, fields } = resource;
  const name = nameOf(resource);
  const required = Object.keys(fields).filter((field) => fields[field]?.required);
  const properties = Object.entries(fields).map(([field, definition]) => {
    const isWriteOnly = REQUEST_RESOURCES.includes(resource) && isSecret(definition);
    return [field, { ...memberSchema(definition, uri), ...(isWriteOnly && { writeOnly: true }) }];
  });
  return {
    title: name,
    description: `${section}.`,
    type: 'object',
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

/** A field that is not required may be null, unless it must not be empty. */
function memberSchema(field: Field, uri: Uri): JsonSchema {
  const { meaning: description } = field;
  const value = valueSchema(field, uri);
  const isNullable = !field.required && !(field.kind === 'text' && field.nonEmpty);
  return isNullable ? { description, anyOf: [value, { type: 'null' }] } : { ...value, description };
}

function valueSchema(field: Field, uri: Uri): JsonSchema {
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
        items: valueSchema(field.of, uri),
        maxItems: field.max,
        uniqueItems: field.unique === true || undefined,
      };
    case 'object': {
      const object = { $ref: uri(nameOf(field.resource)) };
      return field.orTextFor === undefined ? object : { anyOf: [{ type: 'string', minLength: 1 }, object] };
    }
    default:
      return {
        type: field.kind === 'integer' ? 'integer' : 'number',
        minimum: field.min,
        maximum: field.max,
      };
  }
}

/**
 * The constraints of a field as keywords of JSON Schema, which counts lengths in code points too. Undefined keywords do
 * not appear in the JSON text.
 */
function textKeywords({ max, min, pattern, format, noSpaces, required, nonEmpty }: TextField): JsonSchema {
  return {
    maxLength: max,
    minLength: min ?? (required || nonEmpty ? 1 : undefined),
    ...(format ? FORMATS[format].schema : { pattern: (pattern?.regex ?? (noSpaces && NO_SPACES))?.source }),
  };
}

/** A complete JSON Schema (2020-12) of one record of a resource; `more` are additional members. */
export function jsonSchemaOf(resource: Resource, more: Fields = {}): JsonSchema {
  const uri = (name: string) => `#/$defs/${name}`;
  const schema = resourceSchema(resource, uri);
  const members = Object.entries(more).map(([name, field]) => [name, memberSchema(field, uri)]);
  const root = { ...schema, properties: { ...Object.fromEntries(members), ...Object(schema['properties']) } };
  const all = resourceSchemas(uri);
  const needed = reachable(root, all);
  const $defs = Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name)));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...root, ...(needed.size > 0 && { $defs }) };
}

/** Names of the schemas that a schema refers to, directly or through others. */
function reachable(schema: unknown, all: JsonSchema, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (!found.has(name)) reachable(all[name] ?? {}, all, found.add(name));
  }
  return found;
}
