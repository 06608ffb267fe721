/**
 * Reads the answer to a repeated request, after an attempt without an answer. "Exists already" then means that the
 * earlier attempt had worked. The same message after a first attempt is a refusal.
 */
import { type ConditionRule, codeOf } from './conditions/index.ts';
import { type CollectionContent, type Envelope, type Said, succeed } from './envelope.ts';
import { type Existing, type ResourceWords, readExisting } from './existing-answers.ts';
import type { ApiError } from './problem.ts';
import type { CollectionRequest } from './resources/collection.ts';
import type { InvigilatorsContent } from './resources/invigilators.ts';
import type { UserContent, UserRequest } from './resources/user.ts';

/**
 * `answered`: the answer is about this attempt. `earlier-attempt`: an attempt without an answer had worked, and
 * `envelope` is its answer. `unknown`: the answer can mean either.
 */
export type Repeat<C> =
  | { readonly reads: 'answered' }
  | { readonly reads: 'unknown' }
  | {
      readonly reads: 'earlier-attempt';
      readonly envelope: Envelope<C>;
      /** The platform's messages: the record exists already, or is already removed. */
      readonly said: readonly Said[];
    };

/** Reads the answer to a repeated request. */
export type ReadRepeat<C> = (envelope: Envelope<C>) => Repeat<C>;

const NOT_AN_INVIGILATOR = codeOf('invigilators.user.not-invigilator');

/** The rule of an error that this program made, since the platform's answer was unreadable or cut off. */
export const UNREAD_RULE = 'delivery.unexpected-answer';

const ANSWERED = { reads: 'answered' } as const;
const UNKNOWN = { reads: 'unknown' } as const;

/** For operations that read: an answer never depends on an earlier attempt. */
export function readRepeatedRead(): Repeat<never> {
  return ANSWERED;
}

/** For operations that create or update: a repeated request changes nothing. */
export function readRepeatedUpsert(envelope: Envelope<unknown>): Repeat<never> {
  return isUnread(envelope) ? UNKNOWN : ANSWERED;
}

/** Whether the reason of a refusal is lost: it may be that the earlier attempt had worked. */
function isUnread({ Success, Errors }: Envelope<unknown>): boolean {
  return !Success && Errors?.some(({ Rule }) => Rule === UNREAD_RULE) === true;
}

export function readRepeatedSchedule(id: string): ReadRepeat<string> {
  const readError: ReadError = (error) => saysScheduleExists(error, id);
  return (envelope) => readRepeated(envelope, readError, () => id);
}

const COLLECTION: ResourceWords = {
  nouns: /collection|ext(?:ernal)?[ _-]?id/i,
  others: /title|taxonom|objective|repositor|owner/i,
};
const COLLECTION_EXISTS = new Set([codeOf('collection.external-id.taken')]);

export function readRepeatedCollection({ ExternalId }: CollectionRequest): ReadRepeat<CollectionContent> {
  const id = ExternalId ?? '';
  const readError: ReadError = (error) => saysExists(error, id, COLLECTION, COLLECTION_EXISTS);
  return (envelope) => readRepeated(envelope, readError, () => ({ ExternalId: id, Errors: [] }));
}

/**
 * The user of the earlier attempt has the user name and the synchronisation key, but another user may have them too.
 */
const USER: ResourceWords = {
  nouns: /user|person|account|ext(?:ernal)?[ _-]?id/i,
  others: /candidate|hierarch|group|label|role|schedule/i,
  shared: /user ?name|e-?mail|synchroni[sz]ation/i,
};
const USER_EXISTS = new Set([codeOf('user.external-id.taken')]);
const USER_SHARES = new Set([codeOf('user.user-name.taken'), codeOf('user.synchronization-key.taken')]);

export function readRepeatedUser(request: UserRequest): ReadRepeat<UserContent> {
  const readError: ReadError = (error) =>
    USER_SHARES.has(error.Code) ? 'unclear' : saysExists(error, request?.ExternalId ?? '', USER, USER_EXISTS);
  return (envelope) =>
    readRepeated(envelope, readError, () => {
      const { Password: _password, Hierarchies: _hierarchies, ...stored } = request;
      return { User: stored, GroupErrors: [] };
    });
}

/** A user who is not an invigilator counts as removed by the earlier attempt. */
export function readRepeatedRemoval(envelope: Envelope<InvigilatorsContent>): Repeat<InvigilatorsContent> {
  const { Success, Content, Errors } = envelope;
  const absent = Content?.Errors.filter(({ Code }) => Code === NOT_AN_INVIGILATOR) ?? [];
  if (!Success || Content === null || absent.length === 0) return readRepeatedUpsert(envelope);
  const content = {
    SuccessfullyRemoved: [...Content.SuccessfullyRemoved, ...absent.map(({ UserExtId }) => UserExtId)],
    Errors: Content.Errors.filter(({ Code }) => Code !== NOT_AN_INVIGILATOR),
  };
  const said = absent.map(({ UserExtId: id, Error: text }) => ({ id, text: `${id}: ${text}` }));
  return { reads: 'earlier-attempt', envelope: { Content: content, Success: true, Errors }, said };
}

const DUPLICATE_RULE: ConditionRule = 'schedule.schedule-ext-id.duplicate';
const SCHEDULE: ResourceWords = {
  nouns: /schedule|ext(?:ernal)?[ _-]?id/i,
  others: /candidate|attempt|user|participant|e-?mail|title|group|hierarch|template|invigilator|assessment/i,
};

export function saysScheduleExists(error: ApiError, id: string): Existing {
  const { Rule } = error;
  if (Rule !== undefined && Rule !== UNREAD_RULE) return Rule === DUPLICATE_RULE ? 'sent' : 'no';
  return saysExists(error, id, SCHEDULE);
}

const NO_CODES: ReadonlySet<number | null> = new Set();

/** Reads an error by its number, or by its message if the interface has no number for it. */
function saysExists({ Code, Error: text }: ApiError, id: string, words: ResourceWords, codes = NO_CODES): Existing {
  if (codes.has(Code)) return 'sent';
  return Code !== null && codes.size > 0 ? 'no' : readExisting(text, id, words);
}

type ReadError = (error: ApiError) => Existing;

/** The earlier attempt had worked only if no error has another reason than an existing record. */
function readRepeated<C>(envelope: Envelope<unknown>, readError: ReadError, content: () => C): Repeat<C> {
  const errors = envelope.Success ? [] : (envelope.Errors ?? []);
  const readings = errors.map(readError);
  if (readings.length === 0 || readings.includes('no')) return readRepeatedUpsert(envelope);
  if (!readings.includes('sent')) return UNKNOWN;
  const said = errors.map(({ Error: text }) => ({ text }));
  return { reads: 'earlier-attempt', envelope: succeed(content()).envelope, said };
}
