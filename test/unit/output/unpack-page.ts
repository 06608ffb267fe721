/** Unpacks the data of the table in an HTML report. */
import { gunzipSync } from 'node:zlib';
import { PART_END, ROW_PARTS } from '../../../src/output/html/rows.ts';

type PageRow = Record<(typeof ROW_PARTS)[number], string> & {
  /** The place of the wrong cell, and the cells of the row that was rejected. */
  readonly source: readonly string[];
};

export function unpackPage(page: string): PageRow[] {
  const [, packed = ''] = /id="data"[^>]*>([^<]*)</.exec(page) ?? [];
  const blocks = packed.split('\n').filter((line) => line !== '');
  return blocks.flatMap((block) => {
    const [rows = [], sources = []] = gunzipSync(Buffer.from(block, 'base64'))
      .toString()
      .split(PART_END)
      .map((part) => part.split('\n'));
    return rows.map((row, index) => {
      const parts = row.split('\t');
      const named = ROW_PARTS.map((part, place) => [part, parts[place]]);
      return { ...Object.fromEntries(named), source: sources[index] === '' ? [] : sources[index]?.split('\t') };
    });
  });
}
