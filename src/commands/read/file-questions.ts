/** The answers to questions about reading files. A run asks each question once and keeps the answer in its record. */

import { NOT_READ } from '../../input/table/header/match-columns.ts';
import type { Choice } from '../../output/terminal/prompts.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';

/** The subject of a question: a property such as the sheet, and the file or column to which it belongs. */
export interface Subject {
  readonly what: 'sheet' | 'candidates sheet' | 'encoding' | 'column';
  readonly of: string;
}

/** Stands for no field in a list of choices. */
export const NO_FIELD = '-';

/** The answers by the flags of a call, since a run may open an input again. */
const known = new WeakMap<ReadOptions, Map<string, string>>();

/** All answers of a call, including those of the run that it resumes. */
export function answersOf(flags: ReadOptions): Map<string, string> {
  const answers = known.get(flags) ?? new Map(flags.answers);
  known.set(flags, answers);
  return answers;
}

export function answerTo(flags: ReadOptions, subject: Subject): string | undefined {
  return answersOf(flags).get(keyOf(subject));
}

function remember(flags: ReadOptions, subject: Subject, answer: string): void {
  answersOf(flags).set(keyOf(subject), answer);
}

/** The columns for which the user chose a field, with the field. */
export function answeredColumns(flags: ReadOptions): [header: string, field: string][] {
  const start = keyOf({ what: 'column', of: '' });
  return [...answersOf(flags)].flatMap(([key, field]): [string, string][] =>
    key.startsWith(start) ? [[key.slice(start.length), field === NO_FIELD ? NOT_READ : field]] : [],
  );
}

/** Asks a question, unless it was answered before. */
export async function choose(
  { context, output, flags }: Pick<Call<ReadOptions>, 'context' | 'output' | 'flags'>,
  subject: Subject,
  message: string,
  choices: readonly Choice[],
): Promise<string> {
  const before = answerTo(flags, subject);
  if (before !== undefined) return before;
  const answer = await (await context.openPrompter(output)).one(message, choices);
  remember(flags, subject, answer);
  return answer;
}

function keyOf({ what, of }: Subject): string {
  return `${what}: ${of}`;
}
