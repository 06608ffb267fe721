import { InputError } from '../../errors.ts';
import { TOO_DEEP } from './words.ts';

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

/** The error for what follows the end of the object or array. */
export function trailingError(file: string, line: number, column: number): InputError {
  return new InputError({ file, line }, `column ${column}: there is more after the end of the JSON value`, {
    hint: 'If each line is a value of its own, use --format ndjson; otherwise put the values in an array.',
  });
}
