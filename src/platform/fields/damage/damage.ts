import { decodeEntities } from './entities.ts';
import { readAgain } from './misread.ts';
import { isPlainText } from './plain-text.ts';

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
  /** Other texts may well have it. */
  readonly isOfNames?: true | undefined;
  /** Where a text with it can mean one thing only. */
  readonly fix?: KindFix | undefined;
}

interface KindFix {
  /** The intended text; `undefined` where it is not certain. */
  readonly of: (text: string) => string | undefined;
  /** The end of a sentence that begins with `--fix`. */
  readonly done: string;
  /** Other texts may mean something else. */
  readonly isOfIds?: true | undefined;
}

/** The bytes 80 to BF, with which characters of UTF-8 go on, as windows-1252 and Latin-1 read them. */
const REST = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';

/** UTF-8 that was read as windows-1252 or Latin-1 (é is Ã©, ’ is â€™), as Mac Roman (√©) or in a DOS code page (├®). */
const MISREAD = [
  `\\u00c2[\\u00a0-\\u00bf]|[\\u00c3-\\u00c5]${REST}`,
  '\\u00c6[¡¯°]|\\u00c8[˜™š›\\u0098-\\u009b]',
  `(?:[\\u00ce-\\u00d1]${REST}){2}`,
  `\\u00e1[¸¹º»]${REST}|\\u00e2[\\u0080\\u0082\\u0084€‚„†ˆ]${REST}|ï»¿|ï¿½`,
  '√[^\\s\\d]|\\p{L}[├┬┼]|[├┬┼]\\p{L}|\\p{L}[‚„†‡‰‹›¢£¤¥§¶±¬]\\p{L}',
].join('|');

/** Joiners that cannot be seen belong into words of some scripts, but into no word of these. */
const ODD_JOINER = '(?<=^|[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}\\p{P}\\p{Z}])[\\u200c\\u200d]';
const WITHOUT_WIDTH = `[\\u00ad\\u180e\\u200b\\u2060-\\u2064\\ufeff]|${ODD_JOINER}`;
/** Letters of Korean that are empty, and look like blanks. */
const EMPTY_LETTERS = '[\\u115f\\u1160\\u3164\\uffa0]';

/** Marks of direction, except overrides: these show another text than the stored one, and it is unknown which is meant. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/g;
const ODD_BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f]/u;

/** As spreadsheets shorten them, in English, Dutch, German, French and Spanish. */
const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mrt|mei|okt|mär|mai|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic';

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
  exponent: {
    test: /^\d(?:[.,]\d{1,15})?E\+\d{1,3}$/i,
    message: 'is a long number that a spreadsheet has rounded, such as 1.23E+11',
    proposal: 'write the number again: its last digits are lost',
  },
  fraction: {
    test: /^\d{4,15}[.,]0$/u,
    message: 'is a number that a program gave a fraction, such as 444021.0',
    proposal: 'write it without the fraction; zeros before it may be lost as well',
    fix: {
      of: (text) => text.slice(0, -2),
      done: 'has removed the fraction; zeros before the number may be lost as well',
      isOfIds: true,
    },
  },
  month: {
    test: new RegExp(`^(?:\\d{1,2}[- ](?:${MONTHS})\\.?(?:[- ]\\d{2,4})?|(?:${MONTHS})\\.?-\\d{2,4})$`, 'i'),
    message: 'looks like a date that a spreadsheet has made of another value',
    proposal: 'write the value again, in a column of the format text',
  },
  'text-mark': {
    test: /^'\d+$/u,
    message: 'has the apostrophe with which a spreadsheet marks a text',
    proposal: 'remove the apostrophe',
    fix: { of: (text) => text.slice(1), done: 'has removed the apostrophe' },
  },
  quoted: {
    test: /^(?:["“”„][^"“”„]*["“”„]|[‘’‚'][^‘’‚']*[‘’'])$/u,
    message: 'stands in quotes, which are a part of the text',
    proposal: 'remove the quotes',
    fix: { of: (text) => text.slice(1, -1), done: 'has removed the quotes' },
  },
  escaped: {
    test: /&(?:#\d{2,6}|#x[\da-fA-F]{2,5}|[A-Za-z]{2,8});|%C[2-5]%[89AB][\dA-F]|=C[2-5]=[89AB][\dA-F]|\\u[\da-fA-F]{4}|\\['"]/u,
    message: 'has a character in the notation of another format, such as &eacute; or \\u00e9',
    proposal: 'write the character itself',
    fix: { of: decodeEntities, done: 'has written the character itself' },
  },
  'lost-letter': {
    test: /\?/u,
    message: 'has a question mark, perhaps in place of a letter with an accent',
    proposal: 'write the letter again, and export the file as UTF-8',
    isOfNames: true,
  },
  misread: {
    test: new RegExp(MISREAD, 'u'),
    message: 'looks like text that was read in the wrong encoding',
    proposal: 'export the file again as UTF-8, or name its encoding with --encoding',
    fix: { of: readAgain, done: 'has read it as UTF-8' },
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
    fix: { of: (text) => text.replace(DIRECTIONS, ''), done: 'has removed it' },
  },
  'hard-space': {
    test: ODD_BLANKS,
    message: 'has a blank that is not the usual one, such as a no-break space',
    proposal: 'write a usual blank: two texts that look the same would be different',
    fix: { of: (text) => text.replace(new RegExp(ODD_BLANKS, 'gu'), ' '), done: 'has written a usual blank' },
  },
  invisible: {
    test: new RegExp(`${WITHOUT_WIDTH}|${EMPTY_LETTERS}`, 'u'),
    message: 'has a character without width, which cannot be seen',
    proposal: 'remove it: two texts that look the same would be different',
    fix: { of: (text) => text.replace(new RegExp(WITHOUT_WIDTH, 'gu'), ''), done: 'has removed it' },
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
 * Nearly all texts have no damage. Expressions that begin with `^` show that at the first character. Those that ignore
 * case are separate: with all letters of Unicode in any case, an expression takes 8 ms to compile.
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

/** The use of a text, where it decides what counts as damage. */
export interface TextUse {
  readonly isSecret?: boolean | undefined;
  readonly isName?: boolean | undefined;
  readonly isId?: boolean | undefined;
}

/** The kind of damage that a text has, if any. */
export function damageOf(text: string, { isSecret = false, isName = false }: TextUse = {}): NamedKind | undefined {
  if (isPlainText(text)) return undefined;
  if (!WHOLE.test(text) && !WHOLE_ANY_CASE.test(text) && !WITHIN.test(text)) return undefined;
  return KINDS.find(
    ({ test, isLikelyInSecrets, isOfNames }) =>
      (!isSecret || isLikelyInSecrets) && (!isOfNames || isName) && test.test(text),
  );
}
