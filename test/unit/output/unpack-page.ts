/** Unpacks the data of the table in an HTML report. */
import { gunzipSync } from 'node:zlib';
import { COLUMNS } from '../../../src/output/html/rows.ts';

type PageRow = Record<(typeof COLUMNS)[number], string>;

export function unpackPage(page: string): PageRow[] {
  const [, packed = ''] = /id="data"[^>]*>([^<]*)</.exec(page) ?? [];
  const lines = gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
  return lines.map((line) => {
    const texts = line.split('\t');
    return Object.fromEntries(COLUMNS.map((name, at) => [name, texts[at]])) as PageRow;
  });
}
