/** Texts with such characters have another order by UTF-16 units than by code points. */
const FROM_SURROGATES = /[\ud800-\uffff]/;

/**
 * Sorts texts in place, in the order of their UTF-8 bytes. If JavaScript's own order is the same, it takes a third of
 * the time.
 */
export function sortUtf8(texts: string[]): string[] {
  return texts.some((text) => FROM_SURROGATES.test(text)) ? texts.sort(compareUtf8) : texts.sort();
}

/** Returns the sorted ids of a list after changes. `after` is the changed entity, or undefined if it is deleted. */
export function idsAfter(ids: readonly string[], changes: readonly IdChange[]): readonly string[] {
  if (changes.length === 0) return ids;
  const left = new Set(ids);
  for (const { id, after } of changes) {
    if (after === undefined) left.delete(id);
    else left.add(id);
  }
  return sortUtf8([...left]);
}

interface IdChange {
  readonly id: string;
  readonly after: unknown;
}

/**
 * Compares two texts in the order of their UTF-8 bytes, without making the bytes. This is the order of their code
 * points. JavaScript's `<` compares UTF-16 units, and so puts U+1F600, which has surrogates, before U+FFFD.
 */
function compareUtf8(a: string, b: string): number {
  for (let at = 0; ; at += 1) {
    const [left, right] = [a.codePointAt(at), b.codePointAt(at)];
    if (left === undefined || right === undefined) return a.length - b.length;
    if (left !== right) return left - right;
  }
}
