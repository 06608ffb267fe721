/** The data that an HTML report holds for its table. */
import { gunzipSync } from 'node:zlib';

interface PageData {
  readonly rows: readonly (readonly (string | number)[])[];
  readonly cells: readonly (readonly string[])[];
  readonly header: readonly string[];
}

export function unpackPage(page: string): PageData {
  const [, packed = ''] = /id="data">([^<]*)</.exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as PageData;
}
