/** Whether work ends in time. Rejects where the work does, in time. */
export async function isDoneWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
