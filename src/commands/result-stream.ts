/** With `-o ndjson` each result is written as soon as it is certain. */
import type { RecordResult } from '../contract/report.ts';
import { renderNdjson } from '../output/json.ts';
import type { Output } from '../output/streams.ts';
import type { OutputFormat } from './global-options.ts';

export function createResultStream(
  output: Output,
  format: OutputFormat,
): (result: RecordResult) => Promise<void> | void {
  if (format !== 'ndjson') return () => {};
  return (result) => output.data(renderNdjson([{ event: 'result', ...result }]));
}
