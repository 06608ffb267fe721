/**
 * What programs do to texts on their way into a file. The interface takes any text, so these are warnings, and of files
 * only. A kind is added here: all else follows from the table.
 */

interface DamageKind {
  /** What such a text matches. All are joined into one expression: no groups that capture, no references to them. */
  readonly test: RegExp;
  /** The end of a sentence that begins with the field's name. */
  readonly message: string;
  readonly proposal: string;
  /** A password may be any of it on purpose. */
  readonly isLikelyInSecrets?: true | undefined;
}

/** The bytes 80 to BF, with which characters of UTF-8 go on, as windows-1252 and Latin-1 read them. */
const REST = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';

/** UTF-8 that was read as windows-1252 or Latin-1 (é is Ã©, ’ is â€™), as Mac Roman (√©) or in a DOS code page (├®). */
const MISREAD = [
  `\\u00c2[\\u00a0-\\u00bf]|[\\u00c3-\\u00c5]${REST}`,
  '\\u00c6[¡¯°]|\\u00c8[˜™š›\\u0098-\\u009b]',
  `(?:[\\u00ce-\\u00d1]${REST}){2}`,
  `\\u00e1[¸¹º»]${REST}|\\u00e2[\\u0080\\u0082\\u0084€‚„†ˆ]${REST}|ï»¿|ï¿½`,
  '√[^\\s\\d]|\\p{L}[├┬┼]|[├┬┼]\\p{L}',
].join('|');

/** Joiners that cannot be seen belong into words of some scripts, but into no word of these. */
const ODD_JOINER = '(?:^|[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}\\p{P}\\p{Z}])[\\u200c\\u200d]';

/** The first kind that fits is reported. */
export const DAMAGE = {
  'spreadsheet-error': {
    test: /^#(?:¡?\p{Lu}{2,12}[!?]|N\/[ABDV]|NV|\p{Lu}{3,4}\/0!|#{2,})$/u,
    message: 'is an error of a spreadsheet, such as #N/A or #REF!',
    proposal: 'correct the cell in the spreadsheet, or empty it',
    isLikelyInSecrets: true,
  },
  formula: {
    test: /^=[-+@]*[\p{L}\d$("']/u,
    message: 'is a formula in place of its result',
    proposal: 'write the result of the formula',
  },
  placeholder: {
    test: /^(?:NULL|null|\([Nn]ull\)|\(NULL\)|<[Nn]ull>|<NULL>|\\N|undefined|NaN|\[object Object\])$/u,
    message: 'is what a program writes for nothing, such as NULL',
    proposal: 'empty the cell if there is no value',
  },
  misread: {
    test: new RegExp(MISREAD, 'u'),
    message: 'looks like text that was read in the wrong encoding',
    proposal: 'export the file again as UTF-8, or name its encoding with --encoding',
  },
  unreadable: {
    test: /\ufffd/u,
    message: 'has a character that a program could not read (U+FFFD)',
    proposal: 'write the character again: which one it was cannot be told',
  },
  'control-character': {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    test: /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u,
    message: 'has a control character, which cannot be seen',
    proposal: 'remove it; in place of an apostrophe or a dash, write that',
  },
  'direction-control': {
    test: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    message: 'has a character that changes the direction of the text and cannot be seen',
    proposal: 'remove it: the text may not be what it looks like',
  },
  invisible: {
    test: new RegExp(`[\\u00ad\\u115f\\u1160\\u180e\\u200b\\u2060-\\u2064\\u3164\\ufeff\\uffa0]|${ODD_JOINER}`, 'u'),
    message: 'has a character without width, which cannot be seen',
    proposal: 'remove it: two texts that look the same would be different',
  },
} as const satisfies Record<string, DamageKind>;

export type DamageName = keyof typeof DAMAGE;

const KINDS = Object.entries<DamageKind>(DAMAGE).map(([name, kind]) => ({ name: name as DamageName, ...kind }));

/** Nearly all texts have no damage: those that are looked at from their beginning tell at their first character. */
const WHOLE = joined(({ test }) => test.source.startsWith('^'));
/** All others look for characters beyond these, which most texts do not have. */
const PLAIN = /^[ -~]*$/;
const WITHIN = joined(({ test }) => !test.source.startsWith('^'));

function joined(isOf: (kind: DamageKind) => boolean): RegExp {
  return new RegExp(
    KINDS.filter(isOf)
      .map(({ test }) => test.source)
      .join('|'),
    'u',
  );
}

/** The kind of damage that a text has, if any. */
export function damageOf(text: string, { isSecret = false } = {}): (typeof KINDS)[number] | undefined {
  if (!WHOLE.test(text) && (PLAIN.test(text) || !WITHIN.test(text))) return undefined;
  return KINDS.find(({ test, isLikelyInSecrets }) => (!isSecret || isLikelyInSecrets) && test.test(text));
}
