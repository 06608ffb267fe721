/** JSON Schemas of what a file of a kind holds, for editors and other validators. */
import type { Resource } from '../fields/field.ts';
import { type JsonSchema, resourceSchemas, schemaOf } from './openapi-schemas.ts';

/** The JSON Schema (2020-12) of one record of a resource, complete in itself. */
export function jsonSchemaOf(resource: Resource): JsonSchema {
  const uri = (name: string) => `#/$defs/${name}`;
  const all = resourceSchemas(uri);
  const root = schemaOf(resource, uri);
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
