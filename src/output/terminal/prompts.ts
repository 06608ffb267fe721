/** Questions at a terminal. They go to standard error, so that standard output stays data. */
import { InterruptedError } from '../../errors.ts';
import { forTerminal } from './escape.ts';
import type { Output } from './streams.ts';

/** `true`, or why the answer will not do. */
export type CheckAnswer = (answer: string) => true | string;

export interface Choice {
  readonly value: string;
  /** What it is, beside its id. */
  readonly title?: string | undefined;
}

export interface Prompter {
  /** An empty answer takes what is offered, where anything is. */
  text(message: string, check: CheckAnswer, offered?: string): Promise<string>;
  secret(message: string, check: CheckAnswer): Promise<string>;
  /** What is chosen already is where the list begins, or ticked. */
  one(message: string, choices: readonly Choice[], chosen?: string): Promise<string>;
  several(message: string, choices: readonly Choice[], chosen?: readonly string[]): Promise<string[]>;
  /** No, unless it is said otherwise. */
  confirm(message: string): Promise<boolean>;
}

/** Whether there is somebody to ask: both ends must be a terminal, and asking must not be forbidden. */
export function canAsk({ isTerminal }: Output, mayAsk: boolean): boolean {
  return mayAsk && isTerminal.stdin && isTerminal.stderr;
}

/** Makes one; tests have their own. */
export type OpenPrompter = (output: Output, signal?: AbortSignal) => Promise<Prompter>;

/**
 * Ctrl-C at a question throws an InterruptedError, and so does the signal: it hears of those who do not press keys,
 * and of a Ctrl-C that came while no question was open.
 */
export async function createPrompter(output: Output, signal?: AbortSignal): Promise<Prompter> {
  const { checkbox, confirm, input, password, select } = await import('@inquirer/prompts');
  const context = { input: output.stdin, output: output.stderr, ...(signal === undefined ? {} : { signal }) };
  const ask = <T>(answer: Promise<T>) =>
    answer.catch((error: unknown) => Promise.reject(toInterruption(error, signal)));
  return {
    text: (message, check, offered) =>
      ask(
        input({ message, validate: checked(check), ...(offered === undefined ? {} : { default: offered }) }, context),
      ),
    secret: (message, check) => ask(password({ message, mask: true, validate: checked(check) }, context)),
    one: (message, choices, chosen = '') =>
      ask(select({ message, choices: choices.map(toOption), default: chosen, pageSize: PAGE_SIZE }, context)),
    several: (message, choices, chosen = []) => {
      const options = choices.map((choice) => ({ ...toOption(choice), checked: chosen.includes(choice.value) }));
      return ask(checkbox({ message, choices: options, pageSize: PAGE_SIZE }, context));
    },
    confirm: (message) => ask(confirm({ message, default: false }, context)),
  };
}

const PAGE_SIZE = 12;

function checked(check: CheckAnswer): CheckAnswer {
  return (answer) => {
    const verdict = check(answer);
    return verdict === true ? true : forTerminal(verdict);
  };
}

/** Once it is chosen, its id says enough. */
function toOption({ value, title }: Choice): { value: string; name: string; short: string } {
  return { value, name: forTerminal(title === undefined ? value : `${value}  ${title}`), short: forTerminal(value) };
}

function toInterruption(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const isEnd = error.name === 'ExitPromptError' || error.name === 'AbortPromptError';
  const name = signal?.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  return isEnd ? new InterruptedError(name, 'Interrupted', { cause: error }) : error;
}
