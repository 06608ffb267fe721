/** Colours and symbols of output. Colours only repeat information that the words contain. */
const SGR = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const satisfies Record<string, readonly [on: number, off: number]>;

export type Style = keyof typeof SGR;

/** The codes that `paint` writes. No others may reach a terminal. */
export const PAINTED_CODES: ReadonlySet<number> = new Set(Object.values(SGR).flat());

export function paint(style: Style, text: string, color: boolean): string {
  const [on, off] = SGR[style];
  return color ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}

/** Symbols, with ASCII replacements for terminals that cannot show them. */
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
