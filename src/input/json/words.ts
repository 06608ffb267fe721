import { MAX_JSON_DEPTH } from '../limits.ts';

/** The problem of a value whose arrays and objects nest too deep. */
export const TOO_DEEP = `arrays and objects are nested more than ${MAX_JSON_DEPTH} deep`;

/** The problem of a value whose end is missing. */
export const UNFINISHED = 'the value ends before it is complete';

const WORD = /[A-Za-z_$][\w$]*/y;

/** Says what stands at an index in place of what JSON wants there. */
export function describeUnexpected(text: string, at: number, wanted: string): string {
  const found = text.codePointAt(at);
  if (found === undefined) return UNFINISHED;
  const character = String.fromCodePoint(found);
  if (character === "'") return 'JSON wants double quotes, not single ones';
  if (/[\u2018-\u201f]/.test(character)) return 'JSON wants straight double quotes, not typographic ones';
  if (character === '#' || text.startsWith('//', at) || text.startsWith('/*', at)) return 'JSON has no comments';
  if (/[-+.\d]/.test(character) && wanted === 'a value') return 'this is not a number as JSON writes it';
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0].slice(0, 30);
  return `expected ${wanted}, found ${word ?? visible(character)}`;
}

function visible(character: string): string {
  if (!/[\p{C}\p{Z}]/u.test(character)) return character;
  return `the invisible character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
