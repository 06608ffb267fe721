/** Foreign text for people: shortened, of one line, without what a terminal obeys and without the token. */

const MAX_EXCERPT_LENGTH = 300;
/** More is not looked at: an excerpt is made of the beginning. */
const MAX_LOOKED_AT = 65_536;

const LIVE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Makes the texts of a service that are taken from answers; knows its secrets, so that no echo of them gets out. */
export interface Excerpts {
  /** The same for the answers to a request that holds more secrets. */
  and(secrets: readonly string[]): Excerpts;
  /** The beginning of a text, in one line. */
  shorten(text: string): string;
  /** The text without the secrets, otherwise as it is. */
  redact(text: string): string;
}

export function createExcerpts(token: string, secrets: readonly string[] = []): Excerpts {
  const forms = [...spellings(token, '[token]'), ...secrets.flatMap((secret) => spellings(secret, '[secret]'))];
  const redact = (text: string): string => forms.reduce((rest, [form, word]) => rest.replaceAll(form, word), text);
  const longest = Math.max(0, ...forms.map(([form]) => form.length));
  return {
    and: (more) => createExcerpts(token, [...secrets, ...more]),
    redact,
    shorten: (text) => {
      // A token that is cut in two by the limit would not be found, so the end of a cut text is not shown.
      const looked = text.length > MAX_LOOKED_AT ? text.slice(0, MAX_LOOKED_AT) : text;
      const isCut = looked.length < text.length;
      const redacted = redact(looked);
      const line = (isCut ? redacted.slice(0, Math.max(0, redacted.length - longest)) : redacted)
        .slice(0, 4 * MAX_EXCERPT_LENGTH)
        .trim()
        .replace(/\s+/g, ' ')
        .replace(LIVE, escapeCharacter);
      return line.length > MAX_EXCERPT_LENGTH || isCut ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line;
    },
  };
}

/** What is shorter is no secret, and taking it out would tear words apart. */
const MIN_SECRET_LENGTH = 6;

/** How a server may write a secret back: as it is, and as JSON, HTML and URLs escape it. Longest first. */
function spellings(token: string, word: string): [form: string, word: string][] {
  if (token.length < MIN_SECRET_LENGTH) return [];
  const html = token
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  const json = JSON.stringify(token).slice(1, -1);
  const forms = new Set([token, json, json.replaceAll('/', '\\/'), html, encodeURIComponent(token.toWellFormed())]);
  return [...forms].sort((a, b) => b.length - a.length).map((form) => [form, word]);
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
