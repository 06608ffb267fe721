/** Splits the code of a number format into tokens: `#,##0.00;[Red]-#,##0.00`, `yyyy\-mm\-dd`. */

export type FormatToken =
  | { readonly kind: 'literal'; readonly text: string }
  /** A place for a digit: `0`, `#` or `?`. */
  | { readonly kind: 'digit'; readonly mark: string }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'general' | 'text' | 'slash' }
  | { readonly kind: 'exponent'; readonly showsPlus: boolean }
  /**
   * A part of a date or time: its letter, and the number of times that it is repeated. `[h]` shows all hours elapsed.
   */
  | { readonly kind: 'date'; readonly unit: DateUnit; readonly length: number; readonly isElapsed?: true }
  | { readonly kind: 'half-day'; readonly words: readonly [string, string] }
  | { readonly kind: 'unknown' };

type DateUnit = 'y' | 'm' | 'd' | 'h' | 'minute' | 's' | 'fraction';

export interface Section {
  readonly tokens: readonly FormatToken[];
  readonly condition?: { readonly sign: string; readonly value: number } | undefined;
  /** Whether the computer's settings decide the form of the date: `[$-F800]`. */
  readonly isOfSystem?: true | undefined;
}

/** Matches one part of a code. The alternatives are tried in this order. */
const PART =
  /"([^"]*)"?|\\(.)|[_*](.)|\[([^\]]*)\]|(General)|(AM\/PM|A\/P|上午\/下午)|(E[+-])|(y+|m+|d+|h+|s+)|([0#?])|([.,%@/;])|([eg]+|b+|n+)|(.)/gis;

/** Returns the sections of a code: one, or several for numbers above, below and equal to zero. */
export function parseFormat(code: string): Section[] {
  const sections: { tokens: FormatToken[]; condition?: Section['condition']; isOfSystem?: true }[] = [{ tokens: [] }];
  for (const match of code.matchAll(PART)) {
    const section = sections.at(-1) ?? { tokens: [] };
    const bracketed = match[4];
    if (match[10] === ';') sections.push({ tokens: [] });
    else if (bracketed === undefined) section.tokens.push(...tokensOf(match));
    else if (/^\$-f[48]00$/i.test(bracketed)) section.isOfSystem = true;
    else if (/^[<>=]/.test(bracketed)) section.condition = parseCondition(bracketed);
    else section.tokens.push(...bracketTokens(bracketed));
  }
  return sections.map(({ tokens, ...rest }) => ({ ...rest, tokens: withMinutes(tokens) }));
}

function tokensOf(match: RegExpExecArray): FormatToken[] {
  const [, quoted, escaped, padding, , general, halfDay, exponent, letters, digit, sign, other, rest] = match;
  if (padding !== undefined) return [];
  if (general !== undefined) return [{ kind: 'general' }];
  if (halfDay !== undefined) return [halfDayToken(halfDay)];
  if (exponent !== undefined) return [{ kind: 'exponent', showsPlus: exponent.endsWith('+') }];
  if (letters !== undefined) return [dateToken(letters)];
  if (digit !== undefined) return [{ kind: 'digit', mark: digit }];
  if (sign !== undefined) return [{ kind: SIGNS[sign] ?? 'unknown' }];
  if (other !== undefined) return [{ kind: 'unknown' }];
  return [{ kind: 'literal', text: quoted ?? escaped ?? rest ?? '' }];
}

const SIGNS: Readonly<Record<string, 'point' | 'comma' | 'percent' | 'text' | 'slash'>> = {
  '.': 'point',
  ',': 'comma',
  '%': 'percent',
  '@': 'text',
  '/': 'slash',
};

function halfDayToken(words: string): FormatToken {
  const [morning = '', afternoon = ''] = words.split('/');
  return { kind: 'half-day', words: [morning, afternoon] };
}

function dateToken(letters: string): Extract<FormatToken, { kind: 'date' }> {
  return { kind: 'date', unit: letters.charAt(0).toLowerCase() as DateUnit, length: letters.length };
}

/** Returns the tokens of a part in brackets. Colours and languages have none; a currency shows its sign. */
function bracketTokens(text: string): FormatToken[] {
  if (/^(?:h+|m+|s+)$/i.test(text)) {
    const token = dateToken(text);
    return [{ ...token, unit: token.unit === 'm' ? 'minute' : token.unit, isElapsed: true }];
  }
  const [, currency] = /^\$([^-]*)/.exec(text) ?? [];
  return currency ? [{ kind: 'literal', text: currency }] : [];
}

function parseCondition(text: string): Section['condition'] {
  const [, sign = '', value = ''] = /^([<>=]+)(.*)$/.exec(text) ?? [];
  return { sign, value: Number(value) };
}

/** Reads `m` as minutes after hours and before seconds, and a point after seconds as the beginning of a fraction. */
function withMinutes(tokens: readonly FormatToken[]): FormatToken[] {
  const dates = tokens.filter((token) => token.kind === 'date');
  if (dates.length === 0) return [...tokens];
  const result = tokens.map((token): FormatToken => {
    if (token.kind !== 'date' || token.unit !== 'm') return token;
    const at = dates.indexOf(token);
    const isMinute = dates[at - 1]?.unit === 'h' || dates[at + 1]?.unit === 's';
    return isMinute ? { ...token, unit: 'minute' } : token;
  });
  return joinFractions(result);
}

function joinFractions(tokens: readonly FormatToken[]): FormatToken[] {
  const joined: FormatToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const beforeLast = joined.at(-2);
    if (token.kind === 'slash' || token.kind === 'comma')
      joined.push({ kind: 'literal', text: token.kind === 'slash' ? '/' : ',' });
    else if (token.kind === 'digit' && last?.kind === 'date' && last.unit === 'fraction') {
      joined[joined.length - 1] = { ...last, length: last.length + 1 };
    } else if (token.kind === 'digit' && last?.kind === 'point' && isSeconds(beforeLast)) {
      joined[joined.length - 1] = { kind: 'date', unit: 'fraction', length: 1 };
    } else joined.push(token);
  }
  return joined.map((token) => (token.kind === 'point' ? { kind: 'literal', text: '.' } : token));
}

function isSeconds(token: FormatToken | undefined): boolean {
  return token?.kind === 'date' && token.unit === 's';
}
