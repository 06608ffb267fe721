/** The width of text in columns of a terminal: wide characters (CJK, emoji) take two columns, combining marks none. */
import { symbolsFor } from './style.ts';

/** Matches text whose length is also its width: Latin letters with and without accents. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range begins with ASCII, in which every character is one unit.
const NARROW = /^[\x00-\u00ac\u00ae-\u02ff]*$/;

/** East Asian Wide and Fullwidth, by blocks. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

const ZERO = /^[\p{M}\p{Cf}]+$/u;

/** Created on first use: to load its tables takes longer than most commands, and most text is Latin. */
let segmenter: Intl.Segmenter | undefined;

function segment(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { segment: grapheme } of segment(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The text if it fits, otherwise its beginning with an ellipsis, in at most `width` columns. */
export function shortenToWidth(text: string, width: number, ascii = false): string {
  if (text.length <= width && NARROW.test(text)) return text;
  if (displayWidth(text) <= width) return text;
  const { ellipsis } = symbolsFor(ascii);
  if (width <= ellipsis.length) return ellipsis.slice(0, width);
  const room = width - ellipsis.length;
  const [head] = splitAtWidth(text, room);
  // `splitAtWidth` returns at least one character, which may be too wide.
  return (displayWidth(head) > room ? '' : head) + ellipsis;
}

/** The text in lines of at most `width` columns, broken at blanks if possible. */
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

/**
 * Wraps a text and indents all lines but the first, by less where a word would not fit. Without a width, the text stays on
 * one line.
 */
export function wrapHanging(text: string, width: number | undefined, indent: number): string[] {
  if (width === undefined || displayWidth(text) <= width) return [text];
  const [first = ''] = wrapToWidth(text, width);
  const rest = text.slice(first.length).trimStart();
  const room = Math.min(width, Math.max(width - indent, ...rest.split(' ').map(displayWidth)));
  return [first, ...wrapToWidth(rest, room).map((line) => ' '.repeat(width - room) + line)];
}

function breakAtBlank(head: string, text: string): string {
  if (text[head.length] === ' ') return head;
  const blank = head.lastIndexOf(' ');
  return blank > 0 ? head.slice(0, blank) : head;
}

/** The longest beginning that fits, and the rest. The beginning has at least one character, so that loops end. */
function splitAtWidth(text: string, width: number): [head: string, rest: string] {
  if (NARROW.test(text)) return [text.slice(0, Math.max(1, width)), text.slice(Math.max(1, width))];
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
