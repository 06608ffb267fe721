/** Adds styles to a workbook. A new style is a copy of an existing one with a few changes, such as a red fill. */
import { looksLikeFormula } from '../sheet-writer.ts';
import { WRONG_COLOUR } from '../styles.ts';
import {
  changed,
  childrenOf,
  type Element,
  find,
  type Part,
  putInto,
  tagOf,
  textIn,
  withAttribute,
} from './edit-part.ts';

/** Number of the built-in format of texts. */
const TEXT_FORMAT = '49';

export class StyleEdit {
  readonly #part: Part;
  readonly #lists: { readonly formats: Element; readonly fills: Element };
  /** The existing styles, then the added ones. */
  readonly #formats: string[];
  readonly #fills: readonly string[];
  readonly #added = new Map<string, number>();
  readonly #existing: number;

  /** `undefined` if the part has no list of styles. */
  static of(part: Part): StyleEdit | undefined {
    const [formats, fills] = [find(part, 'cellXfs'), find(part, 'fills')];
    return formats && fills && new StyleEdit(part, formats, fills);
  }

  private constructor(part: Part, formats: Element, fills: Element) {
    this.#part = part;
    this.#lists = { formats, fills };
    this.#formats = textsOf(part, formats);
    this.#existing = this.#formats.length;
    this.#fills = textsOf(part, fills);
  }

  /** The number of a style like the given one, with the red fill of a wrong cell. */
  wrong(style: number): number {
    return this.#with(style, { fillId: String(this.#redFill), applyFill: '1' });
  }

  /** The number of a style like the given one, without the red fill of an earlier run. */
  right(style: number): number {
    const fill = /\sfillId\s*=\s*["']([^"']*)/.exec(this.#format(style))?.[1];
    const isRed = fill !== undefined && this.#fills[Number(fill)]?.includes(WRONG_COLOUR) === true;
    return isRed ? this.#with(style, { fillId: '0' }) : style;
  }

  /** The number of a style like the given one, for a text that this program writes. */
  forText(style: number, text: string): number {
    return this.#with(style, {
      numFmtId: TEXT_FORMAT,
      applyNumberFormat: '1',
      quotePrefix: looksLikeFormula(text) ? '1' : undefined,
    });
  }

  bytes(): Buffer {
    const formats = this.#formats.slice(this.#existing).join('');
    const { prefix } = this.#part;
    const fill = `<${prefix}fill><${prefix}patternFill patternType="solid"><${prefix}fgColor rgb="${WRONG_COLOUR}"/><${prefix}bgColor indexed="64"/></${prefix}patternFill></${prefix}fill>`;
    const list = (element: Element, content: string, count: number) =>
      putInto(this.#part, element, content, withAttribute(tagOf(this.#part, element), 'count', String(count)));
    return changed(this.#part, [
      ...list(this.#lists.fills, fill, this.#fills.length + 1),
      ...list(this.#lists.formats, formats, this.#formats.length),
    ]);
  }

  get #redFill(): number {
    return this.#fills.length;
  }

  #format(style: number): string {
    return this.#formats[style] ?? this.#formats[0] ?? `<${this.#part.prefix}xf/>`;
  }

  #with(style: number, attributes: Readonly<Record<string, string | undefined>>): number {
    const old = this.#format(style);
    const open = /^<(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(old)?.[0] ?? old;
    const tag = Object.entries(attributes).reduce((made, [name, value]) => withAttribute(made, name, value), open);
    const format = tag + old.slice(open.length);
    const known = this.#added.get(format);
    if (known !== undefined) return known;
    this.#added.set(format, this.#formats.length);
    return this.#formats.push(format) - 1;
  }
}

/** The XML of the elements of a list. */
function textsOf(part: Part, list: Element): string[] {
  return childrenOf(part, list).map(({ start, end }) => textIn(part.bytes, start, end));
}
