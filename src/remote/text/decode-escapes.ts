/** Undoes the escapes of JSON, HTML and URLs in a text, all at once: for looking into it, not for showing it. */

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  sol: '/',
  equals: '=',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  szlig: 'ß',
};

/** `&ouml;` is an o and a mark, which NFC makes one. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
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
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const mark = name.slice(1);
  return Object.hasOwn(MARKS, mark) ? `${name.charAt(0)}${MARKS[mark]}` : undefined;
}

/** `%c3%b6`, with whatever is no UTF-8 in its place. */
function bytes(percents: string): string {
  return Buffer.from(percents.replaceAll('%', ''), 'hex').toString('utf8');
}
