import { InputError } from '../errors.ts';

/** The error for a file that holds nothing but blanks, if that. */
export function emptyFileError(file: string): InputError {
  return new InputError({ file }, 'the file is empty', { hint: 'Check that the export that made it was finished.' });
}
