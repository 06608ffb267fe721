/** Reads whether an answer says that it succeeded, in the interface's envelope or in other words. */
import type { JsonObject } from '../../base/json-value.ts';
import { looseField, looseName, textOf } from '../text/json-object.ts';
import { readErrors } from './read-errors.ts';

export interface Stated {
  /** `both` if two of its fields contradict each other. */
  readonly outcome: 'success' | 'failure' | 'both' | undefined;
  /** Whether it says so in a field `Success`, as the interface does. */
  readonly isEnvelope: boolean;
}

/** Written as loose names. */
const ENVELOPE_NAMES = new Set(['success', 'issuccess', 'succeeded']);
const OTHER_NAMES = new Set(['result', 'status', 'statuscode', 'outcome', 'ok']);

const DONE =
  /^(?:true|ok(?:ay)?|success(?:ful(?:ly)?)?|succeeded|done|completed?|created|updated|saved|added|removed|deleted)$/i;
const NOT_DONE =
  /^(?:false|errors?|fail(?:ed|ure)?|unsuccessful|refused|rejected|invalid|denied|(?:bad|invalid) ?request)$/i;

export function readStated(body: JsonObject): Stated {
  const outcomes = new Set<'success' | 'failure'>();
  let isEnvelope = false;
  for (const [name, value] of Object.entries(body)) {
    const loose = looseName(name);
    const isFlag = isOutcomeFlag(name);
    const outcome = isFlag ? outcomeOfWord(value) : OTHER_NAMES.has(loose) ? outcomeOfResult(value) : undefined;
    if (outcome === undefined) continue;
    outcomes.add(outcome);
    isEnvelope ||= isFlag;
  }
  const [first, second] = outcomes;
  return { outcome: second === undefined ? first : 'both', isEnvelope };
}

/** The body may give its result as the number of an HTTP status. */
function outcomeOfResult(value: unknown): 'success' | 'failure' | undefined {
  const status = Number(textOf(value) ?? Number.NaN);
  if (status >= 200 && status < 300) return 'success';
  return status >= 400 && status < 600 ? 'failure' : outcomeOfWord(value);
}

function outcomeOfWord(value: unknown): 'success' | 'failure' | undefined {
  const word = typeof value === 'boolean' || typeof value === 'string' ? String(value).trim() : '';
  if (DONE.test(word)) return 'success';
  return NOT_DONE.test(word) ? 'failure' : undefined;
}

/** Whether a field says as the interface does whether the request succeeded. */
export function isOutcomeFlag(name: string): boolean {
  return ENVELOPE_NAMES.has(looseName(name));
}

/** Whether an object within an answer says in a field `Success` that it was not done. Other words may be data. */
export function saysNotDone(object: JsonObject): boolean {
  return Object.entries(object).some(([name, value]) => isOutcomeFlag(name) && outcomeOfWord(value) === 'failure');
}

/** A word that says that something was done, in a place where an id is possible. */
export function isWordOfSuccess(text: string): boolean {
  return DONE.test(text.trim());
}

const REFUSAL =
  /\b(?:already|exists?|duplicate|not found|unknown|invalid|errors?|fail(?:ed|ure|s)?|cannot|can't|could ?n[o']t|must|required|refused|rejected|denied|forbidden|not allowed|unable|wrong|missing|do(?:es)? ?n[o']t|conflict)\b/i;
/** Verbs of requests, without the ending of the past. */
const E_VERBS = '(?:create|update|save|store|remove|delete)';
const VERBS = '(?:add|insert|import|process|accept)';
const ACHIEVEMENT = new RegExp(`\\b(?:${E_VERBS}d|${VERBS}ed|success(?:ful(?:ly)?)?|succeeded)\\b`, 'i');
const ANY_ACHIEVEMENT = `\\b(?:${E_VERBS}d?|${VERBS}(?:ed)?|success(?:ful(?:ly)?)?|succeed(?:ed)?)\\b`;
const NEGATED_ACHIEVEMENT = new RegExp(
  `\\b(?:not|cannot|can't|\\w+n't|never|unable)\\b[^.;,]{0,30}${ANY_ACHIEVEMENT}`,
  'gi',
);

/** Whether an answer that does not state its outcome refuses the request: it lists errors, or its message is a refusal. */
export function isRefusal(body: JsonObject): boolean {
  const listed = readErrors({ Errors: looseField(body, ['errors', 'error', 'modelstate', 'errormessage']) });
  if (listed.errors.length > 0 || !listed.isComplete) return true;
  const text = looseField(body, ['message', 'detail']);
  return typeof text === 'string' && REFUSAL.test(text) && !saysDone(text);
}

/** Whether a message says that the request was done, and nothing in it that something was not. */
export function saysDone(text: string): boolean {
  if (isWordOfSuccess(text)) return true;
  return ACHIEVEMENT.test(text) && text.search(NEGATED_ACHIEVEMENT) < 0;
}

const COULD_NOT = new RegExp(`\\bcould ?n[o']t\\b[^.;,]{0,30}${ANY_ACHIEVEMENT}`, 'i');
const FAILED_AT_ONCE = /^\W*(?:error|fail(?:ed|ure)|refused|rejected|denied)(?:\s*[:.!,-]|\s+to\b|\s*$)/i;
const COUNTED_FAILURE =
  /\b[1-9]\d* (?:errors?|failed|failures?)\s*(?:[.,;!)]|$)|\b(?:errors?|failed|failures?)\s*[:=]?\s*[1-9]\d*\b/i;
const FAILED_AT_LAST = /\bfail(?:ed|s|ure)\s*(?:[:.!]|$)/i;
const FAILURES = '(?:errors?|fail(?:ed|ures?)|conflicts?|rejected|refused|invalid)';
/** Not any word: "no permission error" is an error. */
const RECORDS = '(?:user|candidate|schedule|collection|invigilator|record|row|item)s?';
const NO_ERRORS = new RegExp(
  `\\b(?:no|none|without(?: any)?|0|zero)(?: ${RECORDS})? ${FAILURES}\\b|\\b${FAILURES}\\s*[:=]?\\s*(?:0|none)\\b(?![.,]?\\d)`,
  'gi',
);

/**
 * What the words beside a stated success say: `denied`, that the request was not done; `doubtful`, something that a
 * refusal could say too, such as "exists already" or "A lost password cannot be recovered".
 */
export function readWords(text: string): 'denied' | 'doubtful' | 'fine' {
  const rest = text.replace(/\s+/g, ' ').replace(NO_ERRORS, ' ');
  if ([COULD_NOT, FAILED_AT_ONCE, COUNTED_FAILURE].some((denial) => denial.test(rest))) return 'denied';
  const positive = rest.replace(NEGATED_ACHIEVEMENT, ' ');
  if (positive !== rest || FAILED_AT_LAST.test(rest)) return ACHIEVEMENT.test(positive) ? 'doubtful' : 'denied';
  return REFUSAL.test(rest) ? 'doubtful' : 'fine';
}
