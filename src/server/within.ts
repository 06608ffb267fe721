/**
 * Resolves with true if work ends within the limit, and with false otherwise. Rejects if the work rejects within the
 * limit.
 */
export async function isDoneWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
