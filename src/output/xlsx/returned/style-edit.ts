/** The styles of a workbook, and further ones: each looks as one that is there, but for its red. */
import { WRONG_COLOUR } from '../styles.ts';
import { withAttribute } from './edit-xml.ts';
import { changed, childrenOf, type Element, find, putInto, type SmallPart } from './small-part.ts';

/** Number of the built-in format of texts. */
const TEXT_FORMAT = '49';

export class StyleEdit {
  readonly #part: SmallPart;
  readonly #lists: { readonly formats: Element; readonly fills: Element };
  /** The styles as they stand there, and then those that are added. */
  readonly #formats: string[];
  readonly #fills: readonly string[];
  readonly #added = new Map<string, number>();
  readonly #own: number;

  /** `undefined` where the part has no styles to add to. */
  static of(part: SmallPart): StyleEdit | undefined {
    const [formats, fills] = [find(part, 'cellXfs'), find(part, 'fills')];
    return formats && fills && new StyleEdit(part, formats, fills);
  }

  private constructor(part: SmallPart, formats: Element, fills: Element) {
    this.#part = part;
    this.#lists = { formats, fills };
    this.#formats = textsOf(part, formats);
    this.#own = this.#formats.length;
    this.#fills = textsOf(part, fills);
  }

  /** The style of a wrong cell that had this one. */
  wrong(style: number): number {
    return this.#with(style, { fillId: String(this.#redFill), applyFill: '1' });
  }

  /** The style of a cell that is not wrong: a red of ours goes. */
  right(style: number): number {
    const fill = this.#attribute(style, 'fillId');
    const isRed = fill !== undefined && this.#fills[Number(fill)]?.includes(WRONG_COLOUR) === true;
    return isRed ? this.#with(style, { fillId: '0' }) : style;
  }

  /** The style of a text of ours, beside cells that have this one. */
  text(style: number, isQuoted: boolean): number {
    return this.#with(style, {
      numFmtId: TEXT_FORMAT,
      applyNumberFormat: '1',
      quotePrefix: isQuoted ? '1' : undefined,
    });
  }

  bytes(): Buffer {
    const formats = this.#formats.slice(this.#own).join('');
    const { prefix } = this.#part;
    const fill = `<${prefix}fill><${prefix}patternFill patternType="solid"><${prefix}fgColor rgb="${WRONG_COLOUR}"/><${prefix}bgColor indexed="64"/></${prefix}patternFill></${prefix}fill>`;
    return changed(this.#part, [
      ...putInto(this.#part, this.#lists.fills, fill, this.#fills.length + 1),
      ...putInto(this.#part, this.#lists.formats, formats, this.#formats.length),
    ]);
  }

  get #redFill(): number {
    return this.#fills.length;
  }

  #attribute(style: number, name: string): string | undefined {
    return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(this.#format(style))?.[1];
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

/** The elements of a list as they stand there. */
function textsOf(part: SmallPart, list: Element): string[] {
  return childrenOf(part, list).map(({ start, end }) => part.text.slice(start, end));
}
