/** The codes of styles. Colours only repeat information that the words contain. */
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
