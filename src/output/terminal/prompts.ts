/** Questions at a terminal. They go to standard error, so that standard output stays data. */
import { Writable } from 'node:stream';
import { InterruptedError } from '../../errors.ts';
import { forTerminal } from './escape.ts';
import type { InputStream, Output, OutputStream } from './streams.ts';
import { symbolsToAscii } from './style.ts';

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
  /** Asks for one choice. The cursor starts at `chosen`. Without it, an empty line first says how to choose. */
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
 * Creates a prompter. Ctrl-C or Ctrl-D at a question throws an InterruptedError, and so does `signal`, which covers
 * signals from other processes and a Ctrl-C between two questions.
 */
export async function createPrompter(output: Output, signal?: AbortSignal): Promise<Prompter> {
  const { checkbox, confirm, input, password, select } = await import('@inquirer/prompts');
  const ask = createAsk(output, signal);
  const pageSize = Math.max(
    MIN_PAGE_SIZE,
    Math.min(MAX_PAGE_SIZE, (output.stderr.rows || MAX_PAGE_SIZE * 2) - OTHER_LINES),
  );
  return {
    text: async (message, check, offered = '') => {
      const asOffered = forTerminal(offered);
      const meant = (answer: string) => (answer === asOffered ? offered : answer);
      return meant(await ask(input, { message, validate: (answer) => check(meant(answer)), default: offered }));
    },
    secret: (message, check) => ask(password, { message, mask: true, validate: check }),
    one: async (message, choices, chosen) => {
      const at = choices.findIndex(({ value }) => value === chosen);
      const config = { message, choices: choices.map(toOption), default: at, pageSize, theme: THEME };
      const help = { text: HOW_TO_CHOOSE.one, isForEmptyLine: at === -1 };
      return valueAt(choices, await ask(select<number>, config, help));
    },
    several: async (message, choices, chosen = []) => {
      const options = choices.map((choice, at) => ({
        ...toOption(choice, at),
        checked: chosen.includes(choice.value),
      }));
      const ticked = await ask(
        checkbox<number>,
        { message, choices: options, pageSize, theme: THEME },
        { text: HOW_TO_CHOOSE.several },
      );
      return ticked.map((at) => valueAt(choices, at));
    },
    confirm: (message) => ask(confirm, { message, default: false }),
  };
}

/** The line below a list of choices. */
const THEME = {
  style: {
    keysHelpTip: (keys: [key: string, action: string][]) =>
      [...keys, ['?', 'help']].map((words) => words.join(' ')).join(' • '),
  },
};

/** What `?` says at a list of choices. */
const HOW_TO_CHOOSE = {
  one: 'The arrow keys move to a choice, and so do its first letters. Enter takes it. Ctrl-C stops, and nothing is sent.',
  several:
    'The arrow keys move, the space bar ticks a choice or takes the tick away. Enter takes those with a tick, or none. Ctrl-C stops, and nothing is sent.',
} as const;

/**
 * Asks one question of the library. `help` is shown for a `?`; with `isForEmptyLine`, Enter before any other key shows it
 * too, and takes nothing: nobody has chosen yet.
 */
