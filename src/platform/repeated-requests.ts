/**
 * How an answer reads that came after an attempt without one. "Exists already" then means that the attempt had worked;
 * on a first attempt the same words are a plain refusal.
 */
import { type ConditionRule, codeOf } from './conditions/index.ts';
import { type CollectionContent, type Envelope, succeed } from './envelope.ts';
import { type Existing, readExisting, type Spoken } from './existing-answers.ts';
import type { ApiError } from './problem.ts';
import type { CollectionRequest } from './resources/collection.ts';
import type { InvigilatorsContent } from './resources/invigilators.ts';
import type { UserContent, UserRequest } from './resources/user.ts';

/**
 * `answered`: the answer is the platform's word on the request. `earlier-attempt`: an attempt without an answer had
 * worked, and this is the answer that it would have had. `unknown`: it can be read either way.
 */
export type Repeat<C> =
  | { readonly reads: 'answered' }
  | { readonly reads: 'unknown' }
  | {
      readonly reads: 'earlier-attempt';
      readonly envelope: Envelope<C>;
      /** What the platform said: that it is there already, or not there any more. */
      readonly said: string;
    };

/** Reads an answer that came after an attempt without one. */
export type ReadRepeat<C> = (envelope: Envelope<C>) => Repeat<C>;

const NOT_AN_INVIGILATOR = codeOf('invigilators.user.not-invigilator');

/** The rule of what a platform has not said itself: its answer was in no form that could be read, or was cut off. */
export const UNREAD_RULE = 'delivery.unexpected-answer';

const ANSWERED = { reads: 'answered' } as const;
const UNKNOWN = { reads: 'unknown' } as const;

/** For reading: each answer stands alone. */
export function repeatIsNew(): Repeat<never> {
  return ANSWERED;
}

/** For creating or updating: a repeat changes nothing. */
export function readRepeatedUpsert(envelope: Envelope<unknown>): Repeat<never> {
  return isUnread(envelope) ? UNKNOWN : ANSWERED;
}

/** A refusal without its reason: the reason may have been that the earlier attempt had worked. */
function isUnread({ Success, Errors }: Envelope<unknown>): boolean {
  return !Success && Errors?.some(({ Rule }) => Rule === UNREAD_RULE) === true;
}

export function readRepeatedSchedule(id: string): ReadRepeat<string> {
  const says: Says = (error) => saysScheduleExists(error, id);
  return (envelope) => readRepeated(envelope, says, () => id);
}

const COLLECTION: Spoken = {
  nouns: /collection|ext(?:ernal)?[ _-]?id/i,
  others: /title|taxonom|objective|repositor|owner/i,
};
const COLLECTION_EXISTS = new Set([codeOf('collection.external-id.taken')]);

export function readRepeatedCollection({ ExternalId }: CollectionRequest): ReadRepeat<CollectionContent> {
  const id = ExternalId ?? '';
  const says: Says = (error) => saysExists(error, id, COLLECTION, COLLECTION_EXISTS);
  return (envelope) => readRepeated(envelope, says, () => ({ ExternalId: id, Errors: [] }));
}

/** A user made by the earlier attempt also holds its user name and its synchronisation key; so may another user. */
const USER: Spoken = {
  nouns: /user|person|account|ext(?:ernal)?[ _-]?id/i,
  others: /candidate|hierarch|group|label|role|schedule/i,
  shared: /user ?name|e-?mail|synchroni[sz]ation/i,
};
const USER_EXISTS = new Set([codeOf('user.external-id.taken')]);
const USER_SHARES = new Set([codeOf('user.user-name.taken'), codeOf('user.synchronization-key.taken')]);

export function readRepeatedUser(request: UserRequest): ReadRepeat<UserContent> {
  const says: Says = (error) =>
    USER_SHARES.has(error.Code) ? 'unclear' : saysExists(error, request?.ExternalId ?? '', USER, USER_EXISTS);
  return (envelope) =>
    readRepeated(envelope, says, () => {
      const { Password: _password, Hierarchies: _hierarchies, ...stored } = request;
      return { User: stored, GroupErrors: [] };
    });
}

/** A user who is no longer an invigilator was already removed. */
export function readRepeatedRemoval(envelope: Envelope<InvigilatorsContent>): Repeat<InvigilatorsContent> {
  const { Success, Content, Errors } = envelope;
  const gone = Content?.Errors.filter(({ Code }) => Code === NOT_AN_INVIGILATOR) ?? [];
  if (!Success || Content === null || gone.length === 0) return readRepeatedUpsert(envelope);
  const content = {
    SuccessfullyRemoved: [...Content.SuccessfullyRemoved, ...gone.map(({ UserExtId }) => UserExtId)],
    Errors: Content.Errors.filter(({ Code }) => Code !== NOT_AN_INVIGILATOR),
  };
  const said = gone.map(({ UserExtId, Error: text }) => `${UserExtId}: ${text}`).join('; ');
  return { reads: 'earlier-attempt', envelope: { Content: content, Success: true, Errors }, said };
}

const DUPLICATE_RULE: ConditionRule = 'schedule.schedule-ext-id.duplicate';
const SCHEDULE: Spoken = {
  nouns: /schedule|ext(?:ernal)?[ _-]?id/i,
  others: /candidate|attempt|user|participant|e-?mail|title|group|hierarch|template|invigilator|assessment/i,
};

export function saysScheduleExists(error: ApiError, id: string): Existing {
  const { Rule } = error;
  if (Rule !== undefined && Rule !== UNREAD_RULE) return Rule === DUPLICATE_RULE ? 'sent' : 'no';
  return saysExists(error, id, SCHEDULE);
}

const NO_CODES: ReadonlySet<number | null> = new Set();

/** By the interface's number where there is one, else by the words. */
function saysExists({ Code, Error: text }: ApiError, id: string, spoken: Spoken, codes = NO_CODES): Existing {
  if (codes.has(Code)) return 'sent';
  return Code !== null && codes.size > 0 ? 'no' : readExisting(text, id, spoken);
}

type Says = (error: ApiError) => Existing;

/** Only what says nothing but "it is there" can mean that the earlier attempt had worked. */
function readRepeated<C>(envelope: Envelope<unknown>, says: Says, content: () => C): Repeat<C> {
  const errors = envelope.Success ? [] : (envelope.Errors ?? []);
  const readings = errors.map(says);
  if (readings.length === 0 || readings.includes('no')) return readRepeatedUpsert(envelope);
  if (!readings.includes('sent')) return UNKNOWN;
  const said = errors.map(({ Error: text }) => text).join('; ');
  return { reads: 'earlier-attempt', envelope: succeed(content()).envelope, said };
}
