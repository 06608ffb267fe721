/**
 * The words for yes and no in cells: the contract's words, and words of other languages, which are read with a note.
 * Single letters are not read, because an N may mean anything.
 *
 * Sources: the first word of each language is yes and no in Moodle's language packs (LANGUAGE_utf8/moodle.php), and si is
 * the same without its accent. The others are what spreadsheets write for TRUE and FALSE there: the translated names of
 * those functions in PhpSpreadsheet (Calculation/locale/LANGUAGE/functions).
 */
const OWN = { yes: ['true', 'yes', '1'], no: ['false', 'no', '0'] } as const;

/** Each language on a line of its own: Dutch, German, French, Spanish. */
const OTHER = {
  yes: [...['ja', 'waar'], ...['ja', 'wahr'], ...['oui', 'vrai'], ...['sí', 'si', 'verdadero']],
  no: [...['nee', 'onwaar'], ...['nein', 'falsch'], ...['non', 'faux'], ...['no', 'falso']],
} as const;

const BY_WORD: ReadonlyMap<string, boolean> = new Map([
  ...[...OWN.yes, ...OTHER.yes].map((word) => [word, true] as const),
  ...[...OWN.no, ...OTHER.no].map((word) => [word, false] as const),
]);

const OWN_WORDS: ReadonlySet<string> = new Set([...OWN.yes, ...OWN.no]);

/** Makes words comparable, whatever their case and their form of Unicode. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Returns `true` for yes, `false` for no, and `undefined` for any other text. */
export function readYesNo(text: string): boolean | undefined {
  return BY_WORD.get(fold(text));
}

/** Returns the same for words of other languages, and `undefined` for the contract's words. */
export function readOtherYesNo(text: string): boolean | undefined {
  const word = fold(text);
  return OWN_WORDS.has(word) ? undefined : BY_WORD.get(word);
}
