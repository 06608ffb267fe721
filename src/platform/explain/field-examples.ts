/** Makes a valid value of a field, and an invalid one for each possible problem, from the field's constraints. */
import type { DamageName } from '../fields/damage/damage.ts';
import type { Field, TextField } from '../fields/field.ts';
import type { FieldProblem } from '../fields/problem-names.ts';

const GOOD_FORMATS = {
  email: 'ada.lovelace@example.edu',
  guid: '8d3f6a52-41c7-4f0e-9b1a-2c7d5e8f9a10',
  url: 'https://example.edu/ada.jpg',
  'birth-date': '2001-05-31',
  'ip-range': '192.0.2.1',
} satisfies Record<NonNullable<TextField['format']>, string>;

/** Returns a valid value. */
export function goodValue(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return field.format === undefined ? goodText(field) : GOOD_FORMATS[field.format];
    case 'choice':
      return field.values[0];
    case 'boolean':
      return field.asText ? 'true' : true;
    case 'date-time':
      return '2027-01-11T08:00:00.000Z';
    case 'list':
      return [goodValue(field.of)];
    case 'object':
      return Object.fromEntries(
        Object.entries(field.resource.fields).flatMap(([name, member]) =>
          member.required ? [[name, goodValue(member)]] : [],
        ),
      );
    default:
      return field.min ?? 0;
  }
}

/** A text of the required length, with characters that every pattern allows. */
function goodText({ min = 1, max = 8 }: TextField): string {
  return 'Example1'.slice(0, max).padEnd(min, 'x');
}

const DAMAGED = {
  'spreadsheet-error': '#N/A',
  formula: '=A1+B1',
  placeholder: 'NULL',
  exponent: '4.44021E+11',
  fraction: '444021.0',
  month: '1-mrt',
  'text-mark': "'0444021",
  quoted: '“Ada”',
  escaped: 'Jos&eacute;',
  'lost-letter': 'Jos?',
  misread: 'JosÃ©',
  unreadable: 'Jos\ufffd',
  'control-character': 'Ada\u0007',
  'direction-control': 'Ada\u202e',
  'hard-space': 'Ada\u00a0King',
  invisible: 'A\u200bda',
  'rejects-mark': '(no cell)',
} as const satisfies Record<DamageName, string>;

type MakeFault = (field: Field) => unknown;

/** Each function returns a value with the problem; `undefined` if the field cannot have it. */
const FAULTS: Readonly<Partial<Record<FieldProblem, MakeFault>>> = {
  required: (field) => (field.required ? null : undefined),
  empty: (field) => (field.kind === 'text' && field.nonEmpty ? '' : undefined),
  type: wrongType,
  choice: (field) => (field.kind === 'choice' ? 'SOMETHING_ELSE' : undefined),
  'too-long': (field) => (field.kind === 'text' && field.max ? 'x'.repeat(field.max + 1) : undefined),
  'too-short': (field) => (field.kind === 'text' && field.min ? 'x'.repeat(field.min - 1) : undefined),
  'too-many': (field) => (field.kind === 'list' && field.max ? manyEntries(field.of, field.max + 1) : undefined),
  range: (field) => (isNumber(field) && field.max !== undefined ? field.max + 1 : undefined),
  pattern: (field) => (field.kind === 'text' && field.pattern ? 'a/b' : undefined),
  spaces: (field) => (field.kind === 'text' && field.noSpaces ? 'ada lovelace' : undefined),
  'surrounding-space': (field) => (field.kind === 'text' ? ` ${goodValue(field)}` : undefined),
  'line-break': (field) => (field.kind === 'text' && !field.pattern ? 'Ada\nLovelace' : undefined),
  'not-text': (field) =>
    field.kind === 'text' && !field.pattern && !field.format ? `${goodText(field).slice(1)}\u0000` : undefined,
  invalid: (field) => (field.kind === 'date-time' ? '2027-02-30T09:00:00Z' : wrongFormat(field)),
  duplicates: (field) => (field.kind === 'list' && field.unique ? repeated(goodValue(field.of)) : undefined),
  'no-zone': (field) => ifTime(field, '2027-01-11 09:00'),
  nonexistent: (field) => ifTime(field, '2027-03-28 02:30'),
  ambiguous: (field) => ifTime(field, '2027-10-31 02:30'),
};

/** Returns a value with a problem; `undefined` if the field cannot have it. */
export function faultyValue(field: Field, problem: FieldProblem): unknown {
  const make = FAULTS[problem];
  if (make !== undefined) return make(field);
  const isDamage =
    field.kind === 'text' && Object.hasOwn(DAMAGED, problem) && (problem !== 'lost-letter' || field.isName);
  return isDamage ? DAMAGED[problem as DamageName] : undefined;
}

function wrongType(field: Field): unknown {
  if (field.kind === 'text' || field.kind === 'date-time' || field.kind === 'object') return 7;
  if (field.kind === 'integer') return 0.5;
  return field.kind === 'choice' ? undefined : 'text';
}

function wrongFormat(field: Field): unknown {
  if (field.kind !== 'text' || field.format === undefined) return undefined;
  return field.format === 'birth-date' ? '31.05.2001' : 'not-one';
}

function isNumber(field: Field): field is Extract<Field, { kind: 'integer' | 'decimal' }> {
  return field.kind === 'integer' || field.kind === 'decimal';
}

function ifTime(field: Field, text: string): unknown {
  return field.kind === 'date-time' ? text : undefined;
}

function repeated(entry: unknown): unknown[] {
  return [entry, entry];
}

function manyEntries(of: Field, count: number): unknown[] {
  const isAddress = of.kind === 'text' && of.format === 'ip-range';
  return Array.from({ length: count }, (_, index) => (isAddress ? `192.0.2.${index}` : `entry ${index}`));
}
