/** The cell styles of new workbooks, by name. */
import { MAIN_NAMES } from './names.ts';
import { xmlPart } from './xml-text.ts';

/** The red of a wrong cell. It differs a little from the usual red, so that the program recognises its own cells. */
export const WRONG_COLOUR = 'FFFFC7CD';

const FONTS = ['', '<b/>', '<u/>'] as const;
const FILLS = [
  '<patternFill patternType="none"/>',
  '<patternFill patternType="gray125"/>',
  solid('FFE7EBF0'),
  solid(WRONG_COLOUR),
];

interface Style {
  readonly font?: 'bold' | 'link';
  readonly fill?: 'header' | 'wrong';
  /** Marks a text that a spreadsheet would otherwise read as a formula once somebody edits the cell. */
  readonly isQuoted?: true;
  readonly isNumber?: true;
  readonly wraps?: true;
}

/** The styles in their order. A cell without a style has the first one. */
const STYLES = {
  number: { isNumber: true },
  text: {},
  quoted: { isQuoted: true },
  header: { font: 'bold', fill: 'header' },
  wrong: { fill: 'wrong' },
  wrongQuoted: { fill: 'wrong', isQuoted: true },
  link: { font: 'link' },
  wrapped: { wraps: true },
} as const satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLES;

const NAMES = Object.keys(STYLES) as StyleName[];

export function styleNumber(name: StyleName): number {
  return NAMES.indexOf(name);
}

function solid(rgb: string): string {
  return `<patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill>`;
}

const FONT_NUMBERS = { bold: 1, link: 2 } as const;
const FILL_NUMBERS = { header: 2, wrong: 3 } as const;
/** The number of the built-in format of texts, which keeps typed content unchanged. */
const TEXT_FORMAT = 49;

export function stylesPart(): string {
  const fonts = FONTS.map((font) => `<font>${font}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`);
  const fills = FILLS.map((fill) => `<fill>${fill}</fill>`);
  const formats = Object.values(STYLES).map(formatOf);
  return xmlPart(
    `<styleSheet ${MAIN_NAMES}><fonts count="${fonts.length}">${fonts.join('')}</fonts>` +
      `<fills count="${fills.length}">${fills.join('')}</fills>` +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  );
}

function formatOf({ font, fill, isQuoted, isNumber, wraps }: Style): string {
  const numbers = [
    `numFmtId="${isNumber ? 0 : TEXT_FORMAT}"`,
    `fontId="${font === undefined ? 0 : FONT_NUMBERS[font]}"`,
    `fillId="${fill === undefined ? 0 : FILL_NUMBERS[fill]}"`,
  ];
  const quoted = isQuoted ? ' quotePrefix="1"' : '';
  const start = `<xf ${numbers.join(' ')} borderId="0" xfId="0"${quoted} applyNumberFormat="1" applyFont="1" applyFill="1"`;
  return wraps ? `${start} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` : `${start}/>`;
}
