/** How many columns of a terminal a text takes: wide characters (CJK, emoji) take two, combining marks none. */
import { symbolsFor } from './symbols.ts';

/** Of such a text, the length is the width to everybody. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: printable ASCII needs no segmenting, and most text is that.
export const ASCII_ONLY = /^[\x00-\x7f]*$/;

/** East Asian Wide and Fullwidth, by blocks. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

const ZERO = /^[\p{M}\p{Cf}]+$/u;

/** Made when it is first needed: loading its tables takes longer than most commands, and most text is ASCII. */
let segmenter: Intl.Segmenter | undefined;

function segment(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

export function displayWidth(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  let width = 0;
  for (const { segment: grapheme } of segment(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The text if it fits, else its beginning with an ellipsis, at most `width` columns in all. */
export function shortenToWidth(text: string, width: number, ascii = false): string {
  if (text.length <= width && ASCII_ONLY.test(text)) return text;
  if (displayWidth(text) <= width) return text;
  const { ellipsis } = symbolsFor(ascii);
  if (width <= ellipsis.length) return ellipsis.slice(0, width);
  const room = width - ellipsis.length;
  const [head] = splitAtWidth(text, room);
  // A wide character may not fit where a narrow one would.
  return (displayWidth(head) > room ? '' : head) + ellipsis;
}

/** The text in lines of at most `width` columns, broken at blanks where it can be. */
export function wrapToWidth(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (displayWidth(rest) > width) {
    const [whole] = splitAtWidth(rest, width);
    const head = breakAtBlank(whole, rest);
    lines.push(head.trimEnd());
    rest = rest.slice(head.length).trimStart();
  }
  return [...lines, rest];
}

/** Below this, lines of a hanging text would hold a word each. */
const MIN_HANGING_COLUMNS = 20;

/** The same with all lines but the first indented; without a width, which only terminals have, the text stays one line. */
export function wrapHanging(text: string, width: number | undefined, indent: number): string[] {
  if (width === undefined || displayWidth(text) <= width) return [text];
  const [first = ''] = wrapToWidth(text, width);
  const others = wrapToWidth(text.slice(first.length).trimStart(), Math.max(width - indent, MIN_HANGING_COLUMNS));
  return [first, ...others.map((line) => ' '.repeat(indent) + line)];
}

function breakAtBlank(head: string, text: string): string {
  if (text[head.length] === ' ') return head;
  const blank = head.lastIndexOf(' ');
  return blank > 0 ? head.slice(0, blank) : head;
}

/** The longest beginning that fits (one character at least, so that a loop over it ends), and the rest. */
function splitAtWidth(text: string, width: number): [head: string, rest: string] {
  if (ASCII_ONLY.test(text)) return [text.slice(0, Math.max(1, width)), text.slice(Math.max(1, width))];
  let used = 0;
  for (const { segment: grapheme, index } of segment(text)) {
    used += graphemeWidth(grapheme);
    if (used > width && index > 0) return [text.slice(0, index), text.slice(index)];
  }
  return [text, ''];
}

function graphemeWidth(grapheme: string): number {
  if (ZERO.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1;
}
