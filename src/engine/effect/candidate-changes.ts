/** Describes the changes of a schedule's candidates and of their users: their number, and each changed field. */
import type { CandidateEntity, ScheduleEntity, UserEntity } from '../../platform/entities.ts';
import { candidateResource } from '../../platform/resources/schedule.ts';
import type { ValueChange } from '../../platform/service.ts';

/** A schedule may have thousands of candidates. Changes beyond this limit are only counted. */
const MAX_CANDIDATES_SHOWN = 100;

/** A change of a user who existed before. */
export interface UserChange {
  readonly before: UserEntity;
  readonly after: UserEntity;
}

/** `before` is undefined for a new schedule: then its candidates are new, and only changes of users are described. */
export function describeCandidates(
  before: ScheduleEntity | undefined,
  after: ScheduleEntity,
  users: readonly UserChange[],
): ValueChange[] {
  const known = new Map((before?.Candidates ?? []).map((candidate) => [candidate.CandidateExtId, candidate]));
  const userOf = new Map(users.map((change) => [change.after.ExternalId, change]));
  const isSameGroup = before?.Schedule.GroupExtId === after.Schedule.GroupExtId;
  const people: Person[] = [];
  for (const now of after.Candidates) {
    const [old, change] = [known.get(now.CandidateExtId), userOf.get(now.CandidateExtId)];
    const isChanged = before !== undefined && differs(old, now);
    const user = change === undefined ? [] : compareUser(change, isSameGroup && old !== undefined);
    if (isChanged || user.length > 0) people.push({ own: () => (isChanged ? describeOne(old, now) : []), user });
  }
  if (people.length === 0) return [];
  const shown = people.slice(0, MAX_CANDIDATES_SHOWN);
  return [summarise(before, after, people.length), ...shown.flatMap(describePerson)];
}

/** The changes of a person as a candidate, which are made only if they are shown, and as a user. */
interface Person {
  readonly own: () => ValueChange[];
  readonly user: readonly ValueChange[];
}

/** A change of both the candidate and the user is reported once. */
function describePerson({ own, user }: Person): ValueChange[] {
  const ofCandidate = own();
  return [...ofCandidate, ...user.filter((change) => !ofCandidate.some((other) => isSameChange(change, other)))];
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
  return one.field === other.field && isSameText(one.before, other.before) && isSameText(one.after, other.after);
}

function isSameText(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Candidates are compared one by one, in a module of their own. */
const LEFT_OUT = 'Candidates';

/** A change of a password has no values, so that no hash leaves the engine. */
const PASSWORD = 'Password';

export function compareFields(before: object | undefined, after: object | undefined): ValueChange[] {
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
