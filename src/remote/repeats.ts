/**
 * How an answer reads that came after an attempt without one. "Exists already" then means that the attempt had worked;
 * on a first attempt the same words are a plain refusal.
 */
import type { CollectionContent, CollectionRequest } from '../contract/collection.ts';
import type { ApiError, Envelope } from '../contract/envelope.ts';
import type { InvigilatorsContent } from '../contract/invigilators.ts';
import type { UserContent, UserRequest } from '../contract/user.ts';

/**
 * `answered`: the answer is the platform's word on the request. `earlier-attempt`: an attempt without an answer had
 * worked, and this is the answer that it would have had. `unknown`: it can be read either way.
 */
export type Repeat<C> =
  | { readonly reads: 'answered' | 'unknown' }
  | { readonly reads: 'earlier-attempt'; readonly envelope: Envelope<C> };

const COLLECTION_EXISTS = 810;
const USER_EXISTS = 233;
/** A user made by the earlier attempt also holds its user name and its synchronisation key. */
const USER_SHARES = new Set([214, 232]);
const NOT_AN_INVIGILATOR = 319;

const ANSWERED = { reads: 'answered' } as const;

export function repeatIsNew(): Repeat<never> {
  return ANSWERED;
}

export function readRepeatedSchedule(id: string): (envelope: Envelope<string>) => Repeat<string> {
  return ({ Success, Errors }) => {
    if (Success || !isOnly(Errors, isDuplicateSchedule)) return ANSWERED;
    return worked(id);
  };
}

export function readRepeatedCollection({
  ExternalId,
}: CollectionRequest): (envelope: Envelope<CollectionContent>) => Repeat<CollectionContent> {
  return ({ Success, Errors }) => {
    if (Success || !isOnly(Errors, ({ Code }) => Code === COLLECTION_EXISTS)) return ANSWERED;
    return worked({ ExternalId: ExternalId ?? '', Errors: [] });
  };
}

export function readRepeatedUser(request: UserRequest): (envelope: Envelope<UserContent>) => Repeat<UserContent> {
  return ({ Success, Errors }) => {
    if (Success || !isOnly(Errors, ({ Code }) => Code === USER_EXISTS || USER_SHARES.has(Code ?? 0))) return ANSWERED;
    // A user name that is taken may be taken by the user that the earlier attempt made, or by another.
    if (!Errors?.some(({ Code }) => Code === USER_EXISTS)) return { reads: 'unknown' };
    const { Password: _password, Hierarchies: _hierarchies, ...stored } = request;
    return worked({ User: stored, GroupErrors: [] });
  };
}

/** Who is no invigilator any more was removed before. */
export function readRepeatedRemoval({
  Success,
  Content,
  Errors,
}: Envelope<InvigilatorsContent>): Repeat<InvigilatorsContent> {
  const gone = Content?.Errors.filter(({ Code }) => Code === NOT_AN_INVIGILATOR) ?? [];
  if (!Success || Content === null || gone.length === 0) return ANSWERED;
  const content = {
    SuccessfullyRemoved: [...Content.SuccessfullyRemoved, ...gone.map(({ UserExtId }) => UserExtId)],
    Errors: Content.Errors.filter(({ Code }) => Code !== NOT_AN_INVIGILATOR),
  };
  return { reads: 'earlier-attempt', envelope: { Content: content, Success: true, Errors } };
}

const DUPLICATE_RULE = 'schedule.schedule-ext-id.duplicate';
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
