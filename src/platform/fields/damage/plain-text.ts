/** A fast check for texts without damage, as nearly all are: they have none of the characters that damage needs. */

/**
 * Ranges of characters that are never part of damage: the first and the last character of each. Signs of other
 * notations are left out, and so are letters that a wrong encoding shows for continuation bytes.
 */
const HARMLESS = "\t\n|\r\r| $|'<|>>|@[|]~|ÀÖ|Øö|øő|Ŕş|Ţŷ|Źż|Ǎɏ|Ͱͳ|Άώ|Аӿ|את|ؠي|Ḁỿ|ぁゖ|ァヺ|一鿿|가힣";
/**
 * In a wrong encoding, a letter of `LEADS` may be the first byte of a character, and a sign of `FOLLOWERS` the second.
 */
const [LEADS, FOLLOWERS] = ['ÃÅ|ÎÑ', '‘’|“”|–—|……'];
const [PLAIN, LEAD, FOLLOWER] = [1, 2, 4];

/** The class of each UTF-16 unit; 0 if it may be damage by itself. */
const CLASSES = new Uint8Array(0x10000);
for (const [ranges, kind] of [
  [HARMLESS, PLAIN],
  [LEADS, LEAD],
  [FOLLOWERS, FOLLOWER],
] as const) {
  for (const range of ranges.split('|')) CLASSES.fill(kind, range.charCodeAt(0), range.charCodeAt(1) + 1);
}

/** Whether no character of a text can be damage, alone or together with another one. */
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
const [FRACTION_MARK, LONGEST_FRACTION] = [/[.,]/u, '.000'.length];
const LONGEST_MONTH = 'janv.-2027'.length;

/**
 * Whether a text of plain characters is surely no damage as a whole, and does not end in white space. It runs for each
 * cell of a file, so it checks only a few characters. It may return false for a text without damage, but never true for
 * a damaged one.
 */
function hasPlainShape(text: string): boolean {
  const { length } = text;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(length - 1)];
  if (last <= BLANK) return false;
  if (isDigit(first)) {
    const isFraction = last === ZERO && FRACTION_MARK.test(text.slice(-LONGEST_FRACTION, -1));
    return !isFraction && !'.,Ee- '.includes(text.charAt(1)) && !'- '.includes(text.charAt(2));
  }
  if (first >= BEYOND_ASCII || first === PLUS) return CLASSES[first] !== FOLLOWER;
  const small = first | CASE;
  const isLetter = small >= LETTER_A && small <= LETTER_Z;
  const isNothing = (small === LETTER_N || small === LETTER_U) && NOTHING_LENGTHS.has(length);
  const isMonth = length <= LONGEST_MONTH && isDigit(last) && text.slice(-5, -2).includes('-');
  return isLetter && !isNothing && !isMonth;
}

/** True for nearly all texts without damage. False for every text with damage or with white space around it. */
export function isPlainText(text: string): boolean {
  return hasPlainShape(text) && hasPlainCharacters(text);
}

const PLUS = 0x2b;
/** `CASE` is the bit that turns a capital letter into a small one. */
const [CASE, LETTER_A, LETTER_N, LETTER_U, LETTER_Z] = [0x20, 0x61, 0x6e, 0x75, 0x7a];

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
