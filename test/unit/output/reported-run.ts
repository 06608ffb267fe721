/** A reported run, for tests of report files. */
import type { ReportedRun } from '../../../src/model/report.ts';
import type { FileContent } from '../../../src/output/files/write-file.ts';
import { readTable } from '../../support/xlsx/read.ts';
import { report } from './report-fixtures.ts';

export function reportedRun(
  parts: Parameters<typeof report>[0],
  { rejects = [], layout = { format: 'rows', header: [], delimiter: ',' } }: Partial<ReportedRun> = {},
): ReportedRun {
  const { tally, words, ...whole } = report(parts);
  return { report: whole, tally, words, rejects, layout };
}

/** The text of a report file; for a workbook, the cells of its first sheet. */
export async function partsOf(content: FileContent): Promise<string> {
  if (typeof content === 'string') return content;
  if ('bytes' in content) return JSON.stringify((await readTable(await bytesOf(content), { sheet: '1' })).rows);
  let text = '';
  for await (const part of content) text += part;
  return text;
}

async function bytesOf(content: FileContent): Promise<Buffer> {
  if (typeof content === 'string' || !('bytes' in content)) throw new Error('This is text');
  return bytesOfStream(content.bytes);
}

export async function bytesOfStream(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}
