/** The steps from the cells of a row to the value of a field: template, pattern, values, separator. */
import { textListCell } from '../values/cell-lists.ts';
import type { LocalTimeZone } from '../values/conversion.ts';
import type { DateFormat } from '../values/date-format.ts';
import type { FieldSteps, MappedConstant } from './mapping.ts';
import type { Template } from './template.ts';

/** Matches a whole text in linear time. Returns the text of the first group, `undefined` if the text does not match. */
export type Matcher = (text: string) => string | undefined;

/** The result of the steps: a text to convert as a cell, a value, or what is wrong. `undefined`: there is no value. */
type MappedValue =
  | { readonly text: string }
  | { readonly value: string | number | boolean }
  | { readonly fault: MappingFault }
  | undefined;

/** Why a cell has no value: it does not match the pattern, or its text is none of `values`. */
interface MappingFault {
  readonly rule: 'input.mapping.pattern' | 'input.mapping.value';
  readonly message: string;
  readonly suggestion: string;
}

/** The steps of a field, ready to run. */
export interface CompiledSteps {
  readonly template: Template | undefined;
  /** Whether the value is that of one cell as it is. */
  readonly isCell: boolean;
  readonly dateFormat: DateFormat | undefined;
  readonly zone: LocalTimeZone | undefined;
  /** Returns the value for the cells of the template's columns, in its order. `fix` repairs the text before the pattern. */
  readonly run: (cells: readonly string[], fix?: (text: string) => string) => MappedValue;
}

export interface CompileOptions {
  /** The name of the field, for messages. */
  readonly name: string;
  readonly template: Template | undefined;
  readonly dateFormat: DateFormat | undefined;
  readonly zone: LocalTimeZone | undefined;
  readonly matcher: Matcher | undefined;
}

/** The number of different texts whose values are kept: most columns with steps have few. */
const MAX_KEPT = 2_000;

export function compileSteps(
  steps: FieldSteps,
  { name, template, dateFormat, zone, matcher }: CompileOptions,
): CompiledSteps {
  const given = { template, isCell: template?.isCell === true && Object.keys(steps).length === 1, dateFormat, zone };
  if (template === undefined) {
    const constant = constantOf(steps.value ?? null);
    return { ...given, run: () => constant };
  }
  const empty = emptyValue(steps);
  const meanings =
    steps.values && new Map(Object.entries(steps.values).map(([text, value]) => [foldText(text), value]));
  const mean = (text: string): MappedValue => {
    const matched = matcher === undefined ? text : matcher(text);
    if (matched === undefined) return { fault: patternFault(name, steps.pattern ?? '') };
    if (matched === '') return empty;
    // A meaning may be null, which is no value.
    const said = meanings?.get(foldText(matched));
    const meant = meanings === undefined ? matched : said === undefined ? steps.otherwise : said;
    if (meant === undefined) return { fault: valueFault(name, Object.keys(steps.values ?? {})) };
    if (meant === null || typeof meant !== 'string') return constantOf(meant);
    if (steps.separator === undefined) return { text: meant };
    return { text: textListCell(meant.split(steps.separator).map((entry) => entry.trim())) };
  };
  const isPlain = matcher === undefined && meanings === undefined && steps.separator === undefined;
  const known = new Map<string, MappedValue>();
  const meanOnce = (text: string): MappedValue => {
    if (known.has(text)) return known.get(text);
    if (known.size >= MAX_KEPT) known.clear();
    const value = mean(text);
    known.set(text, value);
    return value;
  };
  return {
    ...given,
    run: (cells, fix) => {
      const filled = template.fill(cells);
      const text = filled === undefined || fix === undefined ? filled : fix(filled);
      if (text === undefined || text === '') return empty;
      return isPlain ? { text } : meanOnce(text);
    },
  };
}

/** The value of an empty cell: what `values` says of the empty text, otherwise the default. */
function emptyValue(steps: FieldSteps): MappedValue {
  const meant = Object.entries(steps.values ?? {}).find(([text]) => text.trim() === '');
  return constantOf(meant === undefined ? (steps.default ?? null) : meant[1]);
}

/** Null is no value. A text is read like the text of a cell. */
function constantOf(value: MappedConstant): MappedValue {
  if (value === null || value === '') return undefined;
  return typeof value === 'string' ? { text: value } : { value };
}

/** Makes texts comparable: case and blanks around them do not count. */
export function foldText(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

function patternFault(name: string, pattern: string): MappingFault {
  return {
    rule: 'input.mapping.pattern',
    message: `The text for ${name} does not match the pattern ${pattern} of the mapping`,
    suggestion: 'correct the cell, or the pattern in the mapping',
  };
}

function valueFault(name: string, texts: readonly string[]): MappingFault {
  return {
    rule: 'input.mapping.value',
    message: `The mapping does not say what the text for ${name} means`,
    suggestion: `it knows ${texts.map((text) => JSON.stringify(text)).join(', ')}; correct the cell, or add the text to "values"`,
  };
}
