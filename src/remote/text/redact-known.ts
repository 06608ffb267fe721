/** Removes known secrets from foreign text: the token and a request's secrets, also in the spellings of a server. */
import { escapeMarkup } from '../../base/text/markup.ts';

export interface Redaction {
  /** The text without the secrets, short secrets included. */
  readonly redact: (text: string) => string;
  /** A link without the token, should a platform put it there. */
  readonly redactLink: (url: string) => string;
  /** The length of the longest spelling that is removed. */
  readonly longest: number;
}

export function createRedaction(token: string, secrets: readonly string[]): Redaction {
  const tokens = spellings(token, '[token]');
  const forms = [...tokens, ...secrets.flatMap((secret) => spellings(secret, '[secret]'))];
  const isHidden = createHiddenCheck([token, ...secrets]);
  const redactWords = createWordRedaction(secrets, (text) => replaceAll(text, forms));
  return {
    redact: (text) => {
      const redacted = redactWords(text);
      return isHidden(redacted) ? WITHHELD : redacted;
    },
    redactLink: (url) => replaceAll(url, tokens),
    longest: forms.reduce((most, [form]) => Math.max(most, form.length), 0),
  };
}

function replaceAll(text: string, forms: readonly [form: string, word: string][]): string {
  return forms.reduce((rest, [form, word]) => rest.replaceAll(form, word), text);
}

/** Replaces a whole text that repeats a secret in an unknown spelling. */
const WITHHELD = '(not shown, since it repeats a secret)';
/** Escapes within escapes: JSON as text in JSON, HTML in JSON. */
const MAX_DECODINGS = 3;
const ESCAPED = /[\\&%\u0080-\uffff]/;
const CODES = /\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\(?=[\\"'/])|((?:%[0-9a-f]{2})+)/gi;

/** Checks whether a text holds one of the secrets after its escapes are decoded. */
function createHiddenCheck(secrets: readonly string[]): (text: string) => boolean {
  const known = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).map(toOutline);
  return (text) => {
    if (known.length === 0 || !ESCAPED.test(text)) return false;
    let decoded = text;
    for (let times = 0; times < MAX_DECODINGS; times += 1) {
      decoded = decodeCodes(decoded);
      const outline = toOutline(decoded);
      if (known.some((secret) => outline.includes(secret))) return true;
    }
    return false;
  };
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

/** A shorter secret is removed only as a separate word, so that other words stay whole. */
const MIN_SECRET_LENGTH = 6;
/** A text shorter than this does not count as a secret. */
const MIN_WORD_LENGTH = 3;

function createWordRedaction(secrets: readonly string[], redact: (text: string) => string): (text: string) => string {
  const words = secrets.filter(({ length }) => length >= MIN_WORD_LENGTH && length < MIN_SECRET_LENGTH);
  if (words.length === 0) return redact;
  const list = [...new Set(words)].map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => redact(text).replace(pattern, '[secret]');
}

/** The spellings of a secret in answers: unchanged, and escaped for JSON, HTML and URLs. The longest is first. */
function spellings(token: string, word: string): [form: string, word: string][] {
  if (token.length < MIN_SECRET_LENGTH) return [];
  const json = JSON.stringify(token).slice(1, -1);
  const url = encodeURIComponent(token.toWellFormed());
  const forms = new Set([token, json, json.replaceAll('/', '\\/'), escapeMarkup(token), url]);
  return [...forms].sort((a, b) => b.length - a.length).map((form) => [form, word]);
}
