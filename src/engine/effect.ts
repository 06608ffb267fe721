/** Summarises the changes of a request: create, update or nothing, and the changed fields, those of candidates included. */
import type { Operation } from '../platform/conditions/index.ts';
import type { CandidateEntity, EntityKind, ScheduleEntity, UserEntity } from '../platform/entities.ts';
import { candidateResource } from '../platform/resources/schedule.ts';
import type { Effect, ValueChange } from '../platform/service.ts';
import type { Change } from '../store/port.ts';

/**
 * The subject of each operation. Other kinds change only as a consequence. Schedules come before users: a request for a
 * schedule also creates users.
 */
const SUBJECTS: Readonly<Record<Operation, EntityKind>> = {
  pushSchedule: 'Schedules',
  removeInvigilators: 'Schedules',
  addCollection: 'Collections',
  saveUser: 'Users',
  getReviewSession: 'ReviewSessions',
};
const MAIN_KINDS = [...new Set(Object.values(SUBJECTS))];

/**
 * The subject of a request is the first main kind that it changed. If only the users of a schedule changed, the request
 * is an update too. `pushed` returns the schedule that the request creates or updates, as it is now; undefined if the
 * request is about something else.
 */
export function summariseChanges(changes: readonly Change[], pushed?: () => ScheduleEntity | undefined): Effect {
  if (changes.length === 0) return { action: 'unchanged', changes: [] };
  const main = MAIN_KINDS.map((kind) => changes.find((change) => change.kind === kind)).find((change) => change);
  const action = main !== undefined && main.before === undefined ? 'create' : 'update';
  if (main === undefined) return { action, changes: [] };
  if (main.kind === 'Schedules') return { action, changes: describeSchedule(main as Change<'Schedules'>, changes) };
  const same = pushed?.();
  if (same !== undefined) return { action: 'update', changes: describeCandidates(same, same, userChanges(changes)) };
  return { action, changes: action === 'create' ? [] : compareFields(main.before, main.after) };
}

/** A new schedule has only the changes of users who exist already. Without any, it is not parsed. */
function describeSchedule(change: Change<'Schedules'>, changes: readonly Change[]): Effect['changes'] {
  const { before } = change;
  const users = userChanges(changes);
  if (before === undefined && users.length === 0) return [];
  const { after } = change;
  if (after === undefined) return [];
  const ofCandidates = describeCandidates(before, after, users);
  return before === undefined ? ofCandidates : [...ofCandidates, ...compareFields(before, after)];
}

/** The changes of users who exist already. New users may be very many, and are neither compared nor parsed. */
function userChanges(changes: readonly Change[]): UserChange[] {
  const found: UserChange[] = [];
  for (const change of changes) {
    if (change.kind !== 'Users' || change.before === undefined) continue;
    found.push({ before: change.before as UserEntity, after: change.after as UserEntity });
  }
  return found;
}

/** A schedule may have thousands of candidates. Changes beyond this limit are only counted. */
const MAX_CANDIDATES_SHOWN = 100;

/** A change of a user who existed before. */
interface UserChange {
  readonly before: UserEntity;
  readonly after: UserEntity;
}

/** `before` is undefined for a new schedule: then its candidates are new, and only changes of users are described. */
function describeCandidates(
  before: ScheduleEntity | undefined,
  after: ScheduleEntity,
  users: readonly UserChange[],
): ValueChange[] {
  const known = new Map((before?.Candidates ?? []).map((candidate) => [candidate.CandidateExtId, candidate]));
  const userOf = new Map(users.map((change) => [change.after.ExternalId, change]));
  const isSameGroup = before?.Schedule.GroupExtId === after.Schedule.GroupExtId;
  const people = after.Candidates.flatMap((now) => {
    const [old, change] = [known.get(now.CandidateExtId), userOf.get(now.CandidateExtId)];
    const isChanged = before !== undefined && differs(old, now);
    const user = change === undefined ? [] : compareUser(change, isSameGroup && old !== undefined);
    return isChanged || user.length > 0 ? [{ own: isChanged ? [{ old, now }] : [], user }] : [];
  });
  if (people.length === 0) return [];
  const shown = people.slice(0, MAX_CANDIDATES_SHOWN).flatMap(({ own, user }) => {
    const ofCandidate = own.flatMap((one) => describeOne(one.old, one.now));
    // A change of both the candidate and the user is reported once.
    return [...ofCandidate, ...user.filter((change) => !ofCandidate.some((other) => isSameChange(change, other)))];
  });
  return [summarise(before, after, people.length), ...shown];
}

function summarise(before: ScheduleEntity | undefined, after: ScheduleEntity, changed: number): ValueChange {
  const [field, count] = ['Candidates', after.Candidates.length];
  if (before === undefined) return { field, after: `${count}, ${changed} of them known and changed` };
  return { field, before: String(before.Candidates.length), after: `${count}, ${changed} of them new or changed` };
}

/** A new candidate has only one change: the id. Links are left out, since they open the exam. */
function describeOne(old: CandidateEntity | undefined, now: CandidateEntity): ValueChange[] {
  const { CandidateExtId, FirstName, LastName } = now;
  const candidate = { CandidateExtId, FirstName, LastName };
  if (old === undefined) return [{ field: 'CandidateExtId', after: CandidateExtId, candidate }];
  return FIELDS.filter((field) => differs(old[field], now[field])).map((field) => ({
    field,
    before: old[field],
    after: now[field],
    candidate,
  }));
}

/** A password belongs to the user, not to the candidate. */
const FIELDS = (Object.keys(candidateResource.fields) as (keyof typeof candidateResource.fields)[]).filter(
  (field) => field !== 'Password',
);

/**
 * A person who joins a schedule joins its group too. That is reported only if nothing else changes: the schedule, its
 * group and the candidate are not new.
 */
function compareUser({ before, after }: UserChange, tellsGroup: boolean): ValueChange[] {
  const { ExternalId, FirstName, LastName } = after;
  const candidate = { CandidateExtId: ExternalId, FirstName, LastName };
  const found = compareFields(before, after).filter(({ field }) => field !== 'Hierarchies' || tellsGroup);
  return found.map((change) => ({ ...change, candidate }));
}

/** Some values are texts in candidates, and numbers or yes and no in users. */
function isSameChange(one: ValueChange, other: ValueChange): boolean {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return (['field', 'before', 'after'] as const).every((name) => textOf(one[name]) === textOf(other[name]));
}

/** Candidates are compared one by one, in a module of their own. */
const LEFT_OUT = 'Candidates';

/** A change of a password has no values, so that no hash leaves the engine. */
const PASSWORD = 'Password';

function compareFields(before: object | undefined, after: object | undefined): ValueChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => field !== LEFT_OUT && differs(old.get(field), now.get(field)))
    .map((field) => (field === PASSWORD ? { field } : { field, before: old.get(field), after: now.get(field) }));
}

/** The fields of an entity. A schedule has its own fields one level deeper, in `Schedule`. */
function fieldsOf(entity: object | undefined): Map<string, unknown> {
  // `Defaulted` is internal: it lists the fields that the platform filled in.
  const { Schedule, PasswordHash, Defaulted: _, ...fields } = (entity ?? {}) as Record<string, unknown>;
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(Schedule ?? {}),
    ...(PasswordHash === undefined ? [] : [[PASSWORD, PasswordHash] as const]),
  ]);
}

function differs(one: unknown, other: unknown): boolean {
  return one !== other && JSON.stringify(one) !== JSON.stringify(other);
}
