/** The errors and messages for JSON files. */
import { InputError } from '../../errors.ts';
import { MAX_JSON_DEPTH } from '../limits.ts';

/** The problem of a value whose arrays and objects nest too deep. */
export const TOO_DEEP = `arrays and objects are nested more than ${MAX_JSON_DEPTH} deep`;

/** The problem of a value whose end is missing. */
export const UNFINISHED = 'the value ends before it is complete';

const WORD = /[A-Za-z_$][\w$]*/y;

/** Returns a message about the text at an index, which is not what JSON allows there. */
export function describeUnexpected(text: string, at: number, wanted: string): string {
  const found = text.codePointAt(at);
  if (found === undefined) return UNFINISHED;
  const character = String.fromCodePoint(found);
  if (character === "'") return 'JSON wants double quotes, not single ones';
  if (/[\u2018-\u201f]/.test(character)) return 'JSON wants straight double quotes, not typographic ones';
  if (character === '#' || text.startsWith('//', at) || text.startsWith('/*', at)) return 'JSON has no comments';
  if (/[-+.\d]/.test(character) && wanted === 'a value') return 'this is not a number as JSON writes it';
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0].slice(0, 30);
  return `expected ${wanted}, found ${word ?? visible(character)}`;
}

function visible(character: string): string {
  if (!/[\p{C}\p{Z}]/u.test(character)) return character;
  return `the invisible character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const CUT_OFF = 'It may have been cut off while it was written or copied; get it again.';

/** The error for a file that ends within a value. */
export function unfinishedValueError(file: string, line: number, beginning: number): InputError {
  return new InputError({ file, line }, `the file ends within the value that begins in line ${beginning}`, {
    hint: CUT_OFF,
  });
}

/** The error for a file that ends before the bracket of its array is closed. */
export function unfinishedArrayError(file: string, line: number): InputError {
  return new InputError({ file, line }, 'the file ends before the closing ] of the array', { hint: CUT_OFF });
}

/** The error for a value whose arrays and objects nest too deep. */
export function tooDeepError(file: string, line: number): InputError {
  return new InputError({ file, line }, TOO_DEEP, {
    hint: 'Input records are flat or nearly so; check that this is the right file.',
  });
}

/** The error for a file that is JSON, but neither an object nor an array. */
export function scalarError(file: string, line: number): InputError {
  return new InputError({ file, line }, 'expected an object or an array of objects', {
    hint: 'Begin the file with { for one record or with [ for several.',
  });
}

/** The error for text after the end of the object or array. */
export function trailingError(file: string, line: number, column: number): InputError {
  return new InputError({ file, line }, `column ${column}: there is more after the end of the JSON value`, {
    hint: 'If each line is a value of its own, use --format ndjson; otherwise put the values in an array.',
  });
}
