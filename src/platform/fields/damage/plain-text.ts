/** A fast check that a text has no damage, as nearly all texts: it has none of the characters that damage needs. */

/**
 * The first and the last character of each range: of signs those that no other notation has, and of letters those with
 * which no wrong reading goes on.
 */
const HARMLESS = "\t\n|\r\r| $|'<|>>|@[|]~|ÀÖ|Øö|øő|Ŕş|Ţŷ|Źż|Ǎɏ|Ͱͳ|Άώ|Аӿ|את|ؠي|Ḁỿ|ぁゖ|ァヺ|一鿿|가힣";
/** Letters that read wrongly may be the first byte of another one, and signs that may then be the second. */
const [LEADS, FOLLOWERS] = ['ÃÅ|ÎÑ', '‘’|“”|–—|……'];
const [PLAIN, LEAD, FOLLOWER] = [1, 2, 4];

/** What each UTF-16 unit is; 0 where it may be damage by itself. */
const CLASSES = new Uint8Array(0x10000);
for (const [ranges, kind] of [
  [HARMLESS, PLAIN],
  [LEADS, LEAD],
  [FOLLOWERS, FOLLOWER],
] as const) {
  for (const range of ranges.split('|')) CLASSES.fill(kind, range.charCodeAt(0), range.charCodeAt(1) + 1);
}

/** Whether no character of a text can be damage by itself, or beside another one. */
export function hasPlainCharacters(text: string): boolean {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = CLASSES[text.charCodeAt(at)] ?? 0;
    if (kind === 0) return false;
    seen |= kind;
  }
  return (seen & (LEAD | FOLLOWER)) !== (LEAD | FOLLOWER);
}

const [BLANK, ZERO, NINE, BEYOND_ASCII] = [0x20, 0x30, 0x39, 0x80];
const NOTHING_LENGTHS: ReadonlySet<number> = new Set(['NULL', 'NaN', 'undefined'].map(({ length }) => length));
const LONGEST_MONTH = 'janv.-2027'.length;

/**
 * Whether a text of such characters is none that is damage as a whole, and ends without white space. It is asked of each
 * cell of a file, and looks at a few of its characters: it takes some other texts for damage, and never the other way.
 */
export function hasPlainShape(text: string): boolean {
  const { length } = text;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(length - 1)];
  if (last <= BLANK) return false;
  if (isDigit(first)) {
    const isFraction = last === ZERO && '.,'.includes(text.charAt(length - 2));
    return !isFraction && !'.,Ee- '.includes(text.charAt(1)) && !'- '.includes(text.charAt(2));
  }
  if (first >= BEYOND_ASCII || first === PLUS) return CLASSES[first] !== FOLLOWER;
  const small = first | CASE;
  const isLetter = small >= LETTER_A && small <= LETTER_Z;
  const isNothing = (small === LETTER_N || small === LETTER_U) && NOTHING_LENGTHS.has(length);
  const isMonth = length <= LONGEST_MONTH && isDigit(last) && text.slice(-5, -2).includes('-');
  return isLetter && !isNothing && !isMonth;
}

/** True for nearly all texts without damage, and for none that has any, or white space around it. */
export function isPlainText(text: string): boolean {
  return hasPlainShape(text) && hasPlainCharacters(text);
}

const PLUS = 0x2b;
/** The bit that makes small letters of capital ones. */
const [CASE, LETTER_A, LETTER_N, LETTER_U, LETTER_Z] = [0x20, 0x61, 0x6e, 0x75, 0x7a];

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
