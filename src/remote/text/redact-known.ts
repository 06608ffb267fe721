/** Takes known secrets out of foreign text: the token, and those of a request, also where a server writes them in other ways. */
import { escapeMarkup } from '../../base/text/markup.ts';
import { decodeEscapes } from './decode-escapes.ts';

export interface Redaction {
  /** The text without the secrets, also without the short ones. */
  readonly redact: (text: string) => string;
  /** A link without the token, which no platform has a reason to put there. */
  readonly redactLink: (url: string) => string;
  /** The length of the longest text that is taken out. */
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

/** In place of a text that repeats a secret in a spelling from which it cannot be cut out. */
const WITHHELD = '(not shown, since it repeats a secret)';
/** Escapes within escapes: JSON as text in JSON, HTML in JSON. */
const MAX_DECODINGS = 3;
const ESCAPED = /[\\&%\u0080-\uffff]/;

/** Whether a text holds one of the secrets once its escapes are undone. */
function createHiddenCheck(secrets: readonly string[]): (text: string) => boolean {
  const known = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).map((secret) => secret.normalize('NFC'));
  return (text) => {
    if (known.length === 0 || !ESCAPED.test(text)) return false;
    let decoded = text;
    for (let times = 0; times < MAX_DECODINGS; times += 1) {
      decoded = decodeEscapes(decoded).normalize('NFC');
      if (known.some((secret) => decoded.includes(secret))) return true;
    }
    return false;
  };
}

/** A shorter secret is removed only as a separate word: elsewhere, that would break other words. */
const MIN_SECRET_LENGTH = 6;
/** A text that is shorter still does not count as a secret. */
const MIN_WORD_LENGTH = 3;

function createWordRedaction(secrets: readonly string[], redact: (text: string) => string): (text: string) => string {
  const words = secrets.filter(({ length }) => length >= MIN_WORD_LENGTH && length < MIN_SECRET_LENGTH);
  if (words.length === 0) return redact;
  const list = [...new Set(words)].map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => redact(text).replace(pattern, '[secret]');
}

/** How a server may write a secret back: as it is, and as JSON, HTML and URLs escape it. Longest first. */
function spellings(token: string, word: string): [form: string, word: string][] {
  if (token.length < MIN_SECRET_LENGTH) return [];
  const json = JSON.stringify(token).slice(1, -1);
  const forms = new Set([
    token,
    json,
    json.replaceAll('/', '\\/'),
    escapeMarkup(token),
    encodeURIComponent(token.toWellFormed()),
  ]);
  return [...forms].sort((a, b) => b.length - a.length).map((form) => [form, word]);
}
