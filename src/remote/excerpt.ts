/** The text of an answer, for people: short, on one line, without control characters and without secrets. */

import { escapeMarkup } from '../base/text/markup.ts';
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
  /** A text for people without the secrets, short secrets included. */
  redact(text: string): string;
}

export function createExcerpts(token: string, secrets: readonly string[] = []): Excerpts {
  const { redact, redactLink, longest } = createRedaction(token, secrets);
  return {
    and: (more) => createExcerpts(token, [...secrets, ...more]),
    link: redactLink,
    redact,
    shorten: (text, lead = '') => {
      // A token that is cut in two by the limit would not be found, so the end of a cut text is not shown.
      const beginning = text.length > MAX_SEARCHED ? text.slice(0, MAX_SEARCHED) : text;
      const isCut = beginning.length < text.length;
      const redacted = redact(beginning);
      const end = isCut ? Math.max(0, redacted.length - longest) : redacted.length;
      const begun = redacted.slice(0, Math.min(end, 4 * MAX_EXCERPT_LENGTH));
      const line = `${redact(lead)} ${redactUnknown(begun)}`
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

export function redactLinks(text: string): string {
  return text.replace(KEYED_ADDRESS, '$1/…');
}

interface Redaction {
  /** The text without the secrets, short secrets included. */
  readonly redact: (text: string) => string;
  /** A link without the token, should a platform put it there. */
  readonly redactLink: (url: string) => string;
  /** The length of the longest spelling that is removed. */
  readonly longest: number;
}

function createRedaction(token: string, secrets: readonly string[]): Redaction {
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
