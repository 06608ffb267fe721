/**
 * Damage that programs do to texts before they are in a file. The interface accepts any text, so these are warnings or
 * suspicions, and only for files. To add a kind, add a row to the table.
 */

export interface DamageKind {
  /** Matches a damaged text. All tests are joined into one expression, so they must have no capturing groups. */
  readonly test: RegExp;
  /** The end of a sentence that begins with the field's name. */
  readonly message: string;
  readonly proposal: string;
  /** Secrets are checked for this kind too. For other kinds they are not: a password may look like that on purpose. */
  readonly appliesToSecrets?: true | undefined;
  /** Only names are checked for this kind: other texts may look like that on purpose. */
  readonly isForNames?: true | undefined;
  /** A suspicion: the text is not what its author wrote. It is an error until `--accept` names the rule. */
  readonly isSuspicion?: true | undefined;
}

/** The continuation bytes of UTF-8 (80 to BF), as windows-1252 and Latin-1 read them. */
const REST = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';

/** UTF-8 that was read as windows-1252 or Latin-1 (é is Ã©, ’ is â€™), as Mac Roman (√©) or in a DOS code page (├®). */
const MISREAD = [
  `\\u00c2[\\u00a0-\\u00bf]|[\\u00c3-\\u00c5]${REST}`,
  '\\u00c6[¡¯°]|\\u00c8[˜™š›\\u0098-\\u009b]',
  `(?:[\\u00ce-\\u00d1]${REST}){2}`,
  `\\u00e1[¸¹º»]${REST}|\\u00e2[\\u0080\\u0082\\u0084€‚„†ˆ]${REST}|ï»¿|ï¿½`,
  '√[^\\s\\d]|\\p{L}[├┬┼]|[├┬┼]\\p{L}|\\p{L}[‚„†‡‰‹›¢£¤¥§¶±¬]\\p{L}',
].join('|');

/** Some scripts need invisible joiners in their words. After these characters a joiner is damage. */
const MISPLACED_JOINER =
  '(?<=^|[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}\\p{P}\\p{Z}])[\\u200c\\u200d]+';
/** Tags, but for those of a flag. */
const TAG = '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0001}-\\u{e007f}]';
const WITHOUT_WIDTH = `[\\u00ad\\u180e\\u200b\\u2060-\\u2064\\ufeff]|${TAG}|${MISPLACED_JOINER}`;
/** Korean filler letters and the empty letter of Braille, which look like blanks. */
const EMPTY_LETTERS = '[\\u115f\\u1160\\u2800\\u3164\\uffa0]';

/**
 * Marks of direction, except overrides: an override shows another text than the stored one, so the original is not
 * certain.
 */
const DIRECTIONS = '[\\u061c\\u200e\\u200f\\u202a-\\u202c\\u2066-\\u2069]';
/** The characters that `--fix` removes. */
const REMOVED = new RegExp(`${WITHOUT_WIDTH}|${DIRECTIONS}`, 'gu');
const UNUSUAL_BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f]/u;

/** Short names of months in spreadsheets, in English, Dutch, German, French and Spanish. */
const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mrt|mei|okt|mär|mai|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic';

