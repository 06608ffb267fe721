/** Finds what was probably meant by a misspelt name. */
import { distance } from 'fastest-levenshtein';

/** A longer name is not compared: what is foreign may be of any length. */
const MAX_NAME_LENGTH = 60;

/**
 * The candidate that differs from `name` in at most a quarter of its letters (two where it has five), without regard
 * to case, blanks, `_` and `-`; the first of those that are equally near.
 */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  return allClosest(name, candidates)[0];
}

/**
 * All that are equally near. A text that only looks different (`O` for `0`, `l` for `1`) is nearer than any other, and one
 * of the same length is nearer than a longer or shorter one.
 */
export function allClosest(name: string, candidates: readonly string[]): readonly string[] {
  const folded = foldName(name);
  if (folded === '' || folded.length > MAX_NAME_LENGTH) return [];
  let [found, least]: [string[], number] = [[], Number.POSITIVE_INFINITY];
  for (const candidate of candidates) {
    const target = foldName(candidate);
    const away = distance(folded, target);
    const allowed = target.length < 5 ? 1 : Math.max(2, Math.floor(target.length / 4));
    if (away > allowed) continue;
    const looksSame = foldLooks(folded) === foldLooks(target);
    const weight = looksSame ? Math.min(away, HALF) : away + (folded.length === target.length ? 0 : HALF);
    if (weight === least) found.push(candidate);
    else if (weight < least) [found, least] = [[candidate], weight];
  }
  return found;
}

const HALF = 0.5;

/** Letters and digits that look the same are one. */
function foldLooks(folded: string): string {
  return folded.replaceAll('o', '0').replace(/[il]/g, '1');
}

/** The form in which names are compared: no case, no blanks, no `_`, no `-`. */
export function foldName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
