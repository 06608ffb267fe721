/** Unpacks the data of the table in an HTML report. */
import { gunzipSync } from 'node:zlib';
import { COLUMNS, type ReportRow } from '../../../src/output/html/rows.ts';

type PageRow = Omit<ReportRow, 'source'> & {
  /** The index of the wrong cell, and the cells of the row; empty if the finding is about no row. */
  readonly source: readonly (string | number)[];
};

export function unpackPage(page: string): PageRow[] {
  const [, packed = ''] = /id="data"[^>]*>([^<]*)</.exec(page) ?? [];
  const lines = gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
  return lines.map((line) => {
    const row = JSON.parse(line) as unknown[];
    const names = [...COLUMNS, 'suggestion', 'source'].map((name, at) => [name, row[at] ?? []]);
    return Object.fromEntries(names) as PageRow;
  });
}
