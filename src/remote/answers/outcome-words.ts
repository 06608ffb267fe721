/** Reads whether an answer says that it succeeded, in the interface's envelope or in other words. */
import { isObject, type JsonObject } from '../../base/json-value.ts';
import { looseField, looseName, textOf } from '../text/json-object.ts';

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
const ACHIEVEMENT = /\b(?:created|updated|saved|stored|added|removed|deleted|success(?:ful(?:ly)?)?|succeeded)\b/i;
const NEGATED_ACHIEVEMENT = new RegExp(`\\b(?:not|cannot|can't|never|unable)\\b[^.;,]{0,30}${ACHIEVEMENT.source}`, 'i');

/** Whether an answer that does not state its outcome refuses the request: it lists errors, or its message is a refusal. */
export function isRefusal(body: JsonObject): boolean {
  const listed = looseField(body, ['errors', 'error', 'modelstate', 'errormessage']);
  if (isFilled(listed)) return true;
  const text = looseField(body, ['message', 'detail']);
  return typeof text === 'string' && REFUSAL.test(text) && !saysDone(text);
}

function saysDone(text: string): boolean {
  return ACHIEVEMENT.test(text) && !NEGATED_ACHIEVEMENT.test(text);
}

/** The words that say that something was not done. The others of a refusal may also describe a success. */
const DENIAL =
  /\b(?:not found|invalid|errors?|fail(?:ed|ure|s)?|cannot|can't|could ?n[o']t|refused|rejected|denied|forbidden|not allowed|unable)\b/i;
const NO_ERRORS = /\b(?:no|without(?: any)?|0|zero) (?:errors?|failures?|conflicts?)\b/gi;

/**
 * What the words beside a stated success say: `denied`, that it was not done; `doubtful`, something that a refusal could
 * say too, such as "exists already".
 */
export function readWords(text: string): 'denied' | 'doubtful' | 'fine' {
  const rest = text.replace(NO_ERRORS, ' ');
  if (!REFUSAL.test(rest)) return 'fine';
  return DENIAL.test(rest) && !saysDone(rest) ? 'denied' : 'doubtful';
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== false && value !== 0;
}
