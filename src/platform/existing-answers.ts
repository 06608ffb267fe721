/**
 * Whether a platform's words say that what was sent is there already. The interface gives some of these conditions no
 * number, so a platform is known by its words; the id that was sent is taken out first, since it may hold any word.
 */

/** `unclear`: something exists, and the answer does not say whether it is what was sent. */
export type Existing = 'sent' | 'unclear' | 'no';

/** The names that platforms use for what is sent. */
export interface Spoken {
  /** Words for the thing itself and for its id. */
  readonly nouns: RegExp;
  /** Words for its parts and for other things. */
  readonly others: RegExp;
  /** Words for what the thing made by an earlier attempt holds, and another thing may hold as well. */
  readonly shared?: RegExp | undefined;
}

const HIDDEN = '\u25a1';

const IS_THERE =
  /\balready\s+(?:been\s+)?(?:exist(?:s|ed|ing)?|in use|used|taken|assigned|occupied|created|registered|added|known|present|there)\b|\bexists?\b|\bin use\b|\b(?:is|been) (?:taken|used)\b|\bnot unique\b|\bmust be unique\b|\bunique (?:key|constraint|index)\b/i;
const DUPLICATE = /\bduplicat(?:e[sd]?|ion)\b/i;
const IS_NOT_THERE = /(?:\b(?:not|cannot|never|no|nor|without)|n't) (?:[\w□]+ ){0,5}(?:exists?|found|known)\b/i;
/** Where it is, or what it is for: such words are not what exists. */
const CONTEXT = /\b(?:for|in|of|under|within) (?:the |this )?(?:group|hierarchy|assessment)\b/gi;
/** A word in quotes or brackets, or one with a digit: an id, though not the one that was sent. */
const OTHER_ID = /["'`[(][^\s"'`\])]+["'`\])]|\b[\w-]*\d[\w-]*\b/;
/** No platform needs more words; looking through more would take time. */
const MAX_LOOKED_AT = 2_000;

export function readExisting(text: string, id: string, { nouns, others, shared }: Spoken): Existing {
  const sentences = hideId(text.slice(0, MAX_LOOKED_AT), id).split(/[.;!?\n]\s/);
  const found = sentences.find((sentence) => IS_THERE.test(sentence) || DUPLICATE.test(sentence));
  if (found === undefined || sentences.some((sentence) => IS_NOT_THERE.test(sentence))) return 'no';
  const subject = subjectOf(found).replace(CONTEXT, ' ');
  if (shared?.test(subject)) return 'unclear';
  if (others.test(subject)) return 'no';
  if (found.includes(HIDDEN)) return 'sent';
  return nouns.test(found) && !OTHER_ID.test(found) ? 'sent' : 'unclear';
}

/** What stands before "exists" is what exists; "duplicate" stands before it. */
function subjectOf(sentence: string): string {
  const at = DUPLICATE.test(sentence) ? -1 : (IS_THERE.exec(sentence)?.index ?? -1);
  return at > 0 ? sentence.slice(0, at) : sentence;
}

/** The text without the id: without it in quotes or brackets where it stands there, else wherever it is a word. */
function hideId(text: string, id: string): string {
  if (id === '') return text;
  const literal = id.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const quoted = text.replace(new RegExp(`(["'\`[(])${literal}(?=["'\`\\])])`, 'giu'), `$1${HIDDEN}`);
  if (quoted !== text) return quoted;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_-])${literal}(?![\\p{L}\\p{N}_-])`, 'giu'), HIDDEN);
}

/** Whether a text names an id, as a word of its own. */
export function namesId(text: string, id: string): boolean {
  return hideId(text.slice(0, MAX_LOOKED_AT), id).includes(HIDDEN);
}
