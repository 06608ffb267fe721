/** Symbols in output, with ASCII replacements for terminals that cannot show them. */
export interface Symbols {
  readonly ellipsis: string;
  readonly arrow: string;
  readonly times: string;
  readonly maskDot: string;
}

const UNICODE: Symbols = { ellipsis: '…', arrow: '→', times: '×', maskDot: '•' };
const ASCII: Symbols = { ellipsis: '...', arrow: '->', times: 'x', maskDot: '*' };

export function symbolsFor(ascii: boolean): Symbols {
  return ascii ? ASCII : UNICODE;
}

/** The symbols of questions, which another library draws. */
const OF_QUESTIONS: Readonly<Record<string, string>> = {
  ...{ '✔': '+', '√': '+', '❯': '>', '◉': '*', '◯': 'o', '•': '*', '↑↓': 'up/down', '⏎': 'enter' },
};

/** The text of a question with ASCII in place of symbols. Other characters stay as they are. */
export function symbolsToAscii(text: string): string {
  return text.replace(/[✔√❯◉◯•⏎]|↑↓/gu, (symbol) => OF_QUESTIONS[symbol] ?? symbol);
}
