/** What to write in place of a text that should be a yes or no, or a number. Files may say both in more ways than the wire. */
import { fieldRule } from '../../platform/fields/field-path.ts';
import { type Problem, problem } from '../../platform/problem.ts';
import type { PlainField, ValuePlace } from './conversion.ts';

const NONE: readonly Problem[] = [];

/** The fault of a value that was converted from a text. It is still a text if the conversion failed. */
export function findPlainFault(
  field: PlainField,
  value: unknown,
  placeOf: () => ValuePlace,
  { isJson = false } = {},
): readonly Problem[] {
  if (typeof value !== 'string') return NONE;
  const fault = faultOf(field, value);
  if (fault === undefined) return NONE;
  const { resource, name, path } = placeOf();
  const rule = fieldRule({ resource, name, isEntry: false }, 'type');
  // JSON has numbers of its own, and a text in place of one is none, whatever it says.
  const suggestion = isJson && fault !== BOOLEAN ? 'write a number without quotes' : fault.suggestion;
  return [problem({ path, rule, message: `${name} ${fault.words}`, suggestion })];
}

function faultOf(field: PlainField, value: string): typeof BOOLEAN | undefined {
  switch (field.kind) {
    case 'boolean':
      return field.asText && (value === 'true' || value === 'false') ? undefined : BOOLEAN;
    case 'integer':
      return INTEGER;
    case 'decimal':
      return DECIMAL;
    default:
      return undefined;
  }
}

const BOOLEAN = { words: 'must be true or false', suggestion: 'write true, false, yes, no, 1 or 0' };
const INTEGER = { words: 'must be a whole number', suggestion: 'write digits only, like 25' };
const DECIMAL = { words: 'must be a number', suggestion: 'write it with a full stop, like 12.5, and without a unit' };
