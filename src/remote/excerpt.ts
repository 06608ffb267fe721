/** The text of an answer, for people: short, on one line, without control characters and without secrets. */

import { LINK_FIELDS, SECRET_FIELDS } from '../platform/secrets.ts';

const MAX_EXCERPT_LENGTH = 300;
/** The part that is searched for secrets: an excerpt is made of the beginning. */
const MAX_SEARCHED = 65_536;

const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Makes excerpts of the answers of a service, without the secrets that were sent. */
export interface Excerpts {
  /** Returns excerpts for a request with more secrets. */
  and(secrets: readonly string[]): Excerpts;
  /** The beginning of a text, in one line. `lead` comes first; only the sent secrets are removed from it. */
  shorten(text: string, lead?: string): string;
  /** A link without the token, should a platform put it there. */
  link(url: string): string;
  /** A text for people without the secrets, short secrets included, and without links that may have a key. */
  redact(text: string): string;
}

export function createExcerpts(token: string, secrets: readonly string[] = []): Excerpts {
  const redact = createRedaction(token, secrets);
  return {
    and: (more) => createExcerpts(token, [...secrets, ...more]),
    link: (url) => url.replaceAll(token, TOKEN).replaceAll(encodeURIComponent(token), TOKEN),
    redact: (text) => redactLinks(redact(text)),
    shorten: (text, lead = '') => {
      const isCut = text.length > MAX_SEARCHED;
      const redacted = redact(text.slice(0, MAX_SEARCHED));
      // A secret that is cut in two by the limit is not found. It is shown only if the text is almost all secrets.
      const beginning = isCut && redacted.length < MAX_SEARCHED / 2 ? WITHHELD : redacted;
      const line = `${redact(lead)} ${redactUnknown(beginning.slice(0, 4 * MAX_EXCERPT_LENGTH))}`
        .trim()
        .replace(/\s+/g, ' ')
        .replace(CONTROL, escapeCharacter);
      return line.length > MAX_EXCERPT_LENGTH || isCut ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line;
    },
  };
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The names of secrets that a platform may repeat or make. */
const NAMES = [...new Set([...LINK_FIELDS, ...SECRET_FIELDS])].join('|');

/** `"PIN":"x"`, also as text within JSON or HTML, and `PIN=x`. */
const NAMED = new RegExp(
  `\\b(${NAMES})((?:\\\\*["']|&quot;)?\\s*[:=]\\s*)(?:(\\\\*["']|&quot;)(?:(?!\\3)(?:\\\\.|[^]))*(?:\\3|$)|[^\\s"'&,;{}[\\]<>]+)`,
  'giu',
);

/** `https://host/path?query`, its slashes perhaps escaped as in JSON. */
const ADDRESS = /\b(https?:(?:\\?\/){2}[^\s"'<>/\\?#]+)(?:\\?\/|[?#])[^\s"'<>]+/giu;

/** Removes the values of secret fields and of links, and all parts of an address except its host. */
function redactUnknown(text: string): string {
  return text.replace(NAMED, '$1$2[secret]').replace(ADDRESS, '$1/…');
}

/** An address with a query or a fragment, which may be a key. Other addresses are kept. */
const KEYED_ADDRESS = /\b(https?:(?:\\?\/){2}[^\s"'<>/\\?#]+)[^\s"'<>?#]*[?#][^\s"'<>]+/giu;

function redactLinks(text: string): string {
  return text.replace(KEYED_ADDRESS, '$1/…');
}

const TOKEN = '[token]';

/** A shorter secret is removed only as a separate word, so that other words stay whole. */
const MIN_SECRET_LENGTH = 6;
/** A text shorter than this does not count as a secret. */
const MIN_WORD_LENGTH = 3;

/** Replaces the secrets. A text that holds one in another spelling is withheld: it cannot be cut out. */
function createRedaction(token: string, secrets: readonly string[]): (text: string) => string {
  const known = [...new Set([token, ...secrets])].filter(({ length }) => length >= MIN_WORD_LENGTH);
  const pattern = new RegExp(
    known
      .sort((a, b) => b.length - a.length)
      .map(patternOf)
      .join('|') || '(?!)',
    'gu',
  );
  const outlines = known.filter(({ length }) => length >= MIN_SECRET_LENGTH).map(toOutline);
  return (text) => {
    const redacted = text.replace(pattern, (found) => (found === token ? TOKEN : '[secret]'));
    return isHidden(outlines, redacted) ? WITHHELD : redacted;
  };
}

function patternOf(secret: string): string {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return secret.length < MIN_SECRET_LENGTH ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
}

/** Replaces a whole text that repeats a secret in another spelling. */
const WITHHELD = '(not shown, since it repeats a secret)';
/** Escapes within escapes: JSON as text in JSON, HTML in JSON. */
const MAX_DECODINGS = 3;
const ESCAPED = /[\\&%\u0080-\uffff]/;
const CODES = /\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\(?=[\\"'/])|((?:%[0-9a-f]{2})+)/gi;

/** Checks whether a text holds one of the outlines of secrets after its escapes are decoded. */
function isHidden(outlines: readonly string[], text: string): boolean {
  if (!ESCAPED.test(text)) return false;
  let decoded = text;
  for (let times = 0; times < MAX_DECODINGS; times += 1) {
    decoded = decodeCodes(decoded);
    const outline = toOutline(decoded);
    if (outlines.some((secret) => outline.includes(secret))) return true;
  }
  return false;
}

function decodeCodes(text: string): string {
  return text.replace(CODES, (_, unit, hex, decimal, percents) => {
    if (percents !== undefined) return Buffer.from(percents.replaceAll('%', ''), 'hex').toString('utf8');
    const code = Number.parseInt(unit ?? hex ?? decimal ?? '', decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Other characters than letters and digits may be written as names, such as `&ouml;`: all of them become one sign. */
function toOutline(text: string): string {
  return text.normalize('NFC').replace(/&[a-z]{2,8};|[^a-z0-9]/gi, '\u25a1');
}
