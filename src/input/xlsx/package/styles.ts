/** Reads the number formats of cells, by the number of their style. */

import { MAX_SMALL_PART_BYTES } from '../limits.ts';
import { GENERAL, MISSING_FORMAT, type NumberFormat, numberFormat } from '../numbers/number-format.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';
import { attributesOf } from './workbook.ts';

export async function readFormats(archive: Archive, part: string | undefined): Promise<readonly NumberFormat[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let list = '';
  await readXml(archive, part, MAX_SMALL_PART_BYTES, (xml, token) => {
    if (token === 'open' && xml.name === 'numFmt') {
      const attributes = attributesOf(xml);
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    } else if (token === 'open' && xml.name === 'xf' && list === 'cellXfs') {
      ids.push(Number(attributesOf(xml).get('numFmtId') ?? 0));
    } else if (xml.name === 'cellXfs' || xml.name === 'cellStyleXfs') list = token === 'open' ? xml.name : '';
  });
  const formats = new Map<number, NumberFormat>();
  const formatOf = (id: number): NumberFormat => {
    const code = BUILT_IN_FORMATS.get(id) ?? codes.get(id);
    if (code === undefined && id >= FIRST_OWN_ID) return MISSING_FORMAT;
    return code === undefined || code === '' ? GENERAL : numberFormat(code);
  };
  return ids.map((id) => {
    const format = formats.get(id) ?? formatOf(id);
    formats.set(id, format);
    return format;
  });
}

/**
 * The formats that have a number and no code in the file (ECMA-376, 18.8.30). Dates in the form of the computer's
 * settings are always read in the same form.
 */
const [SYSTEM_DATE, SYSTEM_DATE_TIME, SYSTEM_TIME] = ['[$-F800]yyyy-mm-dd', '[$-F800]yyyy-mm-dd hh:mm', 'hh:mm:ss'];

const BUILT_IN_FORMATS: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, SYSTEM_DATE],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, SYSTEM_DATE_TIME],
  // Dates of East Asian calendars and languages.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, SYSTEM_DATE]),
  ...[32, 33, 34, 35, 55, 56].map((id): [number, string] => [id, SYSTEM_TIME]),
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [41, '#,##0;(#,##0);"-"'],
  [42, '#,##0;(#,##0);"-"'],
  [43, '#,##0.00;(#,##0.00);"-"'],
  [44, '#,##0.00;(#,##0.00);"-"'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
]);

/** The formats from this number on have their code in the file. */
const FIRST_OWN_ID = 164;
