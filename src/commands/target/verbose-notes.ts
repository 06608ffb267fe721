/** What `--verbose` adds on standard error. It holds no personal data. */
import type { Input } from '../../input/port.ts';

export function describeInput(input: Input): string {
  const form = `${input.format.toUpperCase()}, ${input.encoding}`;
  return `Reading ${input.file}: ${form}${input.format === 'csv' ? `, cells separated by ${nameOf(input.delimiter)}` : ''}`;
}

function nameOf(delimiter: string): string {
  return delimiter === '\t' ? 'tabs' : delimiter;
}

/** `record` is the path of the run's record. */
export function describeRun(run: string, record: string, concurrency: number): string {
  const requests = concurrency === 1 ? 'one request' : `up to ${concurrency} requests`;
  return `Run ${run}: ${requests} at a time; its record is ${record}`;
}
