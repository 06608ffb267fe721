/** The text of an answer, for people: short, on one line, without control characters and without secrets. */

import { createRedaction } from './redact-known.ts';
import { redactUnknown } from './redact-unknown.ts';

const MAX_EXCERPT_LENGTH = 300;
/** More is not looked at: an excerpt is made of the beginning. */
const MAX_LOOKED_AT = 65_536;

const LIVE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Makes excerpts of the answers of a service. It knows the secrets that were sent, and takes them out. */
export interface Excerpts {
  /** The same for the answers to a request that holds more secrets. */
  and(secrets: readonly string[]): Excerpts;
  /** The beginning of a text, in one line. `lead` stands before it; only the secrets are taken out of that. */
  shorten(text: string, lead?: string): string;
  /** A link without the token, which no platform has a reason to put there. */
  link(url: string): string;
  /** Words for people without the secrets, also without the short ones. */
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
      const looked = text.length > MAX_LOOKED_AT ? text.slice(0, MAX_LOOKED_AT) : text;
      const isCut = looked.length < text.length;
      const redacted = redact(looked);
      const end = isCut ? Math.max(0, redacted.length - longest) : redacted.length;
      const begun = redacted.slice(0, Math.min(end, 4 * MAX_EXCERPT_LENGTH));
      const line = `${redact(lead)} ${redactUnknown(begun)}`.trim().replace(/\s+/g, ' ').replace(LIVE, escapeCharacter);
      return line.length > MAX_EXCERPT_LENGTH || isCut ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line;
    },
  };
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
