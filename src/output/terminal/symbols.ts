/** The few characters beyond letters that we draw with, for terminals that show them and for those that do not. */
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
