/**
 * Finds out whether the message of a platform says that the sent record exists already. The interface has no number for
 * some of these conditions, so only the message shows it. The id of the record is removed first: it may contain any
 * word.
 */

/** `sent`: the sent record exists. `unclear`: something exists, but perhaps another record. */
export type Existing = 'sent' | 'unclear' | 'no';

/** The words that platforms use in messages about a resource. */
export interface ResourceWords {
  /** Words for the record itself and for its id. */
  readonly nouns: RegExp;
  /** Words for its parts and for other records. */
  readonly others: RegExp;
  /** Words for unique fields: an earlier attempt may have stored the value, or another record may have it. */
  readonly shared?: RegExp | undefined;
}

const HIDDEN = '\u25a1';

const IS_THERE =
  /\balready\s+(?:been\s+)?(?:exist(?:s|ed|ing)?|in use|used|taken|assigned|occupied|created|registered|added|known|present|there)\b|\bexists?\b|\bin use\b|\b(?:is|been) (?:taken|used)\b|\bnot unique\b|\bmust be unique\b|\bunique (?:key|constraint|index)\b/i;
const DUPLICATE = /\bduplicat(?:e[sd]?|ion)\b/i;
const IS_NOT_THERE = /(?:\b(?:not|cannot|never|no|nor|without)|n't) (?:[\w□]+ ){0,5}(?:exists?|found|known)\b/i;
/** Words for the surroundings of a record: they do not name the record that exists. */
const CONTEXT = /\b(?:for|in|of|under|within) (?:the |this )?(?:group|hierarchy|assessment)\b/gi;
/** A word in quotes or brackets, or one with a digit: the id of another record. */
const OTHER_ID = /["'`[(][^\s"'`\])]+["'`\])]|\b[\w-]*\d[\w-]*\b/;
/** Characters of a message to search: no platform needs more, and a longer search would take time. */
const MAX_SEARCHED = 2_000;

export function readExisting(text: string, id: string, { nouns, others, shared }: ResourceWords): Existing {
  const sentences = hideId(text.slice(0, MAX_SEARCHED), id).split(/[.;!?\n]\s/);
  const found = sentences.find((sentence) => IS_THERE.test(sentence) || DUPLICATE.test(sentence));
  if (found === undefined || sentences.some((sentence) => IS_NOT_THERE.test(sentence))) return 'no';
  const subject = subjectOf(found).replace(CONTEXT, ' ');
  if (shared?.test(subject)) return 'unclear';
  if (others.test(subject)) return 'no';
  if (found.includes(HIDDEN)) return 'sent';
  return nouns.test(found) && !OTHER_ID.test(found) ? 'sent' : 'unclear';
}

/**
 * The part of a sentence that names the existing record: the words before "exists", or the whole sentence for
 * "duplicate".
 */
function subjectOf(sentence: string): string {
  const at = DUPLICATE.test(sentence) ? -1 : (IS_THERE.exec(sentence)?.index ?? -1);
  return at > 0 ? sentence.slice(0, at) : sentence;
}

/** Hides the id in a text: in quotes or brackets if it is there, or else wherever it is a word. */
function hideId(text: string, id: string): string {
  if (id === '') return text;
  const literal = id.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const quoted = text.replace(new RegExp(`(["'\`[(])${literal}(?=["'\`\\])])`, 'giu'), `$1${HIDDEN}`);
  if (quoted !== text) return quoted;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_-])${literal}(?![\\p{L}\\p{N}_-])`, 'giu'), HIDDEN);
}

/** Whether a text names an id, as a word of its own. */
export function namesId(text: string, id: string): boolean {
  return hideId(text.slice(0, MAX_SEARCHED), id).includes(HIDDEN);
}
