/** Returns the processor time of this process in milliseconds. The work of other programs does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
