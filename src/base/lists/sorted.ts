/** Returns the last entry with a number of at most `wanted`. The list must be in ascending order of these numbers. */
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
