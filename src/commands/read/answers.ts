/** What was answered about reading files: asked once in a run, and kept in its record. */

import { NOT_READ } from '../../input/table/columns.ts';
import type { Choice } from '../../output/terminal/prompts.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';

/** What a question is about, such as a sheet, and of which file or column. */
export interface Subject {
  readonly what: 'sheet' | 'candidates sheet' | 'encoding' | 'column';
  readonly of: string;
}

/** In place of a field, in a list of choices. */
export const NO_FIELD = '-';

/** By flags: an input may be opened again within a run. */
const known = new WeakMap<ReadOptions, Map<string, string>>();

/** All answers of a call, those of the run that it resumes among them. */
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

/** The columns that were given a field, each with its field. */
export function answeredColumns(flags: ReadOptions): [header: string, field: string][] {
  const start = keyOf({ what: 'column', of: '' });
  return [...answersOf(flags)].flatMap(([key, field]): [string, string][] =>
    key.startsWith(start) ? [[key.slice(start.length), field === NO_FIELD ? NOT_READ : field]] : [],
  );
}

/** Asks, unless it was answered before. */
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
