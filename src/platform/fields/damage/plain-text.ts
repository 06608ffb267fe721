/** Tells by one look at its characters that a text has no damage, and neither white space around it nor half of a pair. */

/** What the characters of a text are; a character of none of these may be damage. */
const [LETTER, DIGIT, PLUS, DASH, SIGN, BLANK, MAYBE_WORD] = [1, 2, 4, 8, 16, 32, 64];
const LETTERS = LETTER | MAYBE_WORD;

/** Letters that no wrong reading of UTF-8 ends with. */
const LATIN = /[A-Za-zÀ-ÖØ-öø-őŔ-şŢ-ŷŹ-ż]/;
const CLASSES = Uint8Array.from({ length: 0x180 }, (_, code) => classOf(String.fromCharCode(code)));

function classOf(character: string): number {
  // With these begin the words that programs write for nothing.
  if ('NnUu'.includes(character)) return LETTER | MAYBE_WORD;
  if (LATIN.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  if (character === '+') return PLUS;
  if (character === '-') return DASH;
  if (/[.,:;/_@()'"]/.test(character)) return SIGN;
  return / |\n/.test(character) ? BLANK : 0;
}

/** No longer text is a number or a date that a spreadsheet has made, or a word for nothing. */
const LONGEST_WHOLE = 22;

/**
 * True for nearly all texts that have no damage, and for none that has. A kind of damage looks for characters that are
 * not here, or it is all of a short text: a word for nothing, or digits with something between or behind them.
 */
export function isPlainText(text: string): boolean {
  let [seen, last] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    last = CLASSES[text.charCodeAt(at)] ?? 0;
    if (last === 0) return false;
    seen |= last;
  }
  const first = CLASSES[text.charCodeAt(0)] ?? 0;
  if ((first & (LETTER | DIGIT | PLUS)) === 0 || last === BLANK) return false;
  if (text.length > LONGEST_WHOLE || first === PLUS) return true;
  if (first === DIGIT) return (seen & ~(LETTERS | DIGIT)) === 0;
  const isWord = (first & MAYBE_WORD) !== 0 && (seen & ~LETTERS) === 0;
  return !isWord && (seen & (DIGIT | DASH)) !== (DIGIT | DASH);
}
