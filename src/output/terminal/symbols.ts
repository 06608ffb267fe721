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
