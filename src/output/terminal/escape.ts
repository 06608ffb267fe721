/**
 * Text from a file or a server may hold what a terminal obeys: escape sequences that move the cursor or set the title,
 * characters that turn the reading direction around, line ends that forge a line of ours. Here they become visible.
 */
import { shortenToWidth } from './display-width.ts';
import { PAINTED_CODES } from './style.ts';

/**
 * Control characters (C0, DEL, C1), lone surrogates, line separators, bidi controls and what takes no space.
 * Joiners (U+200C, U+200D) stay: names and emoji are written with them.
 */
const LIVE =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Where such characters may be: quickly found, for most of a report is plain ASCII. */
const ODD = /[^\n -~]+/g;

/** Also what only our own text may hold: a line end, a tab and the colours that we paint. */
const LIVE_OR_LAYOUT = new RegExp(`\\u001b\\[(\\d{1,2})m|\\r\\n|${LIVE.source}`, 'gu');

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A character takes a column or more, unless it combines; so more than this many units a column is only a flood. */
const UNITS_PER_COLUMN = 16;

export interface ForTerminalOptions {
  /** Columns at most; longer text ends in an ellipsis. */
  readonly max?: number | undefined;
  readonly ascii?: boolean | undefined;
}

/** Foreign text as one line without anything that a terminal obeys. */
export function forTerminal(text: string, { max, ascii = false }: ForTerminalOptions = {}): string {
  if (max === undefined) return text.replace(LIVE, escapeCharacter);
  const flood = text.length > max * UNITS_PER_COLUMN;
  const head = flood ? text.slice(0, max * UNITS_PER_COLUMN) : text;
  const shown = head.replace(LIVE, escapeCharacter);
  return shortenToWidth(flood ? shown + ' '.repeat(max) : shown, max, ascii);
}

/** Our own text, of several lines perhaps: a second lock on the door, should foreign text have come in unescaped. */
export function keepLayout(text: string): string {
  return text.replace(LIVE_OR_LAYOUT, (match, code: string | undefined) => {
    if (code !== undefined) return PAINTED_CODES.has(Number(code)) ? match : escapeCharacter('\u001b') + match.slice(1);
    if (match === '\r\n') return '\n';
    return match === '\n' || match === '\t' ? match : escapeCharacter(match);
  });
}

/** JSON with such characters written as JSON escapes: the same value to any reader. */
export function escapeJson(json: string): string {
  return json.replace(ODD, (text) => text.replace(LIVE, jsonEscape));
}

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unitEscape(code);
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => unitEscape(character.charCodeAt(index))).join('');
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
