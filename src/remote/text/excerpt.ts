/** The text of an answer, for people: short, on one line, without control characters and without secrets. */

import { LINK_FIELDS, SECRET_FIELDS } from '../../platform/secrets.ts';
import { createRedaction } from './redact-known.ts';

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
