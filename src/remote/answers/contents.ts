/** Reads the content of each operation's answer into the interface's form. A content in another form is not understood. */
import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { CollectionContent, Links } from '../../platform/envelope.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { InvigilatorsContent } from '../../platform/resources/invigilators.ts';
import { type ReviewSession, reviewSessionResource } from '../../platform/resources/review-session.ts';
import type { ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { StoredUserFields, UserContent } from '../../platform/resources/user.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import { fieldOf, firstText, textOf } from './body.ts';
import { toError } from './read-errors.ts';

export interface ReadContent<C> {
  readonly content: C;
  /** The id that it names; absent if the answer of the operation names none. */
  readonly id?: string | undefined;
  /** The parts of the answer, as they came, whose fields cast no doubt on it: the errors in them are in `content`. */
  readonly ownErrors?: readonly unknown[] | undefined;
}

/** Reads the content of an answer; `undefined` if it is in no known form. */
export type ReadAnswerContent<C> = (content: unknown) => ReadContent<C> | undefined;

/** Endpoint 1: the schedule's external id, or an object with it. */
export function readScheduleContent(content: unknown): ReadContent<string> | undefined {
  const id = idIn(content, 'ScheduleExtId');
  return id === undefined ? undefined : { content: id, id };
}

/**
 * Endpoint 2. Without the session and its results there is nothing to show. All of it is data, so a field of it that is
 * named like an error, such as StandardError, casts no doubt on the answer.
 */
export function readReviewSessionContent(content: unknown): ReadContent<ReviewSession> | undefined {
  const session = withWireNames(content, reviewSessionResource);
  if (!isObject(session)) return undefined;
  const { ExternalId, Results } = session;
  if (!Array.isArray(Results) || !Results.every(isObject)) return undefined;
  return { content: session as unknown as ReviewSession, id: textOf(ExternalId), ownErrors: [content] };
}

/** Endpoint 3: an object with the id, or the id alone. */
export function readCollectionContent(content: unknown): ReadContent<CollectionContent> | undefined {
  const id = idIn(content, 'ExternalId');
  const list = isObject(content) ? fieldOf(content, 'Errors') : undefined;
  const errors = readParts(list, 'ExternalId');
  if (id === undefined || errors === undefined) return undefined;
  const Errors = errors.map(({ ExternalId, ...error }) =>
    ExternalId === '' ? error : { ...error, Field: ExternalId },
  );
  return { content: { ExternalId: id, Errors }, id, ownErrors: [list] };
}

/** Endpoint 4: an object with the user, the user itself, or the id alone. */
export function readUserContent(content: unknown): ReadContent<UserContent> | undefined {
  const object = isObject(content) ? content : {};
  const user = fieldOf(object, 'User') ?? content;
  const id = idIn(user, 'ExternalId');
  const list = fieldOf(object, 'GroupErrors');
  const GroupErrors = readParts(list, 'ExternalId');
  if (id === undefined || GroupErrors === undefined) return undefined;
  const User = (isObject(user) ? user : { ExternalId: id }) as StoredUserFields;
  return { content: { User, GroupErrors }, id, ownErrors: [list] };
}

/** Endpoint 5. It names at least one of those who were asked for, or has an error that names nobody. */
export function readInvigilatorsContent(asked: readonly string[]): ReadAnswerContent<InvigilatorsContent> {
  return (content) => {
    if (!isObject(content)) return undefined;
    const removed = fieldOf(content, 'SuccessfullyRemoved') ?? [];
    const list = fieldOf(content, 'Errors');
    const Errors = readParts(list, 'UserExtId');
    if (!Array.isArray(removed) || Errors === undefined) return undefined;
    const SuccessfullyRemoved = removed.map((entry) => idIn(entry, 'UserExtId'));
    if (!SuccessfullyRemoved.every((id) => id !== undefined)) return undefined;
    const named = new Set([...SuccessfullyRemoved, ...Errors.map(({ UserExtId }) => UserExtId)].map(lower));
    const isAbout = named.has('') || asked.length === 0 || asked.some((id) => named.has(lower(id)));
    return isAbout ? { content: { SuccessfullyRemoved, Errors }, ownErrors: [list] } : undefined;
  };
}

/** Ids of a request may be of any type: the platform checks them. */
function lower(id: unknown): string {
  return String(id).toLowerCase();
}

/** A link or a sentence is no id. */
const ID = /^[\p{L}\p{N}_@.-]+$/u;

/** The id alone, or the id in an object. */
function idIn(value: unknown, name: string): string | undefined {
  const id = isObject(value) ? firstText(value, [name]) : textOf(value);
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** A part of a request that was not done, and why. Its id is empty if the platform names none. */
type Part<N extends string> = Readonly<Record<N, string>> & { readonly Code: number | null; readonly Error: string };

/** Reads a list of errors within a success, as objects or texts; `undefined` if an entry is in another form. */
function readParts<const N extends string>(list: unknown, idName: N): readonly Part<N>[] | undefined {
  const entries = list ?? [];
  if (!Array.isArray(entries)) return undefined;
  const parts = entries.map((entry): Part<N> | undefined => {
    const error = isObject(entry)
      ? toError(entry)
      : typeof entry === 'string'
        ? { Code: null, Error: entry }
        : undefined;
    if (error === undefined) return undefined;
    const id = isObject(entry) ? (firstText(entry, [idName]) ?? '') : '';
    return { [idName]: id, Code: error.Code, Error: error.Error } as Part<N>;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Gives fields such as `candidateExtId` the names of the interface. Unknown fields keep their names. */
function withWireNames(value: unknown, { fields }: Resource): unknown {
  if (!isObject(value)) return value;
  const names = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name]));
  const renamed = Object.entries(value).map(([name, entry]): [string, unknown] => {
    const known = names.get(name.toLowerCase()) ?? name;
    return [known, withFieldNames(entry, Object.hasOwn(fields, known) ? fields[known] : undefined)];
  });
  return Object.fromEntries(renamed) satisfies JsonObject;
}

function withFieldNames(value: unknown, field: Field | undefined): unknown {
  if (field?.kind === 'list' && Array.isArray(value)) return value.map((entry) => withFieldNames(entry, field.of));
  return field?.kind === 'object' ? withWireNames(value, field.resource) : value;
}

// Links may be anywhere in an answer, since the interface does not say where they are.

const NAME_OF: ReadonlyMap<string, string> = new Map(LINK_FIELDS.map((name) => [name.toLowerCase(), name]));
/** "Format: {site_url}/delivery/external-login?session=<access_token>". */
const STARTUP_PATH = /\/delivery\/external-login$/i;
const MAX_DEPTH = 16;

/** Finds the candidate for any of the ids that an answer may use. */
export type Owners = ReturnType<typeof createOwners>;

export function createOwners(request?: Partial<ScheduleRequest> | null) {
  const sent = Array.isArray(request?.Candidates) ? request.Candidates.filter(isObject) : [];
  const ids = new Map<string, string>();
  // An id counts more than a user name. Of two candidates with one user name, the first counts.
  for (const { CandidateExtId, UserName } of [...sent].reverse()) {
    if (typeof UserName === 'string') ids.set(UserName, String(CandidateExtId));
  }
  for (const { CandidateExtId } of sent) ids.set(String(CandidateExtId), String(CandidateExtId));
  return {
    idOf: (text: string): string => ids.get(text) ?? text,
    isKnown: (text: string): boolean => ids.has(text),
    /** The only candidate that was sent, to whom every link belongs. */
    only: sent.length === 1 ? [...ids.values()][0] : undefined,
  };
}

/** A link belongs to the candidate whose id is beside it, or nearest above it. */
export function readLinks(answer: unknown, owners: Owners = createOwners()): Links {
  const links: Links[number][] = [];
  const visit = (value: unknown, owner: string | undefined, name: string | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      const called = linkName(value, name);
      const CandidateExtId = owner ?? owners.only ?? null;
      if (called !== undefined) links.push({ CandidateExtId, name: called, url: value });
    } else if (Array.isArray(value)) for (const entry of value) visit(entry, owner, name, depth + 1);
    else if (isObject(value)) {
      const nearest = ownerIn(value, owners) ?? owner;
      for (const [key, entry] of Object.entries(value)) {
        visit(entry, owners.isKnown(key) ? owners.idOf(key) : nearest, NAME_OF.get(key.toLowerCase()), depth + 1);
      }
    }
  };
  visit(answer, undefined, undefined, 0);
  return links;
}

function ownerIn(object: JsonObject, owners: Owners): string | undefined {
  const id = firstText(object, ['CandidateExtId', 'UserExtId', 'UserName']);
  if (id !== undefined) return owners.idOf(id);
  const other = firstText(object, ['ExternalId']);
  return other !== undefined && owners.isKnown(other) ? owners.idOf(other) : undefined;
}

/** The name of a link: of its field, or a start link by its form. Other addresses than http could run code when opened. */
function linkName(text: string, field: string | undefined): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return field ?? (STARTUP_PATH.test(new URL(text).pathname) ? 'StartupLink' : undefined);
}
