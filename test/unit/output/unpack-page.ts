/** Unpacks the data of the table in an HTML report. */
import { gunzipSync } from 'node:zlib';
import { COLUMNS } from '../../../src/output/html/rows.ts';

type PageRow = Record<(typeof COLUMNS)[number], string> & {
  /** The index of the wrong cell, and the cells of the row; empty if the finding is about no row. */
  readonly source: readonly string[];
};

export function unpackPage(page: string): PageRow[] {
  const [, packed = ''] = /id="data"[^>]*>([^<]*)</.exec(page) ?? [];
  const lines = gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
  return lines.map((line) => {
    const texts = line.split('\t');
    const named = COLUMNS.map((name, at) => [name, texts[at]]);
    return { ...Object.fromEntries(named), source: texts.slice(COLUMNS.length + 1) } as PageRow;
  });
}
