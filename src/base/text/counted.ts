/** Numbers in sentences. */

/** A count with separated thousands. To load a locale takes longer than most commands, so small counts avoid it. */
export function formatNumber(count: number): string {
  return count < 1_000 ? String(count) : count.toLocaleString('en-US');
}

/** A count with its noun: `1 user`, `2,000 users`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
