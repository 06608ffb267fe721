/** What `--verbose` adds on standard error. It holds no personal data. */
import type { Input } from '../../input/port.ts';

export function describeInput({ file, form }: Input): string {
  return `Reading ${file}: ${form}`;
}

/** `record` is the path of the run's record. */
export function describeRun(run: string, record: string, concurrency: number): string {
  const requests = concurrency === 1 ? 'one request' : `up to ${concurrency} requests`;
  return `Run ${run}: ${requests} at a time; its record is ${record}`;
}
