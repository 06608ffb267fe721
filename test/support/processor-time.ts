/** Milliseconds of the processor that this process has taken: what other programs do at the same time does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
