const FIRST_SURROGATE = 0xd800;
const FIRST_AFTER_SURROGATES = 0xe000;
const SURROGATES = FIRST_AFTER_SURROGATES - FIRST_SURROGATE;

/**
 * Compares two texts as their UTF-8 bytes compare, without making the bytes. That is the order of their code points;
 * JavaScript's own `<` compares UTF-16 units, and puts U+1F600 (written with surrogates) before U+FFFD.
 */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Moves the surrogates, which stand for code points above U+FFFF, behind all other units. */
function codePointRank(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < FIRST_AFTER_SURROGATES ? unit + FIRST_AFTER_SURROGATES : unit - SURROGATES;
}
