/** The problem of a value whose end is missing. */
export const UNFINISHED = 'the value ends before it is complete';

const WORDS_OF_OTHER_LANGUAGES = /[A-Za-z_$][\w$]*/y;

/** Says what stands at an index in place of what JSON wants there. */
export function describeUnexpected(text: string, at: number, wanted: string): string {
  const found = text.codePointAt(at);
  if (found === undefined) return UNFINISHED;
  const character = String.fromCodePoint(found);
  if (character === "'") return 'JSON wants double quotes, not single ones';
  if (/[\u2018-\u201f]/.test(character)) return 'JSON wants straight double quotes, not typographic ones';
  if (character === '#' || text.startsWith('//', at) || text.startsWith('/*', at)) return 'JSON has no comments';
  if (/[-+.\d]/.test(character) && wanted === 'a value') return 'this is not a number as JSON writes it';
  WORDS_OF_OTHER_LANGUAGES.lastIndex = at;
  const word = WORDS_OF_OTHER_LANGUAGES.exec(text)?.[0].slice(0, 30);
  return `expected ${wanted}, found ${word ?? character}`;
}
