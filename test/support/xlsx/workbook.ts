/** Builds workbooks from XML, so that cells can have the form of any program. */
import { makeZip, type ZipPart } from './zip.ts';

export interface HandMadeSheet {
  readonly name: string;
  /** The XML inside `sheetData`. */
  readonly rows: string;
  /** The XML before and after it. */
  readonly before?: string;
  readonly behind?: string;
  readonly state?: 'hidden' | 'veryHidden';
}

export interface HandMadeWorkbook {
  readonly sheets: readonly HandMadeSheet[];
  /** The XML inside `sst`. */
  readonly texts?: string;
  /** The codes of the number formats of the styles 1, 2, … A number is a built-in format. */
  readonly formats?: readonly (string | number)[];
  readonly is1904?: boolean;
  /** Further parts, or parts that replace the usual ones. */
  readonly parts?: readonly ZipPart[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export function makeWorkbook(workbook: HandMadeWorkbook): Buffer {
  const own = workbook.parts ?? [];
  const names = new Set(own.map(({ name }) => name));
  return makeZip([...partsOf(workbook).filter(({ name }) => !names.has(name)), ...own]);
}

/** Builds a workbook with one sheet. */
export function makeSheet(
  rows: string,
  others: Omit<HandMadeWorkbook, 'sheets'> & Partial<HandMadeSheet> = {},
): Buffer {
  const { before, behind, name = 'Sheet1', ...workbook } = others;
  const sheet = {
    name,
    rows,
    ...(before === undefined ? {} : { before }),
    ...(behind === undefined ? {} : { behind }),
  };
  return makeWorkbook({ ...workbook, sheets: [sheet] });
}

/** Returns a row of cells with inline texts, from column A on. */
export function textRow(number: number, texts: readonly string[]): string {
  return `<row r="${number}">${texts.map(textCell).join('')}</row>`;
}

/** The rows of a sheet with these cells below their headers, which are the keys of the first. */
export function tableRows(rows: readonly Readonly<Record<string, string>>[]): string {
  const texts = [Object.keys(rows[0] ?? {}), ...rows.map((cells) => Object.values(cells))];
  return texts.map((cells, at) => textRow(at + 1, cells)).join('');
}

export function textCell(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function partsOf({ sheets, texts, formats = [], is1904 = false }: HandMadeWorkbook): ZipPart[] {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }));
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    xml(`<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`);
  const tabs = numbered.map(
    ({ name, state, number }) =>
      `<sheet name="${escapeXml(name)}" sheetId="${number}"${state ? ` state="${state}"` : ''} r:id="s${number}"/>`,
  );
  return [
    { name: '[Content_Types].xml', content: contentTypes(numbered.map(({ number }) => number)) },
    { name: '_rels/.rels', content: relations(relation('r1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${tabs.join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        numbered.map(({ number }) => relation(`s${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('') +
          relation('st', 'styles', 'styles.xml') +
          relation('tx', 'sharedStrings', '/xl/sharedStrings.xml'),
      ),
    },
    { name: 'xl/styles.xml', content: stylesOf(formats) },
    ...(texts === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: xml(`<sst xmlns="${MAIN}">${texts}</sst>`) }]),
    ...numbered.map(({ number, rows, before = '', behind = '' }) => ({
      name: `xl/worksheets/sheet${number}.xml`,
      content: xml(`<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`),
    })),
  ];
}

function contentTypes(sheets: readonly number[]): string {
  const type = (part: string, of: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${of}+xml"/>`;
  return xml(
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${type('styles', 'styles')}${type('sharedStrings', 'sharedStrings')}${sheets.map((number) => type(`worksheets/sheet${number}`, 'worksheet')).join('')}</Types>`,
  );
}

const FIRST_OWN_FORMAT = 164;

function stylesOf(formats: readonly (string | number)[]): string {
  const codes = formats.map((code, index) =>
    typeof code === 'number' ? '' : `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = formats.map(
    (code, index) => `<xf numFmtId="${typeof code === 'number' ? code : FIRST_OWN_FORMAT + index}"/>`,
  );
  return xml(
    `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
  );
}

function xml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`;
}
