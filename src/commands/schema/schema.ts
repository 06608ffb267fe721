/** `schema`: prints the JSON Schema of records, reports and mappings, or the OpenAPI document of the interface. */
import { Argument } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import { defineCommand } from '../options/create-command.ts';

const DOCUMENTS = ['openapi', 'report', 'mapping'] as const;
type SchemaName = KindName | (typeof DOCUMENTS)[number];

export const schemaCommand = defineCommand('schema', {
  summary: 'print the JSON Schema of a kind, a report or a mapping',
  description:
    'Prints the JSON Schema (2020-12) of one record of a kind, as JSON files have it, or of the report that --json ' +
    'prints, or of a mapping. "openapi" prints the interface as an OpenAPI 3.1 document. All of them are made of what the checks use.',
  examples: [
    ['examctl schema users > users.schema.json', 'for an editor or a validator'],
    ['examctl schema report', 'what a bulk command prints with --json'],
    ['examctl schema mapping > mapping.schema.json', 'the file of --mapping'],
    ['examctl schema openapi > openapi.json', 'the interface, for a generator of clients'],
  ],
  takes: (command) =>
    command.addArgument(new Argument('<name>', 'what the schema is of').choices([...KIND_NAMES, ...DOCUMENTS])),
  work: async ({ output }, name: SchemaName) => {
    const { renderJson } = await import('../../output/formats/json.ts');
    await output.print(renderJson(await schemaOf(name)));
  },
});

async function schemaOf(name: SchemaName): Promise<object> {
  if (name === 'report') return (await import('../../model/report-schema.ts')).reportJsonSchema();
  if (name === 'mapping') return (await import('../../input/mapping/mapping.ts')).mappingJsonSchema(KIND_NAMES);
  if (name === 'openapi') return (await import('../../platform/openapi/openapi.ts')).openApiDocument();
  const { jsonSchemaOf } = await import('../../platform/openapi/openapi-schemas.ts');
  const { loadKind } = await import('../../bulk/kinds/load-kind.ts');
  const { resource, extraColumns } = await loadKind(name);
  return jsonSchemaOf(resource, Object.fromEntries((extraColumns ?? []).map((column) => [column.name, column.field])));
}
