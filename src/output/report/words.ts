/** Numbers in sentences. */

/** A count with its thousands apart. Loading a locale takes longer than most commands, and few counts need one. */
export function formatNumber(count: number): string {
  return count < 1_000 ? String(count) : count.toLocaleString('en-US');
}

/** `1 user`, `2,000 users`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
