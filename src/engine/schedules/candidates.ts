/** Adds and changes candidates of a schedule by their CandidateExtId. Candidates that a request does not name stay. */
import { counted, formatNumber } from '../../base/text/counted.ts';
import type { Settings } from '../../platform/catalogue.ts';
import type { CandidateEntity, ScheduleEntity, UserEntity } from '../../platform/entities.ts';
import { CANDIDATES_STAY, SUSPICIOUS_CHANGES } from '../../platform/problem.ts';
import type { Candidate, Schedule, ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { StoreTransaction } from '../../store/port.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { mergeFields, omit } from '../merge.ts';
import type { Problems } from '../request.ts';
import { putUser, withPassword } from '../users/put-user.ts';
import { warnOfOtherPerson, warnOfOtherUserName } from '../users/suspicious-changes.ts';
import { createLinks } from './links.ts';

/** A candidate who may have no links yet. */
type MaybeLinked = Omit<CandidateEntity, 'StartupLink'> & { StartupLink?: string };

export function mergeCandidates(
  engine: Pick<EngineDependencies, 'newToken'>,
  settings: Settings,
  existing: ScheduleEntity | undefined,
  { Candidates }: Pick<ScheduleRequest, 'Candidates'>,
  schedule: Schedule,
): CandidateEntity[] {
  const candidates = new Map<string, MaybeLinked>();
  for (const stored of existing?.Candidates ?? []) candidates.set(stored.CandidateExtId, stored);
  for (const candidate of Candidates) {
    candidates.set(candidate.CandidateExtId, mergeCandidate(candidates.get(candidate.CandidateExtId), candidate));
  }
  return [...candidates.values()].map((candidate) => {
    const links = createLinks(engine, settings, schedule, candidate);
    // The candidates of a new schedule were made above: they need no copy. Without proctoring, `createLinks` returns no
    // LaunchUrl, and a stored one must go.
    return existing === undefined ? Object.assign(candidate, links) : { ...omit(candidate, 'LaunchUrl'), ...links };
  });
}

/** Merges a candidate of a request into the stored one, without the password, which belongs to the user. */
export function mergeCandidate<T extends Candidate>(stored: T | undefined, candidate: Candidate): T {
  return withoutUnusedExtraTime(mergeFields(stored, omit(candidate, 'Password')));
}

const MAX_IDS_IN_MESSAGE = 5;

/**
 * Warns about candidates who stay: a request cannot remove them. A request without candidates changes only the schedule,
 * so it has no such warning.
 */
export function warnOfStaying(
  problems: Problems,
  existing: ScheduleEntity | undefined,
  { Candidates }: Pick<ScheduleRequest, 'Candidates'>,
): void {
  const staying = Candidates.length === 0 ? [] : idsNotInRequest(existing, Candidates);
  if (staying.length === 0) return;
  const isOne = staying.length === 1;
  const who = `${counted(staying.length, 'candidate', 'candidates')} of ${existing?.Schedule.ScheduleExtId}`;
  const left = staying.length - MAX_IDS_IN_MESSAGE;
  const ids = staying.slice(0, MAX_IDS_IN_MESSAGE).join(', ') + (left > 0 ? ` and ${formatNumber(left)} more` : '');
  const stay = isOne ? 'is not in the file and stays' : 'are not in the file and stay';
  const message = `${who} (${ids}) ${stay}: the interface cannot remove candidates`;
  problems.warn(CANDIDATES_STAY, ['Candidates'], message);
}

function idsNotInRequest(existing: ScheduleEntity | undefined, candidates: readonly Candidate[]): string[] {
  if (existing === undefined) return [];
  const requested = new Set(candidates.map(({ CandidateExtId }) => CandidateExtId));
  return existing.Candidates.map(({ CandidateExtId }) => CandidateExtId).filter((id) => !requested.has(id));
}

/** If a schedule moves to another group, candidates whom the request does not name join the group as well. */
export function addStayingToGroup(
  transaction: StoreTransaction,
  existing: ScheduleEntity | undefined,
  { Candidates }: Pick<ScheduleRequest, 'Candidates'>,
  groupExtId: string,
): void {
  for (const id of idsNotInRequest(existing, Candidates)) {
    const user = transaction.get('Users', id);
    if (user === undefined) continue;
    transaction.put('Users', id, { ...user, Hierarchies: withMembership(user.Hierarchies ?? [], groupExtId) });
  }
}

/** Stores the candidates as users of the platform, in the group of the schedule. */
export function registerAsUsers(
  transaction: StoreTransaction,
  settings: Settings,
  { Candidates, Schedule: { GroupExtId } }: ScheduleRequest,
  passwordHashes: ReadonlyMap<string, string>,
  problems: Problems,
): void {
  const users: { readonly user: UserEntity; readonly previous: UserEntity | undefined }[] = [];
  for (const [index, candidate] of Candidates.entries()) {
    const previous = transaction.get('Users', candidate.CandidateExtId);
    const hash = passwordHashes.get(candidate.CandidateExtId);
    const given = userFieldsOf(candidate, previous, { settings, group: GroupExtId });
    const user = withoutUnusedExtraTime(mergeFields<UserEntity>(previous, given));
    if (previous !== undefined) warnOfChange(problems, index, candidate, { user, previous });
    users.push({ user: withPassword(user, candidate.Password, hash), previous });
  }
  // All users release their names before any user takes one: a candidate may take the name of another.
  for (const { user, previous } of users) {
    if (previous?.UserName && previous.UserName !== user.UserName) transaction.delete('UserNames', previous.UserName);
  }
  for (const { user, previous } of users) {
    // A released name may have another owner now, so `putUser` must not release it again.
    const keepsName = previous === undefined || previous.UserName === user.UserName;
    putUser(transaction, user, keepsName ? previous : omit(previous, 'UserName'));
  }
}

/** Warns if the id of a candidate is that of another person, or if the user with this id has another name. */
function warnOfChange(
  problems: Problems,
  index: number,
  candidate: Candidate,
  { user, previous }: { readonly user: UserEntity; readonly previous: UserEntity },
): void {
  const pathTo = (field: keyof Candidate) => ['Candidates', index, field];
  const [rule, path] = [SUSPICIOUS_CHANGES.candidate, pathTo('CandidateExtId')];
  const isOther = warnOfOtherPerson(problems, rule, path, previous, candidate);
  if (!isOther) warnOfOtherUserName(problems, pathTo('UserName'), previous, user);
}

/**
 * The fields that candidates and users share, and the group of the schedule. Other fields of a candidate are not copied:
 * for users they have narrower limits or other meanings.
 */
function userFieldsOf(
  candidate: Candidate,
  previous: UserEntity | undefined,
  { settings, group }: { readonly settings: Settings; readonly group: string },
): UserEntity {
  const { CandidateExtId, FirstName, LastName, Email, SpecialNeeds, ReasonableAdjustmentPercentage } = candidate;
  const Role = previous?.Role ?? settings.DefaultRole;
  return {
    ExternalId: CandidateExtId,
    FirstName,
    LastName,
    Email,
    UserName: userNameOf(candidate, previous),
    ...(Role ? { Role } : {}),
    // Candidates have a text here, users a boolean.
    ...(SpecialNeeds === undefined ? {} : { SpecialNeeds: SpecialNeeds === null ? null : SpecialNeeds === 'true' }),
    ...(ReasonableAdjustmentPercentage === undefined ? {} : { ReasonableAdjustmentPercentage }),
    Hierarchies: withMembership(previous?.Hierarchies ?? [], group),
  };
}

/**
 * The interface says "Defaults to CandidateExtId". The id is the name if the request clears the name, or if neither the
 * request nor the user has one.
 */
export function userNameOf({ CandidateExtId, UserName }: Candidate, previous: UserEntity | undefined): string {
  const kept = UserName === undefined ? previous?.UserName : UserName;
  return kept || CandidateExtId;
}

/** Extra time has no meaning without special needs, so it is removed together with them. */
function withoutUnusedExtraTime<
  T extends Pick<Candidate, 'ReasonableAdjustmentPercentage'> & { SpecialNeeds?: unknown },
>(record: T): T {
  const hasNeeds = record.SpecialNeeds === true || record.SpecialNeeds === 'true';
  return hasNeeds ? record : (omit(record, 'ReasonableAdjustmentPercentage') as T);
}

function withMembership(
  memberships: NonNullable<UserEntity['Hierarchies']>,
  externalId: string,
): NonNullable<UserEntity['Hierarchies']> {
  const isMember = memberships.some(({ ExternalId }) => ExternalId === externalId);
  return isMember ? memberships : [...memberships, { ExternalId: externalId }];
}
