/**
 * Reads the answer to a repeated request, after an attempt without an answer. "Exists already" then means that the
 * earlier attempt had worked. The same message after a first attempt is a refusal.
 */
import { type ConditionRule, codeOf, meaningOf } from './conditions/index.ts';
import { type CollectionContent, type Envelope, type Said, succeed } from './envelope.ts';
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

/** `sent`: the sent record exists. `unclear`: the error may mean that, or something else. */
type Existing = 'sent' | 'unclear' | 'no';

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
  return (envelope) => readRepeated(envelope, saysScheduleExists, () => id);
}

const COLLECTION_EXISTS = new Set([codeOf('collection.external-id.taken')]);

export function readRepeatedCollection({ ExternalId }: CollectionRequest): ReadRepeat<CollectionContent> {
  const id = ExternalId ?? '';
  const readError: ReadError = (error) => saysExists(error, COLLECTION_EXISTS);
  return (envelope) => readRepeated(envelope, readError, () => ({ ExternalId: id, Errors: [] }));
}

const USER_EXISTS = new Set([codeOf('user.external-id.taken')]);
/** The user of the earlier attempt has the value, but another user may have it too. */
const USER_SHARES = new Set([codeOf('user.user-name.taken'), codeOf('user.synchronization-key.taken')]);

export function readRepeatedUser(request: UserRequest): ReadRepeat<UserContent> {
  const readError: ReadError = (error) => (USER_SHARES.has(error.Code) ? 'unclear' : saysExists(error, USER_EXISTS));
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

/** The interface has no number for this condition, only its text. */
const DUPLICATE_TEXT = meaningOf(DUPLICATE_RULE)?.toLowerCase();

function saysScheduleExists({ Code, Rule, Error: text }: ApiError): Existing {
  if (Rule === DUPLICATE_RULE || text.trim().toLowerCase() === DUPLICATE_TEXT) return 'sent';
  return Code === null && (Rule === undefined || Rule === UNREAD_RULE) ? 'unclear' : 'no';
}

/** Reads an error by its number. The words of an error without a number are not judged. */
function saysExists({ Code, Rule }: ApiError, codes: ReadonlySet<number | null>): Existing {
  if (codes.has(Code)) return 'sent';
  return Code === null && (Rule === undefined || Rule === UNREAD_RULE) ? 'unclear' : 'no';
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
