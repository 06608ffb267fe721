/**
 * Makes control characters visible. Text from a file or a server may contain escape sequences that move the cursor or
 * set the title, characters that reverse the reading direction, and line ends that forge a line of this program.
 */
import { shortenToWidth } from './display-width.ts';
import { PAINTED_CODES } from './style.ts';

/**
 * Control characters (C0, DEL, C1), lone surrogates, line separators, bidi controls and invisible characters.
 * Joiners (U+200C, U+200D) are not included: names and emoji contain them.
 */
const LIVE =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Pieces of text that may contain such characters. This search is fast, since most of a report is plain ASCII. */
const NOT_PLAIN = /[^\n -~]+/g;

/** Also matches line ends and colour codes, which text of this program may contain. */
const LIVE_OR_LAYOUT = new RegExp(`\\u001b\\[(\\d{1,2})m|\\r\\n|${LIVE.source}`, 'gu');

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A character takes at least one column unless it combines, so more units per column are a flood of marks. */
const UNITS_PER_COLUMN = 16;

export interface ForTerminalOptions {
  /** Columns at most; longer text ends in an ellipsis. */
  readonly max?: number | undefined;
  readonly ascii?: boolean | undefined;
}

/** Foreign text as one line, with all control characters escaped. */
export function forTerminal(text: string, { max, ascii = false }: ForTerminalOptions = {}): string {
  if (max === undefined) return text.replace(LIVE, escapeCharacter);
  const flood = text.length > max * UNITS_PER_COLUMN;
  const head = flood ? text.slice(0, max * UNITS_PER_COLUMN) : text;
  const shown = head.replace(LIVE, escapeCharacter);
  return shortenToWidth(flood ? shown + ' '.repeat(max) : shown, max, ascii);
}

/** Escapes text of this program, which may have line ends and colours. A second protection against foreign text. */
export function keepLayout(text: string): string {
  return escapeBut(text, PAINTED_CODES);
}

/** Escapes text for programs, which has line ends and no colours: a colour in it is foreign. */
export function keepLines(text: string): string {
  return escapeBut(text, NO_CODES);
}

const NO_CODES: ReadonlySet<number> = new Set();

function escapeBut(text: string, codes: ReadonlySet<number>): string {
  return text.replace(LIVE_OR_LAYOUT, (match, code: string | undefined) => {
    if (code !== undefined) return codes.has(Number(code)) ? match : escapeCharacter('\u001b') + match.slice(1);
    if (match === '\r\n') return '\n';
    return match === '\n' || match === '\t' ? match : escapeCharacter(match);
  });
}

/** JSON with such characters as JSON escapes, so that readers get the same value. */
export function escapeJson(json: string): string {
  return json.replace(NOT_PLAIN, (text) => text.replace(LIVE, jsonEscape));
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
