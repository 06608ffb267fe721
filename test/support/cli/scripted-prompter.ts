/** Answers questions without a terminal, through the port of the prompts. */
import type { Choice, OpenPrompter, Prompter } from '../../../src/output/terminal/prompts.ts';

/** The beginning of a question, and its answer. Enter accepts the default. */
export type Reply = readonly [question: string, answer: string | readonly string[] | boolean];

export const ENTER = '\r';

export interface Scripted {
  readonly openPrompter: OpenPrompter;
  /** The questions in their order, with their defaults. */
  readonly asked: string[];
  /** The messages about invalid answers. */
  readonly refused: string[];
  /** The choices of each question. */
  readonly choices: Map<string, readonly Choice[]>;
  /** The answers that were not needed. */
  left(): readonly Reply[];
}

export function scriptedPrompter(replies: readonly Reply[]): Scripted {
  const rest = [...replies];
  const asked: string[] = [];
  const refused: string[] = [];
  const choices = new Map<string, readonly Choice[]>();
  const take = (message: string, offered = ''): Reply[1] => {
    asked.push(offered === '' ? message : `${message} [${offered}]`);
    const reply = rest.shift();
    if (reply === undefined || !message.startsWith(reply[0])) {
      throw new Error(`Asked ${JSON.stringify(message)} where ${JSON.stringify(reply?.[0])} was expected`);
    }
    return reply[1];
  };
  const typed = async (message: string, check: (text: string) => true | string, offered = ''): Promise<string> => {
    const answer = take(message, offered);
    const text = answer === ENTER ? offered : String(answer);
    const verdict = check(text);
    if (verdict === true) return text;
    refused.push(verdict);
    return typed(message, check, offered);
  };
  const chosen = (message: string, all: readonly Choice[], answer: Reply[1]): string[] => {
    choices.set(message, all);
    const wanted = [answer].flat().map(String);
    const missing = wanted.filter((value) => !all.some((choice) => choice.value === value));
    if (missing.length > 0) throw new Error(`${message} does not offer ${missing.join(', ')}`);
    return wanted;
  };
  const prompter: Prompter = {
    text: typed,
    secret: typed,
    one: async (message, all, now = '') => {
      const answer = take(message, now);
      return chosen(message, all, answer === ENTER ? now : answer)[0] ?? '';
    },
    several: async (message, all, now = []) => {
      const answer = take(message, now.join(', '));
      return chosen(message, all, answer === ENTER ? now : answer);
    },
    confirm: async (message) => take(message) === true,
  };
  return { openPrompter: async () => prompter, asked, refused, choices, left: () => rest };
}
