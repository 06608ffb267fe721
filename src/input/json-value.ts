import { InputError } from '../errors.ts';
import { findJsonFault } from './json-fault.ts';
import { UNFINISHED } from './json-words.ts';

/** What to do about a file that is not JSON. */
export const MEND = 'Mend the file at this place, or export it again with a program that writes JSON.';

/** Where a value stands: its line, and the column of its first character. */
export interface ValuePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Parses one value. What is wrong with it is told at its own line and column in the file. */
export function parseJsonValue(text: string, place: ValuePlace): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw jsonError(text, place, cause);
  }
}

/** What is wrong with the beginning of a value that was cut off, if it is more than that. */
export function faultBeforeCut(text: string, place: ValuePlace): InputError | undefined {
  const fault = findJsonFault(text);
  return fault === undefined || fault.problem === UNFINISHED ? undefined : jsonError(text, place);
}

/** The error for the first fault in a value. */
function jsonError(text: string, place: ValuePlace, cause?: unknown): InputError {
  const { index, problem } = findJsonFault(text) ?? { index: 0, problem: 'this is not valid JSON' };
  const before = text.slice(0, index).split(/\r\n|\n|\r/);
  const indent = before.length === 1 ? place.column : 1;
  const column = (before.at(-1)?.length ?? 0) + indent;
  const { file } = place;
  return new InputError({ file, line: place.line + before.length - 1 }, `column ${column}: ${problem}`, {
    hint: MEND,
    cause,
  });
}
