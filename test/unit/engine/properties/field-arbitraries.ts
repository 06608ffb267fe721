/** Values for the fields of the contract: valid ones, nearly valid ones, and values of the wrong type. */
import fc from 'fast-check';
import type { Field, ListField, Resource, TextField } from '../../../../src/platform/fields/field.ts';

/** Valid values that name an existing entry, by field. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const FORMATS = {
  email: fc.constantFrom('ada@example.edu', 'a@b.nl', `${'l'.repeat(64)}@example.edu`),
  guid: fc.uuid(),
  url: fc.constantFrom('https://photos.example.org/a.jpg', 'http://[::1]/x?y#z'),
  'birth-date': fc.constantFrom('1999-12-31', '20000229', '0001-01-01'),
  'ip-range': fc.oneof(fc.ipV4(), fc.constantFrom('10.0.0.0/8', '::1', '10.0.0.1-10.0.0.2')),
} as const;

/** A valid value: it passes every check of the field. */
function goodValue(field: Field, known: Known, name = ''): fc.Arbitrary<unknown> {
  const existing = known[name];
  if (existing !== undefined) return fc.constantFrom(...existing);
  switch (field.kind) {
    case 'text':
      return goodText(field);
    case 'choice':
      return fc.constantFrom(...field.values);
    case 'boolean':
      return field.asText ? fc.constantFrom('true', 'false') : fc.boolean();
    case 'integer':
      return fc.integer({ min: field.min ?? -9, max: field.max ?? 9999 });
    case 'decimal':
      return fc.double({ noNaN: true });
    case 'date-time':
      return fc.constantFrom('2027-03-01T09:00:00Z', '2027-03-01T14:30:00.123Z', '9999-12-31T23:59:59.999Z');
    case 'list':
      return goodList(field, known);
    case 'object':
      return goodRecord(field.resource, known);
  }
}

function goodText({ format, pattern, max = 600, min = 1, noSpaces }: TextField): fc.Arbitrary<string> {
  if (format !== undefined) return FORMATS[format];
  const unit = pattern ? fc.constantFrom(...'aZ09') : fc.constantFrom(...'aé😀_', '\u0001', noSpaces ? '-' : "'");
  const length = fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max: min + 12 }) }, fc.constant(max));
  return fc.tuple(length, unit).map(([count, character]) => character.repeat(Math.min(count, max)));
}

function goodList({ of, max = 5, unique }: ListField, known: Known): fc.Arbitrary<unknown[]> {
  const entries = { maxLength: Math.min(max, 5) };
  const entry = goodValue(of, known);
  if (unique === undefined) return fc.array(entry, entries);
  const selector = (value: unknown) =>
    typeof unique === 'string' ? (value as Record<string, unknown>)[unique] : String(value).toLowerCase();
  return fc.uniqueArray(entry, { ...entries, selector });
}

/** A valid record: it has the required fields, and some of the others, which may be null if that is allowed. */
export function goodRecord(resource: Resource, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(resource.fields).map(([name, field]) => {
    const value = goodValue(field, known, name);
    if (field.required) return value;
    const unset = field.kind === 'text' && field.nonEmpty ? fc.constant(undefined) : fc.constantFrom(undefined, null);
    return fc.oneof({ weight: 2, arbitrary: value }, { weight: 3, arbitrary: unset });
  });
  const names = Object.keys(resource.fields);
  return fc.tuple(...fields).map((values) => {
    const record = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    return withoutLooseEnds(record);
  });
}

/** Corrects a record for the rules between fields. */
function withoutLooseEnds(record: Record<string, unknown>): Record<string, unknown> {
  const needs = record['SpecialNeeds'] === true || record['SpecialNeeds'] === 'true';
  const lacking = needs ? {} : { ReasonableAdjustmentPercentage: undefined };
  const entries = Object.entries({ ...record, ...('SpecialNeeds' in record ? lacking : {}) });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Any value that a field may get: values near its limits, values of other types, and none. */
function anyValue(field: Field): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(null, '', ' ', ' x', 'x ', 'a b', 'ä/_', '-1', 'true', '\ud800', '__proto__'),
    fc.constantFrom(-1, 0, -0, 0.5, 1000, 1e300, true, false),
    fc.constantFrom([], {}, [null], [''], [{}], [[]], ['a', 'a'], { ExternalId: 'LAW-1' }, 'x'.repeat(501)),
    field.kind === 'text' ? nearLimit(field) : fc.constant('2027-02-30T09:00:00Z'),
    fc.jsonValue({ maxDepth: 2 }),
  );
}

function nearLimit({ max = 0, min = 1 }: TextField): fc.Arbitrary<string> {
  const lengths = fc.constantFrom(max, max + 1, min - 1, min);
  return fc.tuple(lengths, fc.constantFrom('x', '😀')).map(([length, unit]) => unit.repeat(Math.max(0, length)));
}

/** A valid record with one or two invalid fields, or with an unknown field. */
export function spoiltRecord(resource: Resource, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(resource.fields);
  const spoiling = fc.constantFrom(...names).chain((name) => {
    const field = resource.fields[name];
    return fc.tuple(fc.constant(name), field === undefined ? fc.constant(null) : anyValue(field));
  });
  const extra = fc.constantFrom<[string, unknown]>(['Extra', null], ['firstname', 'Ada'], ['__proto__', {}]);
  const changes = fc.array(fc.oneof({ weight: 9, arbitrary: spoiling }, extra), { minLength: 1, maxLength: 2 });
  return fc.tuple(goodRecord(resource, known), changes).map(([record, spoilt]) => {
    return Object.fromEntries([...Object.entries(record), ...spoilt]);
  });
}
