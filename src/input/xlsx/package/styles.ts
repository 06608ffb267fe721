/** Reads the number formats of cells, by the number of their style. */

import { MAX_SMALL_PART_BYTES } from '../limits.ts';
import { BUILT_IN_FORMATS, FIRST_OWN_ID } from '../numbers/built-in-formats.ts';
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
