/** Finds the names that a misspelt name probably means. */
import { distance } from 'fastest-levenshtein';

/** Longer names are not compared: input may have names of any length. */
const MAX_NAME_LENGTH = 60;

/**
 * Returns the nearest candidate, and the first one if several are equally near. At most a quarter of the candidate's
 * letters differ from `name`. Two may always differ; only one if the candidate has fewer than six letters. Two letters
 * that have changed places count as one. Case, white space, `_` and `-` do not count.
 */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  return allClosest(name, candidates)[0];
}

/** Returns a hint about an unknown name: the name that was probably meant, or all `names`. `noun` is their plural. */
export function hintOfNames(name: string, names: readonly string[], noun: string): string {
  const meant = closest(name, names);
  return meant === undefined ? `The ${noun} are ${names.join(', ')}.` : `Did you mean ${meant}?`;
}

/**
 * Returns all candidates that are equally near. A candidate that looks the same (`O` and `0`, `l` and `1`) is nearer than
 * all others, and one of the same length is nearer than a longer or shorter one.
 */
export function allClosest(name: string, candidates: readonly string[]): readonly string[] {
  const folded = foldName(name);
  if (folded === '' || folded.length > MAX_NAME_LENGTH) return [];
  let [found, least]: [string[], number] = [[], Number.POSITIVE_INFINITY];
  for (const candidate of candidates) {
    const target = foldName(candidate);
    const away = distance(folded, target);
    const isSwapped = away === 2 && [...folded].sort().join() === [...target].sort().join();
    const allowed = target.length < 6 ? 1 : Math.max(2, Math.floor(target.length / 4));
    if (away > allowed && !isSwapped) continue;
    const looksSame = foldLooks(folded) === foldLooks(target);
    const weight = looksSame ? Math.min(away, HALF) : away + (folded.length === target.length ? 0 : HALF);
    if (weight === least) found.push(candidate);
    else if (weight < least) [found, least] = [[candidate], weight];
  }
  return found;
}

const HALF = 0.5;

/** Replaces letters by the digits that look the same. */
function foldLooks(folded: string): string {
  return folded.replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Returns the form in which names are compared: lower case, without white space, `_` and `-`. */
export function foldName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
