/** Questions at a terminal. They go to standard error, so that standard output stays data. */
import { InterruptedError } from '../../errors.ts';
import { forTerminal } from './escape.ts';
import type { Output } from './streams.ts';

/** Returns `true`, or the reason why the answer is not accepted. */
export type CheckAnswer = (answer: string) => true | string;

export interface Choice {
  readonly value: string;
  /** The title, shown next to the id. */
  readonly title?: string | undefined;
}

export interface Prompter {
  /** Asks for a text. An empty answer accepts the offered one, if there is one. */
  text(message: string, check: CheckAnswer, offered?: string): Promise<string>;
  secret(message: string, check: CheckAnswer): Promise<string>;
  /** Asks for one choice. The cursor starts at `chosen`. */
  one(message: string, choices: readonly Choice[], chosen?: string): Promise<string>;
  /** Asks for any number of choices. Those in `chosen` are ticked at the beginning. */
  several(message: string, choices: readonly Choice[], chosen?: readonly string[]): Promise<string[]>;
  /** Asks for yes or no. The default is no. */
  confirm(message: string): Promise<boolean>;
}

/** Whether questions are possible: standard input and error must be terminals, and `--no-input` must not be given. */
export function canAsk({ isTerminal }: Output, mayAsk: boolean): boolean {
  return mayAsk && isTerminal.stdin && isTerminal.stderr;
}

/** Opens a prompter. Tests replace it. */
export type OpenPrompter = (output: Output, signal?: AbortSignal) => Promise<Prompter>;

/**
 * Creates a prompter. Ctrl-C at a question throws an InterruptedError, and so does `signal`, which covers signals from
 * other processes and a Ctrl-C between two questions.
 */
export async function createPrompter(output: Output, signal?: AbortSignal): Promise<Prompter> {
  const { checkbox, confirm, input, password, select } = await import('@inquirer/prompts');
  const context = { input: output.stdin, output: output.stderr, ...(signal === undefined ? {} : { signal }) };
  // After Ctrl-Z and fg, the line editor of Node leaves the input paused, and nothing would keep the process alive.
  const onContinue = () => setImmediate(() => output.stdin.resume());
  const ask = <T>(answer: Promise<T>) => {
    process.on('SIGCONT', onContinue);
    return answer
      .catch((error: unknown) => Promise.reject(toInterruption(error, signal)))
      .finally(() => process.off('SIGCONT', onContinue));
  };
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

/** A choice for the library. After the choice, only the id is shown. */
function toOption({ value, title }: Choice): { value: string; name: string; short: string } {
  return { value, name: forTerminal(title === undefined ? value : `${value}  ${title}`), short: forTerminal(value) };
}

function toInterruption(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const isEnd = error.name === 'ExitPromptError' || error.name === 'AbortPromptError';
  const name = signal?.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  return isEnd ? new InterruptedError(name, 'Interrupted', { cause: error }) : error;
}
