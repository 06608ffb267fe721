/** A mapping: how the files of one source are read, as plain JSON for one kind of record. */
import * as z from 'zod';

/** The version of the form below. */
const VERSION = 1;

const TEXT = z.string().min(1);
const VALUE = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const STEPS = z
  .strictObject({
    from: TEXT.describe('A header, or a template such as "{Prefix} {Surname}"; `{{` is a brace').optional(),
    pattern: TEXT.describe('A regular expression for the whole text. Its first group is the value').optional(),
    values: z
      .record(z.string(), VALUE)
      .describe('What each text means. Case and blanks around it do not count; "" is an empty cell')
      .optional(),
    otherwise: VALUE.describe('What all texts mean that `values` does not have. Without it they are errors').optional(),
    separator: TEXT.describe('Stands between the entries of a list').optional(),
    dateFormat: TEXT.describe('The format of this field, such as "D-M-YYYY HH:mm"').optional(),
    timezone: TEXT.describe('The IANA time zone of this field').optional(),
    value: VALUE.describe('The same value for every record').optional(),
    default: VALUE.describe('The value where the cell is empty').optional(),
  })
  .superRefine((steps, { addIssue }) => {
    const fault = (message: string, path: readonly string[] = []) =>
      addIssue({ code: 'custom', message, path: [...path] });
    if (steps.from === undefined && steps.value === undefined) fault('needs "from" or "value"');
    if (steps.value !== undefined && Object.keys(steps).length > 1) fault('has "value", so it can have nothing else');
    if (steps.otherwise !== undefined && steps.values === undefined) fault('needs "values"', ['otherwise']);
  });

const SKIPPED = z
  .strictObject({
    column: TEXT.describe('A header'),
    equals: z.array(z.string()).min(1).describe('Texts. Case and blanks around them do not count').optional(),
    pattern: TEXT.describe('A regular expression for the whole cell').optional(),
  })
  .refine(({ equals, pattern }) => (equals === undefined) !== (pattern === undefined), {
    message: 'needs either "equals" or "pattern"',
  });

/** Returns the schema of a mapping for kinds with these names. It checks, and gives the JSON Schema. */
export function mappingSchema(kinds: readonly string[]) {
  return z.strictObject({
    $schema: z.string().describe('The address of the JSON Schema, for editors').optional(),
    mapping: z.literal(VERSION).describe('The version of this form'),
    kind: z.enum(kinds).describe('The kind of record that the files have'),
    source: TEXT.describe('Where the form of the export is documented').optional(),
    read: z
      .strictObject({
        sheet: TEXT.describe('The sheet of a workbook: its name, or its number from 1').optional(),
        headerRow: z.int().min(1).describe('The line of the header').optional(),
        encoding: TEXT.describe('The encoding, such as windows-1252').optional(),
        delimiter: z.string().length(1).describe('The delimiter of a CSV file').optional(),
        timezone: TEXT.describe('The IANA time zone of dates without one').optional(),
        dateFormat: TEXT.describe('The format of all dates, such as "D-M-YYYY HH:mm"').optional(),
      })
      .describe('How to read the file. Flags take precedence')
      .optional(),
    fields: z
      .record(TEXT, z.union([TEXT, STEPS]))
      .describe('For each field a header, a template, or the steps from the cells to the value'),
    ignore: z.array(TEXT).describe('Columns that are not read; "*" means all that no field reads').optional(),
    unknown: z
      .array(TEXT)
      .describe('Columns for which a draft has no proposal. A run refuses the mapping until this is empty')
      .optional(),
    skipRows: z.array(SKIPPED).describe('Rows that are no records').optional(),
    accept: z.array(TEXT).describe('Rules of suspicions that are let through').optional(),
  });
}

/** The JSON Schema of a mapping, made of what checks it. */
export function mappingJsonSchema(kinds: readonly string[]): object {
  return { ...z.toJSONSchema(mappingSchema(kinds)), title: 'Mapping of examctl' };
}

export type Mapping = z.infer<ReturnType<typeof mappingSchema>>;
export type FieldSteps = z.infer<typeof STEPS>;
export type SkippedRows = z.infer<typeof SKIPPED>;
export type MappedConstant = z.infer<typeof VALUE>;

/** Returns the steps of a field, which a mapping can also give as a header or a template alone. */
export function stepsOf(field: string | FieldSteps): FieldSteps {
  return typeof field === 'string' ? { from: field } : field;
}
