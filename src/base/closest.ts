/** Finds what was probably meant by a misspelt name. */
import { distance } from 'fastest-levenshtein';

/** A longer name is not compared: what is foreign may be of any length. */
const MAX_NAME_LENGTH = 60;

/**
 * The candidate that differs from `name` in at most a quarter of its letters (two where it has five), without regard
 * to case, blanks, `_` and `-`.
 */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const folded = foldName(name);
  if (folded === '' || folded.length > MAX_NAME_LENGTH) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const target = foldName(candidate);
    const away = distance(folded, target);
    const allowed = target.length < 5 ? 1 : Math.max(2, Math.floor(target.length / 4));
    if (away <= allowed && (best === undefined || away < best.distance)) best = { name: candidate, distance: away };
  }
  return best?.name;
}

/** The form in which names are compared: no case, no blanks, no `_`, no `-`. */
export function foldName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
