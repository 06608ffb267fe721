/** Endpoints, 4: Add a user. Creates or updates, as the setting `UserMode` allows. */
import { randomUUID } from 'node:crypto';
import type { Role, Settings } from '../../platform/catalogue.ts';
import type { UserEntity } from '../../platform/entities.ts';
import { SUSPICIOUS_CHANGES } from '../../platform/problem.ts';
import { checkUserRequest } from '../../platform/request-rules.ts';
import {
  type GroupError,
  type StoredUserFields,
  type UserContent,
  type UserRequest,
  type UserWriteOnlyField,
  userResource,
} from '../../platform/resources/user.ts';
import type { UserHint } from '../../platform/service.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import { mergeFields, omit } from '../merge.ts';
import { answerWith, malformed, type PlatformRequest, type Problems, type Rules } from '../request.ts';
import { readSettings } from '../settings.ts';
import { checksPhotos, type UserPassword } from '../slow-facts.ts';
import { findRoot, linkHierarchies } from '../users/hierarchies.ts';
import { holderOf, keysOfUser, putUser, synchronizationKeyOf, withPassword } from '../users/put-user.ts';
import { warnOfKept, warnOfOtherPerson } from '../users/suspicious-changes.ts';

export function saveUser(request: UserRequest, hint: UserHint = {}): PlatformRequest<UserContent> {
  const form = checkUserRequest(request);
  if (!('value' in form)) return malformed(form.problems);
  const { ExternalId, Password, Photo } = form.value;
  const password = typeof Password === 'string' ? { user: ExternalId || randomUUID(), password: Password } : undefined;
  const neededFacts =
    password || Photo ? { passwords: password ? [password] : [], photo: Photo ?? undefined } : undefined;
  return {
    neededFacts,
    keys: () => keysOfUser(form.value),
    decide: (state, rules) => answerWith((problems) => applyUser(rules, state, problems, form.value, hint, password)),
  };
}

function applyUser(
  rules: Rules,
  state: StoreTransaction,
  problems: Problems,
  request: UserRequest,
  hint: UserHint,
  password: UserPassword | undefined,
): UserContent {
  const settings = readSettings(state);
  const previous = request.ExternalId ? state.get('Users', request.ExternalId) : undefined;
  if (request.Photo && checksPhotos(state) && !rules.canLoad(request.Photo)) {
    problems.add('user.photo.not-loaded', ['Photo'], 'Photo could not be loaded from its URL');
  }
  checkMode(problems, settings, request, previous);
  const role = checkRole(state, problems, request.Role ?? previous?.Role ?? settings.DefaultRole);
  if (!request.ExternalId && role?.Participate !== false) {
    const message = 'ExternalId is required for users whose role may participate in exams';
    problems.add('user.external-id.required', ['ExternalId'], message);
  }
  const user = mergeUser(rules, state, request, { previous, role, hint, password });
  // An address or a birth date that only the store has says nothing of the person in the request.
  const person = { ...user, Email: request.Email, DateOfBirth: request.DateOfBirth };
  warnOfOtherPerson(problems, SUSPICIOUS_CHANGES.user, ['ExternalId'], previous, person);
  checkUniqueness(state, problems, user, previous);
  if (findRoot(state) === undefined) {
    problems.add('user.root-hierarchy.not-found', [], 'The platform has no root hierarchy');
  }
  const errors = linkUser(state, user, request, hint);
  if (previous !== undefined && hint.listed !== undefined) warnOfKept(problems, previous, request, user, hint.listed);
  // The caller drops all changes of a refused request.
  if (problems.found.length === 0) putUser(state, user, previous);
  return { User: describeUser(user), GroupErrors: errors };
}

/** Checks conditions 202 and 233. */
function checkMode(
  problems: Problems,
  { UserMode }: Settings,
  { ExternalId }: UserRequest,
  previous: UserEntity | undefined,
): void {
  if (UserMode === 'create' && previous !== undefined) {
    problems.add('user.external-id.taken', ['ExternalId'], `A user with the ExternalId ${ExternalId} exists`);
  }
  if (UserMode === 'update' && previous === undefined) {
    problems.add('user.not-found', ['ExternalId'], `No user with the ExternalId ${ExternalId ?? '(none)'} was found`);
  }
}

