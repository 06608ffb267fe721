/** JSON Schemas of what a file of each kind holds, for editors and other validators. */
import { type JsonSchema, resourceSchemas, type SchemaName } from './openapi-schemas.ts';

const RECORDS = {
  schedules: 'ScheduleRequest',
  candidates: 'Candidate',
  users: 'User',
  collections: 'Collection',
  invigilators: 'InvigilatorRemoval',
} as const satisfies Record<string, SchemaName>;

export type SchemaKind = keyof typeof RECORDS;

export const SCHEMA_KINDS = Object.keys(RECORDS) as readonly SchemaKind[];

/** The JSON Schema (2020-12) of one record of a kind, complete in itself. */
export function jsonSchemaOf(kind: SchemaKind): JsonSchema {
  const all = resourceSchemas((name) => `#/$defs/${name}`);
  const root = all[RECORDS[kind]];
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
