/** A conversation with a command, question by question. */
import { openTerminal } from './process.ts';
import { KEYS, type OpenTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

export interface FlowOptions extends TerminalOptions {
  /** By default, a process at a real terminal. */
  readonly open?: OpenTerminal;
}

export interface Step {
  /** The text on the screen that shows the question. */
  readonly see: string;
  readonly answer: (terminal: Terminal) => Promise<void> | void;
}

export function typed(see: string, text: string): Step {
  return { see, answer: ({ type }) => type(`${text}${KEYS.enter}`) };
}

/** A wrong answer, the message about it, and the right answer. */
export function corrected(see: string, wrong: string, says: string, right: string): Step {
  return {
    see,
    answer: async ({ type, sees }) => {
      type(`${wrong}${KEYS.enter}`);
      await sees(says);
      type(`${KEYS.eraseLine}${right}${KEYS.enter}`);
    },
  };
}

export function chosen(see: string, choice: string): Step {
  return {
    see,
    answer: async ({ moveTo, type }) => {
      await moveTo(choice);
      // Enter alone would only say how to choose, if the first choice is meant.
      type(`${KEYS.space}${KEYS.enter}`);
    },
  };
}

export function ticked(see: string, ...choices: readonly string[]): Step {
  return {
    see,
    answer: async ({ moveTo, type, sees }) => {
      for (const choice of choices) {
        await moveTo(choice);
        type(KEYS.space);
        await sees(`❯◉ ${choice}`);
      }
      type(KEYS.enter);
    },
  };
}

/** Answers all questions and waits for the end. */
export async function converse(args: readonly string[], steps: readonly Step[], options: FlowOptions) {
  return withTerminal(args, options, async (terminal) => {
    await answerAll(terminal, steps);
    return { code: await terminal.exit, terminal };
  });
}

/** Answers the questions before the given one, and presses Ctrl-C there. */
export async function interruptAt(
  index: number,
  args: readonly string[],
  steps: readonly Step[],
  options: FlowOptions,
) {
  return withTerminal(args, options, async (terminal) => {
    await answerAll(terminal, steps.slice(0, index));
    await terminal.sees(steps[index]?.see ?? '');
    terminal.type(KEYS.ctrlC);
    return { code: await terminal.exit, terminal };
  });
}

export async function withTerminal<T>(
  args: readonly string[],
  options: FlowOptions,
  work: (terminal: Terminal) => Promise<T>,
): Promise<T> {
  const { open = openTerminal, ...given } = options;
  const terminal = open(args, given);
  try {
    return await work(terminal);
  } finally {
    terminal.close();
  }
}

async function answerAll(terminal: Terminal, steps: readonly Step[]): Promise<void> {
  for (const { see, answer } of steps) {
    await terminal.sees(see);
    await answer(terminal);
  }
}

/** Runs an action for all items, with a limited number at the same time. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 4): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
