/** Decodes the escapes of JSON, HTML and URLs in a text, all at once. The result is searched, and not shown. */
import { characterOf } from '../../platform/fields/damage/entities.ts';

/** Named characters of URLs. Damaged texts do not have them, so `characterOf` lacks them. */
const SIGNS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  plus: '+',
  sol: '/',
  equals: '=',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
};

const ESCAPE =
  /\\u([0-9a-f]{4}|\{[0-9a-f]{1,6}\})|\\([\\/"'nrt])|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&([a-z]{2,8});|((?:%[0-9a-f]{2})+)/gi;

export function decodeEscapes(text: string): string {
  return text.replace(ESCAPE, (whole, unit, simple, hex, decimal, name, percents) => {
    if (unit !== undefined) return character(Number.parseInt(unit.replace('{', ''), 16)) ?? whole;
    if (simple !== undefined) return simple;
    if (hex !== undefined) return character(Number.parseInt(hex, 16)) ?? whole;
    if (decimal !== undefined) return character(Number(decimal)) ?? whole;
    return name !== undefined ? (named(name) ?? whole) : bytes(percents);
  });
}

function character(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function named(name: string): string | undefined {
  return Object.hasOwn(SIGNS, name) ? SIGNS[name] : characterOf(name);
}

/** Decodes `%c3%b6`. Bytes that are no UTF-8 become the replacement character. */
function bytes(percents: string): string {
  return Buffer.from(percents.replaceAll('%', ''), 'hex').toString('utf8');
}
