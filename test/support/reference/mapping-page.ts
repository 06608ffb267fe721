/** The page of the mapping file, from the schema that checks it. */
import { KIND_NAMES } from '../../../src/bulk/kinds/names.ts';
import { mappingJsonSchema } from '../../../src/input/mapping/mapping.ts';
import { PRESETS } from '../../../src/input/mapping/presets.ts';
import { code, page, table } from './markdown.ts';

export const MAPPING_SCHEMA_FILE = 'mapping.schema.json';

/** The parts of JSON Schema that the page reads. */
interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly required?: readonly string[];
}

export function mappingPage(): string {
  const schema = mappingJsonSchema(KIND_NAMES) as Schema;
  const { read, fields, skipRows } = schema.properties ?? {};
  const steps = fields?.additionalProperties || undefined;
  return page('Mapping', [
    `A mapping is a JSON file that says how the files of one source are read: which column is which field. [Mappings](../mappings.md) shows how it is used, ${code('examctl mapping draft users export.csv')} proposes one for a file of users, ${code('examctl template users --format mapping')} prints one to fill in, and [${MAPPING_SCHEMA_FILE}](${MAPPING_SCHEMA_FILE}) is its JSON Schema.`,
    `## Parts\n\n${partTable(schema)}`,
    `## ${code('read')}: how the file is read\n\n${partTable(read)}`,
    `## ${code('fields')}: from the cells to a value\n\nFor each field a header, a template, or these steps, which run in this order: ${code('from')}, ${code('pattern')}, ${code('values')}, ${code('separator')}, then the conversion and the checks that every value has.\n\n${partTable(steps?.anyOf?.find(({ properties }) => properties !== undefined))}`,
    `## ${code('skipRows')}: rows that are no records\n\n${partTable(skipRows?.items)}`,
    `## Presets\n\nMappings that come with the program, for ${code('--mapping NAME')} and ${code('mapping draft --preset NAME')}.\n\n${presetTable()}`,
  ]);
}

export function mappingSchemaText(): string {
  return `${JSON.stringify(mappingJsonSchema(KIND_NAMES), null, 2)}\n`;
}

function partTable({ properties = {}, required = [] }: Schema = {}): string {
  const rows = Object.entries(properties).map(([name, part]) => [
    `${code(name)}${required.includes(name) ? ' *' : ''}`,
    typeWords(part),
    part.description ?? '',
  ]);
  return table(['Part', 'Type', 'Meaning'], rows);
}

function typeWords(part: Schema): string {
  if (part.enum !== undefined) return part.enum.map(code).join(', ');
  if (part.const !== undefined) return code(String(part.const));
  if (part.anyOf !== undefined) return part.anyOf.map(typeWords).join(' or ');
  return part.items === undefined ? [part.type ?? ''].flat().join(' or ') : `list of ${typeWords(part.items)}`;
}

function presetTable(): string {
  const rows = [...PRESETS].map(([name, text]) => {
    const { kind, source } = JSON.parse(text) as { readonly kind: string; readonly source: string };
    return [code(name), kind, source];
  });
  return table(['Name', 'Kind', 'Documented at'], rows);
}
