/**
 * How an answer reads that came after an attempt without one. "Exists already" then means that the attempt had worked;
 * on a first attempt the same words are a plain refusal.
 */
import { codeOf, type ConditionRule } from './conditions/index.ts';
import type { CollectionContent, CollectionRequest } from './collection.ts';
import type { ApiError, Envelope } from './envelope.ts';
import type { InvigilatorsContent } from './invigilators.ts';
import type { UserContent, UserRequest } from './user.ts';

/**
 * `answered`: the answer is the platform's word on the request. `earlier-attempt`: an attempt without an answer had
 * worked, and this is the answer that it would have had. `unknown`: it can be read either way.
 */
export type Repeat<C> =
  | { readonly reads: 'answered' }
  | { readonly reads: 'unknown' }
  | { readonly reads: 'earlier-attempt'; readonly envelope: Envelope<C> };

/** Reads an answer in that light. */
export type ReadRepeat<C> = (envelope: Envelope<C>) => Repeat<C>;

const COLLECTION_EXISTS = codeOf('collection.external-id.taken');
const USER_EXISTS = codeOf('user.external-id.taken');
/** A user made by the earlier attempt also holds its user name and its synchronisation key. */
const USER_SHARES = new Set([codeOf('user.user-name.taken'), codeOf('user.synchronization-key.taken')]);
const NOT_AN_INVIGILATOR = codeOf('invigilators.user.not-invigilator');

/** The rule of what a platform has not said itself: its answer was in no form that could be read, or was cut off. */
export const UNREAD_RULE = 'delivery.unexpected-answer';

const ANSWERED = { reads: 'answered' } as const;
const UNKNOWN = { reads: 'unknown' } as const;

/** Of reading: every answer stands for itself. */
export function repeatIsNew(): Repeat<never> {
  return ANSWERED;
}

/** Of what creates or updates: doing it again changes nothing. */
export function readRepeatedUpsert(envelope: Envelope<unknown>): Repeat<never> {
  return isUnread(envelope) ? UNKNOWN : ANSWERED;
}

/** A refusal without its reason: the reason may have been that the earlier attempt had worked. */
function isUnread({ Success, Errors }: Envelope<unknown>): boolean {
  return !Success && Errors?.some(({ Rule }) => Rule === UNREAD_RULE) === true;
}

export function readRepeatedSchedule(id: string): ReadRepeat<string> {
  return (envelope) => {
    if (envelope.Success || !isOnly(envelope.Errors, isDuplicateSchedule)) return readRepeatedUpsert(envelope);
    return worked(id);
  };
}

export function readRepeatedCollection({ ExternalId }: CollectionRequest): ReadRepeat<CollectionContent> {
  return (envelope) => {
    const exists = isOnly(envelope.Errors, ({ Code }) => Code === COLLECTION_EXISTS);
    if (envelope.Success || !exists) return readRepeatedUpsert(envelope);
    return worked({ ExternalId: ExternalId ?? '', Errors: [] });
  };
}

export function readRepeatedUser(request: UserRequest): ReadRepeat<UserContent> {
  return (envelope) => {
    const { Success, Errors } = envelope;
    const exists = isOnly(Errors, ({ Code }) => Code === USER_EXISTS || USER_SHARES.has(Code));
    if (Success || !exists) return readRepeatedUpsert(envelope);
    // A user name that is taken may be taken by the user that the earlier attempt made, or by another.
    if (!Errors?.some(({ Code }) => Code === USER_EXISTS)) return UNKNOWN;
    const { Password: _password, Hierarchies: _hierarchies, ...stored } = request;
    return worked({ User: stored, GroupErrors: [] });
  };
}

/** Who is no invigilator any more was removed before. */
export function readRepeatedRemoval(envelope: Envelope<InvigilatorsContent>): Repeat<InvigilatorsContent> {
  const { Success, Content, Errors } = envelope;
  const gone = Content?.Errors.filter(({ Code }) => Code === NOT_AN_INVIGILATOR) ?? [];
  if (!Success || Content === null || gone.length === 0) return readRepeatedUpsert(envelope);
  const content = {
    SuccessfullyRemoved: [...Content.SuccessfullyRemoved, ...gone.map(({ UserExtId }) => UserExtId)],
    Errors: Content.Errors.filter(({ Code }) => Code !== NOT_AN_INVIGILATOR),
  };
  return { reads: 'earlier-attempt', envelope: { Content: content, Success: true, Errors } };
}

const DUPLICATE_RULE: ConditionRule = 'schedule.schedule-ext-id.duplicate';
/** The interface gives this condition no number, so a platform is known by its words. */
const DUPLICATE_WORDS = [
  /duplicate\W{0,3}schedule/i,
  /schedule(?:[ _-]?(?:ext|external)[ _-]?id)?\b[^.]{0,100}\b(?:already|duplicate|not unique|must be unique|in use|taken)\b/i,
] as const;
const ABOUT_OTHERS = /candidate|attempt|\bnot\b[^.]{0,20}\b(?:exist|found)/i;

export function isDuplicateSchedule({ Error: text, Rule }: ApiError): boolean {
  if (Rule !== undefined) return Rule === DUPLICATE_RULE;
  return DUPLICATE_WORDS.some((words) => words.test(text)) && !ABOUT_OTHERS.test(text);
}

function isOnly(errors: readonly ApiError[] | null, matches: (error: ApiError) => boolean): boolean {
  return errors !== null && errors.length > 0 && errors.every(matches);
}

function worked<C>(content: C): Repeat<C> {
  return { reads: 'earlier-attempt', envelope: { Content: content, Success: true, Errors: null } };
}
