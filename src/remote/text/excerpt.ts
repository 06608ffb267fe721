/** Foreign text for people: shortened, of one line, without what a terminal obeys and without the token. */

import { escapeMarkup } from '../../base/markup.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { conceal } from './redact-unknown.ts';

const MAX_EXCERPT_LENGTH = 300;
/** More is not looked at: an excerpt is made of the beginning. */
const MAX_LOOKED_AT = 65_536;

const LIVE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Makes the texts of a service that are taken from answers; knows its secrets, so that no echo of them gets out. */
export interface Excerpts {
  /** The same for the answers to a request that holds more secrets. */
  and(secrets: readonly string[]): Excerpts;
  /** The beginning of a text, in one line; `lead` stands before it and is left as it is but for the secrets. */
  shorten(text: string, lead?: string): string;
  /** A link without the token, which no platform has a reason to put there. */
  link(url: string): string;
  /** Words for people without the secrets, also without the short ones. */
  tell(text: string): string;
}

export function createExcerpts(token: string, secrets: readonly string[] = []): Excerpts {
  const tokens = spellings(token, '[token]');
  const forms = [...tokens, ...secrets.flatMap((secret) => spellings(secret, '[secret]'))];
  const redact = (text: string): string => replaceAll(text, forms);
  const hidden = createHiddenCheck([token, ...secrets]);
  const words = createWordRedaction(secrets, redact);
  const tell = (text: string): string => {
    const told = words(text);
    return hidden(told) ? WITHHELD : told;
  };
  const longest = forms.reduce((most, [form]) => Math.max(most, form.length), 0);
  return {
    and: (more) => createExcerpts(token, [...secrets, ...more]),
    link: (url) => replaceAll(url, tokens),
    tell,
    shorten: (text, lead = '') => {
      // A token that is cut in two by the limit would not be found, so the end of a cut text is not shown.
      const looked = text.length > MAX_LOOKED_AT ? text.slice(0, MAX_LOOKED_AT) : text;
      const isCut = looked.length < text.length;
      const redacted = tell(looked);
      const end = isCut ? Math.max(0, redacted.length - longest) : redacted.length;
      const begun = redacted.slice(0, Math.min(end, 4 * MAX_EXCERPT_LENGTH));
      const line = `${tell(lead)} ${conceal(begun)}`.trim().replace(/\s+/g, ' ').replace(LIVE, escapeCharacter);
      return line.length > MAX_EXCERPT_LENGTH || isCut ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line;
    },
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

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