/** Checks conditions 240 and 241. Returns the role. */
function checkRole(view: StoreView, problems: Problems, title: string | null | undefined): Role | undefined {
  if (!title) {
    problems.add('user.role.required', ['Role'], 'Role is not given, and the settings have no DefaultRole');
    return undefined;
  }
  const role = view.get('Roles', title);
  if (role === undefined) problems.add('user.role.not-found', ['Role'], `No role has the title ${title}`);
  return role;
}

/** Fields that are not stored as they are: a hash replaces the password, and requested links change the stored ones. */
const CONVERTED_FIELDS: ReadonlySet<string> = new Set<UserWriteOnlyField>(['Password', 'Hierarchies']);

/** The parts that a merge needs beside the request. */
interface MergeContext {
  readonly previous: UserEntity | undefined;
  readonly role: Role | undefined;
  readonly hint: UserHint;
  readonly password: UserPassword | undefined;
}

/** An update keeps the fields that the request does not name. Extra time has no meaning without special needs. */
function mergeUser(
  rules: Rules,
  state: StoreTransaction,
  request: UserRequest,
  { previous, role, hint, password }: MergeContext,
): UserEntity {
  const all = mergeFields<UserEntity>(previous, request, CONVERTED_FIELDS);
  all.ExternalId = request.ExternalId ?? rules.newId();
  const keepsPercentage = all.SpecialNeeds === true || all.ReasonableAdjustmentPercentage === undefined;
  const merged = keepsPercentage ? all : omit(all, 'ReasonableAdjustmentPercentage');
  if (role !== undefined) merged.Role = role.Title;
  if (hint.returning === 'enable' && request.DisableLogin === undefined && merged.DisableLogin === true) {
    merged.DisableLogin = false;
  }
  return withPassword(merged, request.Password, password && rules.hashOf(state, password));
}

/** Links the user with hierarchies, and returns the errors of those that fail. */
function linkUser(
  state: StoreTransaction,
  user: UserEntity,
  request: UserRequest,
  { listed, replaceMemberships }: UserHint,
): GroupError[] {
  const [stored, requested] = [user.Hierarchies ?? [], request.Hierarchies ?? []];
  const isNamed = replaceMemberships && (request.Hierarchies !== undefined || listed?.has('Hierarchies'));
  // A row that takes away a membership by its action does not name all that the user is to have.
  const replaces = isNamed && requested.every(({ Action }) => Action !== 'DELETE');
  const named = new Set(requested.map(({ ExternalId }) => ExternalId));
  const kept = replaces ? stored.filter(({ ExternalId }) => named.has(ExternalId)) : stored;
  const replaced = linkHierarchies(state, kept, requested);
  // A user whose new membership is refused keeps the old ones.
  const linked = replaces && replaced.errors.length > 0 ? linkHierarchies(state, stored, requested) : replaced;
  user.Hierarchies = linked.hierarchies;
  return linked.errors;
}

/** Checks conditions 214 and 232. */
function checkUniqueness(
  view: StoreView,
  problems: Problems,
  user: UserEntity,
  previous: UserEntity | undefined,
): void {
  const { UserName, ExternalId } = user;
  const holder = UserName === previous?.UserName ? undefined : holderOf(view, 'UserNames', UserName, ExternalId);
  if (holder !== undefined) {
    problems.add('user.user-name.taken', ['UserName'], `Another user (${holder}) has the same UserName`);
  }
  const key = synchronizationKeyOf(user);
  const hasKey = previous !== undefined && key === synchronizationKeyOf(previous);
  const keyHolder = hasKey ? undefined : holderOf(view, 'SynchronizationKeys', key, ExternalId);
  if (keyHolder !== undefined) {
    const message = `Another user (${keyHolder}) has the same SynchronizationKey`;
    problems.add('user.synchronization-key.taken', ['SynchronizationKey'], message);
  }
}

/** Returns all stored fields, without the password. */
function describeUser(user: UserEntity): StoredUserFields {
  const shown: Partial<Record<keyof StoredUserFields, unknown>> = {};
  for (const name of SHOWN_FIELDS) shown[name] = user[name] ?? null;
  return shown as StoredUserFields;
}

const SHOWN_FIELDS = (Object.keys(userResource.fields) as (keyof UserRequest)[]).filter(
  (name): name is keyof StoredUserFields => !CONVERTED_FIELDS.has(name),
);
