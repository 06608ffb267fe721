/** Lists in ascending order of a number. */

/** The last entry whose number is `wanted` or less, found by halving the list. */
export function lastUpTo<T>(list: readonly T[], wanted: number, numberOf: (entry: T) => number): T | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = list[middle];
    if (entry !== undefined && numberOf(entry) <= wanted) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}