/** All kinds in order: a text has the first kind whose test matches. */
export const DAMAGE = {
  'spreadsheet-error': {
    test: /^#(?:¡?\p{Lu}{2,12}[!?]|N\/[ABDV]|NV|\p{Lu}{3,4}\/0!|#{2,})$/u,
    message: 'is an error of a spreadsheet, such as #N/A or #REF!',
    proposal: 'correct the cell in the spreadsheet, or empty it',
    appliesToSecrets: true,
  },
  formula: {
    test: /^=[-+@]*[\p{L}\d$("']/u,
    message: 'is a formula in place of its result',
    proposal: 'write the result of the formula',
  },
  placeholder: {
    test: /^(?:NULL|null|\([Nn]ull\)|\(NULL\)|<[Nn]ull>|<NULL>|\\N|undefined|NaN|\[object Object\])$/u,
    message: 'is how a program writes an empty value, such as NULL',
    proposal: 'leave it empty if there is no value',
  },
  'rejects-mark': {
    test: /^\((?:no cell|not read \[[a-z-]+\]: [^\n]*)\)$/u,
    message: 'has the text that a rejects file shows in place of an unknown value',
    proposal: 'write the value, or empty the cell',
    appliesToSecrets: true,
  },
  exponent: {
    test: /^\d(?:[.,]\d{1,15})?E\+\d{1,3}$/i,
    message: 'is a long number that a spreadsheet has rounded, such as 1.23E+11',
    proposal: 'write the number again: its last digits are lost',
  },
  fraction: {
    test: /^\d{4,15}[.,]0{1,3}$/u,
    message: 'is a whole number with a fraction that a program has added, such as 444021.0',
    proposal: 'write it without the fraction; zeros before it may be lost as well',
  },
  month: {
    test: new RegExp(`^(?:\\d{1,2}[- ](?:${MONTHS})\\.?(?:[- ]\\d{2,4})?|(?:${MONTHS})\\.?-\\d{2,4})$`, 'i'),
    message: 'looks like a date that a spreadsheet has made from another value',
    proposal: 'write the value again, in a column of the format text',
  },
  quoted: {
    test: /^(?:["“”„][^"“”„]*["“”„]|[‘’‚'][^‘’‚']*[‘’'])$/u,
    message: 'stands in quotes, which are a part of the text',
    proposal: 'remove the quotes',
  },
  'text-mark': {
    test: /^'(?:\d+$|'*[=+\-@])/u,
    message: 'has the apostrophe with which a spreadsheet marks a text',
    proposal: 'remove the apostrophe',
  },
  escaped: {
    test: /&(?:#\d{2,6}|#x[\da-fA-F]{2,5}|[A-Za-z]{2,8});|(?<!^https?:\/\/\S*)%C[2-5]%[89AB][\dA-F]|=C[2-5]=[89AB][\dA-F]|\\u[\da-fA-F]{4}|\\['"]/u,
    isSuspicion: true,
    message: 'has a character in the notation of another format, such as &eacute; or \\u00e9',
    proposal: 'write the character itself',
  },
  'lost-letter': {
    test: /\?/u,
    message: 'has a question mark, perhaps in place of a letter with an accent',
    proposal: 'write the letter again, and export the file as UTF-8',
    isForNames: true,
  },
  misread: {
    test: new RegExp(MISREAD, 'u'),
    isSuspicion: true,
    message: 'looks like text that was read in the wrong encoding',
    proposal: 'export the file again as UTF-8, or name its encoding with --encoding',
  },
  unreadable: {
    test: /\ufffd/u,
    message: 'has a character that a program could not read (U+FFFD)',
    proposal: 'write the character again: the file does not show which one it was',
  },
  'control-character': {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for these characters.
    test: /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/u,
    message: 'has a control character, which cannot be seen',
    proposal: 'remove it; in place of an apostrophe or a dash, write that',
  },
  'direction-control': {
    test: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    message: 'has a character that changes the direction of the text and cannot be seen',
    proposal: 'remove it: the text may not be what it looks like',
  },
  'hard-space': {
    test: UNUSUAL_BLANKS,
    message: 'has a blank that is not the usual one, such as a no-break space',
    proposal: 'write a usual blank: two texts that look the same would be different',
  },
  invisible: {
    test: new RegExp(`${WITHOUT_WIDTH}|${EMPTY_LETTERS}`, 'u'),
    message: 'has a character without width, which cannot be seen',
    proposal: 'remove it: two texts that look the same would be different',
  },
} as const satisfies Record<string, DamageKind>;

export type DamageName = keyof typeof DAMAGE;

export interface NamedKind extends DamageKind {
  readonly name: DamageName;
}

const KINDS = Object.entries<DamageKind>(DAMAGE).map(
  ([name, kind]): NamedKind => ({ name: name as DamageName, ...kind }),
);

/**
 * These expressions find out fast that a text has no damage, as nearly all texts. Tests that begin with `^` fail at the
 * first character. Tests that ignore case are separate: together with the letters of Unicode, they would take 8 ms to
 * compile.
 */
const WHOLE = joined((kind) => isOfWhole(kind) && !kind.test.ignoreCase, 'u');
const WHOLE_ANY_CASE = joined((kind) => isOfWhole(kind) && kind.test.ignoreCase, 'i');
const WITHIN = joined((kind) => !isOfWhole(kind), 'u');

function isOfWhole({ test }: DamageKind): boolean {
  return test.source.startsWith('^');
}

function joined(isOf: (kind: DamageKind) => boolean, flags: string): RegExp {
  return new RegExp(
    KINDS.filter(isOf)
      .map(({ test }) => test.source)
      .join('|'),
    flags,
  );
}

/**
 * Nearly all texts have only such characters, and `WITHIN` matches none of these texts. Left out are the signs of other
 * notations, and letters that a wrong encoding shows for the second byte of a character.
 */
const PLAIN =
  /^[\t\n\r -$'-<>@-[\]-~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0151\u0154-\u015f\u0162-\u0177\u0179-\u017c\u01cd-\u024f\u0370-\u0373\u0386-\u03ce\u0410-\u04ff\u05d0-\u05ea\u0620-\u064a\u1e00-\u1ef9\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** What of a field decides what counts as damage. Only fields of texts have it. */
interface TextUse {
  readonly kind?: string;
  readonly secret?: boolean | undefined;
  readonly isName?: boolean | undefined;
}

/** Returns the kind of damage of a text; `undefined` if it has none. */
export function damageOf(text: string, { secret, isName }: TextUse = {}): NamedKind | undefined {
  if (!WHOLE.test(text) && !WHOLE_ANY_CASE.test(text) && (PLAIN.test(text) || !WITHIN.test(text))) return undefined;
  return KINDS.find(
    ({ test, appliesToSecrets, isForNames }) =>
      (!secret || appliesToSecrets) && (!isForNames || isName) && test.test(text),
  );
}

/**
 * Returns the text without its invisible characters and the white space around it. Returns `undefined` if it has no such
 * characters, or has other damage, which a person has to check anyway. Secrets are never changed.
 */
export function withoutInvisible(text: string, use: TextUse = {}): string | undefined {
  if (use.secret) return undefined;
  let [before, fixed] = ['', text.trim()];
  // What stood behind a character that is gone may be removed now.
  while (fixed !== before) [before, fixed] = [fixed, fixed.replace(REMOVED, '').trim()];
  return fixed === text.trim() || fixed === '' || damageOf(fixed, use) !== undefined ? undefined : fixed;
}
