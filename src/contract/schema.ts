/** Makes zod schemas of the contract's fields: for checking requests, and for JSON Schema and OpenAPI. */
import * as z from 'zod';
import type { FieldProblem } from './field-problems.ts';
import type { DateTimeField, Field, ListField, ObjectField, Resource, TextField } from './field.ts';
import { FORMATS, OFFSET_DATE_TIME, toUtcForm, UTC_DATE_TIME } from './formats.ts';
import {
  checkDateTime,
  checkNumber,
  checkText,
  findDuplicates,
  NO_SPACES,
  rangeWords,
  type Violation,
} from './rules.ts';

/** A request's nested lists and objects are as deep as the contract; nothing deeper is followed. */
const schemas = new WeakMap<Resource, z.ZodType>();

/** The schema of a resource's JSON object: strict, since a misspelt field must not vanish. Made once. */
export function schemaOf(resource: Resource): z.ZodType {
  const known = schemas.get(resource);
  if (known !== undefined) return known;
  const shape = Object.entries(resource.fields).map(([name, field]) => [name, presence(field)] as const);
  const schema = z.strictObject(Object.fromEntries(shape));
  schemas.set(resource, schema);
  return schema;
}

/** The schema of one value that is present. */
function valueSchemaOf(field: Field): z.ZodType {
  return MAKERS[field.kind](field as never);
}

function presence(field: Field): z.ZodType {
  const schema = valueSchemaOf(field).describe(field.meaning);
  if (field.required) return schema;
  return field.kind === 'text' && field.nonEmpty ? schema.optional() : schema.nullish();
}

const MAKERS = {
  text: textSchema,
  choice: ({ values }: Extract<Field, { kind: 'choice' }>) => z.enum(values),
  boolean: ({ asText }: Extract<Field, { kind: 'boolean' }>) => (asText ? z.enum(['true', 'false']) : z.boolean()),
  integer: numberSchema,
  decimal: numberSchema,
  'date-time': dateTimeSchema,
  list: listSchema,
  object: objectSchema,
} satisfies { [K in Field['kind']]: (field: Extract<Field, { kind: K }>) => z.ZodType };

function dateTimeSchema(field: DateTimeField): z.ZodType {
  const text = field.anyOffset ? z.string().overwrite(toUtcForm) : z.string();
  const pattern = field.anyOffset ? OFFSET_DATE_TIME : UTC_DATE_TIME;
  return text
    .check((context) => {
      const violation = checkDateTime(field, context.value);
      if (violation) report(context, violation);
    })
    .meta({ format: 'date-time', pattern: pattern.source });
}

function textSchema(field: TextField): z.ZodType {
  const schema = z.string().check((context) => {
    const violation = checkText(field, context.value);
    if (violation) report(context, violation);
  });
  return schema.meta(textSchemaKeywords(field));
}

/** The field's words as keywords of JSON Schema, which counts lengths in code points as well. */
function textSchemaKeywords(field: TextField): Record<string, unknown> {
  const { max, min, pattern, format, noSpaces, required, nonEmpty } = field;
  const minLength = min ?? (required || nonEmpty ? 1 : undefined);
  return {
    ...(max === undefined ? {} : { maxLength: max }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(noSpaces ? { pattern: NO_SPACES.source } : {}),
    ...(pattern === undefined ? {} : { pattern: pattern.regex.source }),
    ...(format === undefined ? {} : FORMATS[format].schema),
  };
}

function numberSchema(field: Extract<Field, { kind: 'integer' | 'decimal' }>): z.ZodType {
  const schema = z.number({ error: () => `must be a number${rangeWords(field)}` }).check((context) => {
    const violation = checkNumber(field, context.value);
    if (violation) report(context, violation);
  });
  return schema.meta({
    ...(field.kind === 'integer' ? { type: 'integer' } : {}),
    ...(field.min === undefined ? {} : { minimum: field.min }),
    ...(field.max === undefined ? {} : { maximum: field.max }),
  });
}

function listSchema(field: ListField): z.ZodType {
  const schema = z.array(valueSchemaOf(field.of)).check(
    // A wrong entry must not hide that the list has duplicates.
    evenAfterErrors((context) => {
      if (!Array.isArray(context.value)) return;
      for (const violation of checkList(field, context.value)) report(context, violation, violation.path);
    }),
  );
  return schema.meta({
    ...(field.max === undefined ? {} : { maxItems: field.max }),
    ...(field.unique === true ? { uniqueItems: true } : {}),
  });
}

interface ListViolation extends Violation {
  readonly path: (string | number)[];
  readonly first?: number;
}

/** The violations of a list as a whole. A duplicate's path leads to the entry that repeats an earlier one. */
function checkList(field: ListField, entries: readonly unknown[]): ListViolation[] {
  const { max } = field;
  const tooMany: ListViolation[] =
    max !== undefined && entries.length > max
      ? [{ problem: 'too-many', words: `has more than ${max} entries (${entries.length})`, path: [] }]
      : [];
  const duplicates = findDuplicates(field, entries).map(
    ({ index, first }): ListViolation => ({
      problem: 'duplicates',
      words: 'repeats an earlier entry',
      first,
      path: typeof field.unique === 'string' ? [index, field.unique] : [index],
    }),
  );
  return [...tooMany, ...duplicates];
}

function objectSchema({ resource, orTextFor }: ObjectField): z.ZodType {
  const schema = schemaOf(resource);
  if (orTextFor === undefined) return schema;
  return z.preprocess((value) => (typeof value === 'string' ? { [orTextFor]: value } : value), schema);
}

/** A check that zod runs although the value has other errors; by itself it skips checks after the first. */
function evenAfterErrors(check: (context: CheckContext) => void): z.core.$ZodCheck<unknown[]> {
  return { _zod: { def: { check: 'custom', when: () => true }, check, onattach: [] } } as unknown as z.core.$ZodCheck<
    unknown[]
  >;
}

interface CheckContext {
  readonly value: unknown;
  readonly issues: z.core.$ZodRawIssue[];
}

/** What our own checks leave in an issue's `params`. */
export interface ViolationParams {
  readonly problem: FieldProblem;
  readonly suggestion: string | undefined;
  /** Of an entry that repeats another: the index of that one. */
  readonly first?: number | undefined;
}

function report(
  context: CheckContext,
  { problem, words, suggestion, first }: Violation & Pick<ListViolation, 'first'>,
  path: (string | number)[] = [],
): void {
  const params: ViolationParams = { problem, suggestion, first };
  context.issues.push({ code: 'custom', input: context.value, path, message: words, params, continue: true });
}