function createAsk(output: Output, signal: AbortSignal | undefined) {
  return async <C extends object, T>(
    begin: Question<C, T>,
    config: C,
    help?: { text: string; isForEmptyLine?: boolean },
  ): Promise<T> => {
    const { stdin } = output;
    const screen = createScreen(output);
    let isOver = false;
    // After Ctrl-Z and fg, the line editor of Node leaves the input paused, and the shell has written over the question.
    const onContinue = () =>
      setImmediate(() => {
        if (isOver) return;
        stdin.resume();
        screen.drawAgain();
      });
    const closed = new AbortController();
    // Ctrl-D closes the line editor, which the library does not see. The editor listens for the end until it is closed.
    const onRemoved = (event: string) => event === 'end' && setImmediate(() => closed.abort());
    // A list hides the cursor, which the shell needs. The line editor gets the key after this, and stops the process.
    let isEmptyLine = help?.isForEmptyLine === true;
    const onKey = (character: unknown, key: { readonly ctrl?: boolean; name?: string | undefined }) => {
      if (key.ctrl === true && key.name === 'z') output.stderr.write(SHOW_CURSOR);
      const isUnchosen = isEmptyLine && (key.name === 'return' || key.name === 'enter');
      isEmptyLine = false;
      if (help !== undefined && (character === '?' || isUnchosen)) screen.drawBelow(help.text);
      // The library gets the same object after this, and takes the choice at the cursor for this name.
      if (isUnchosen) key.name = undefined;
    };
    process.on('SIGCONT', onContinue);
    stdin.on('keypress', onKey);
    stdin.on('removeListener', onRemoved);
    try {
      const until = AbortSignal.any([closed.signal, ...(signal ? [signal] : [])]);
      return await begin(escapeTexts(config) as C, { input: stdin, output: screen.stream, signal: until });
    } catch (error) {
      throw toInterruption(error, signal);
    } finally {
      isOver = true;
      process.off('SIGCONT', onContinue);
      stdin.off('keypress', onKey);
      stdin.off('removeListener', onRemoved);
      // The line editor pauses an input only once, and an input that flows keeps the process alive.
      stdin.pause();
    }
  };
}

type Question<C, T> = (config: C, context: QuestionContext) => Promise<T>;

/** A copy of what the library is to show. All its texts are escaped, and so are those that its functions return. */
function escapeTexts(shown: unknown): unknown {
  if (typeof shown === 'string') return forTerminal(shown);
  if (Array.isArray(shown)) return shown.map(escapeTexts);
  if (typeof shown === 'function') return (...given: unknown[]) => escapeTexts(shown(...given));
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, escapeTexts(value)]));
}

interface QuestionContext {
  readonly input: InputStream;
  readonly output: OutputStream;
  readonly signal: AbortSignal;
}

/** Standard error for one question, with the wanted colours and symbols. It can draw its text again. */
function createScreen({ stderr, color, ascii }: Output): QuestionScreen {
  let shown = '';
  const stream = new Writable({
    decodeStrings: false,
    write(drawing: string, _encoding, done) {
      const painted = color.stderr ? drawing : drawing.replace(COLORS, '');
      const text = ascii ? symbolsToAscii(painted) : painted;
      stderr.write(text);
      shown = text.replace(CURSOR_MOVES, '') || shown;
      done();
    },
  });
  Object.defineProperty(stream, 'columns', { get: () => stderr.columns });
  return {
    stream,
    drawAgain: () => void stderr.write(`\r${ERASE_BELOW}${shown}`),
    drawBelow: (text) => void stderr.write(`\n${text}\n\n${shown}`),
  };
}

interface QuestionScreen {
  readonly stream: OutputStream;
  readonly drawAgain: () => void;
  /** Writes a text below the question, and the question again below that. */
  readonly drawBelow: (text: string) => void;
}

const COLORS = /\p{Cc}\[[\d;]*m/gu;
/** The moves of the cursor with which the library erases the last drawing. */
const CURSOR_MOVES = /^(?:\p{Cc}\[\d*[A-Z])+/u;
const SHOW_CURSOR = '\u001b[?25h';
const ERASE_BELOW = '\u001b[J';

/** The most choices that are shown at once. */
const MAX_PAGE_SIZE = 12;
const MIN_PAGE_SIZE = 3;
/** The lines around the choices: a question of two lines, and the help below. */
const OTHER_LINES = 5;

/** A choice for the library. Its value is its position, since all texts are escaped. After the choice, only the id is shown. */
function toOption({ value, title }: Choice, at: number): { value: number; name: string; short: string } {
  return { value: at, name: title === undefined ? value : `${value}  ${title}`, short: value };
}

function valueAt(choices: readonly Choice[], at: number): string {
  return choices[at]?.value ?? '';
}

function toInterruption(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const isEnd = error.name === 'ExitPromptError' || error.name === 'AbortPromptError';
  return isEnd ? InterruptedError.by(signal, 'Interrupted', { cause: error }) : error;
}
