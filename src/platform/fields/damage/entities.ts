/** Decodes characters in the notation of HTML, such as `&eacute;`. */

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

const ENTITY = /&(?:#(\d{2,6})|#x([\da-fA-F]{2,5})|([A-Za-z]{2,8}));/g;

/** Decodes the characters of a text. Unknown notations stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return characterOf(name) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return isPrinted(code) ? String.fromCodePoint(code) : entity;
  });
}

/** The character of a name, which has no `&` and `;`. */
export function characterOf(name: string): string | undefined {
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name];
  const accent = Object.hasOwn(ACCENTS, name.slice(1)) ? ACCENTS[name.slice(1)] : undefined;
  const letter = `${name.slice(0, 1)}${accent ?? ''}`.normalize('NFC');
  // If letter and accent do not become one character, Unicode has no such letter.
  return accent !== undefined && letter.length === 1 ? letter : undefined;
}

const [LESS, GREATER] = [0x3c, 0x3e];

/** Whether a character is visible text: no control character, no half of a surrogate pair, no `<` and no `>`. */
function isPrinted(code: number): boolean {
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return !isControl && !isHalf && code <= 0x10ffff && code !== LESS && code !== GREATER;
}
