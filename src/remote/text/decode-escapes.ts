/** Decodes the escapes of JSON, HTML and URLs in a text, all at once. The result is searched, and not shown. */

/** Named characters of URLs. */
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

/** The accents in names of letters: `eacute`, `Scaron`. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030a',
  dblac: '\u030b',
  caron: '\u030c',
  cedil: '\u0327',
  ogon: '\u0328',
};

/** Other characters that names and titles may have. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ AElig: 'Æ', aelig: 'æ', OElig: 'Œ', oelig: 'œ', Oslash: 'Ø', oslash: 'ø', szlig: 'ß' },
  ...{ ETH: 'Ð', eth: 'ð', THORN: 'Þ', thorn: 'þ', Lstrok: 'Ł', lstrok: 'ł', Dstrok: 'Đ', dstrok: 'đ' },
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

/** The character of a name, which has no `&` and `;`. */
function characterOf(name: string): string | undefined {
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name];
  const accent = Object.hasOwn(ACCENTS, name.slice(1)) ? ACCENTS[name.slice(1)] : undefined;
  const letter = `${name.slice(0, 1)}${accent ?? ''}`.normalize('NFC');
  // If letter and accent do not become one character, Unicode has no such letter.
  return accent !== undefined && letter.length === 1 ? letter : undefined;
}
