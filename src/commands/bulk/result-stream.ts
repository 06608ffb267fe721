/** With `-o ndjson` each result is written as soon as it is certain. */
import type { RecordResult } from '../../bulk/model/report.ts';
import { renderNdjson } from '../../output/files/json.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { OutputFormat } from '../options/global-options.ts';

export function createResultStream(
  output: Output,
  format: OutputFormat,
): (result: RecordResult) => Promise<void> | void {
  if (format !== 'ndjson') return () => {};
  return (result) => output.data(renderNdjson([{ event: 'result', ...result }]));
}
