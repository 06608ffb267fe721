/** Endpoints, 4: Add a user. Creates or updates, as the setting `UserMode` allows. */
import { randomUUID } from 'node:crypto';
import type { Role, Settings } from '../../platform/catalogue.ts';
import type { UserEntity } from '../../platform/entities.ts';
import { ODD_CHANGES } from '../../platform/problem.ts';
import { checkUserRequest } from '../../platform/requests.ts';
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
import { answerWith, malformed, type PlatformRequest, type Problems, type Rules } from '../request.ts';
import { findRoot, linkHierarchies } from '../rules/hierarchies.ts';
import { mergeFields, omit } from '../rules/merge.ts';
import {
  isTakenByOther,
  keysOfUser,
  putUser,
  synchronizationKeyOf,
  warnOfOtherPerson,
  withPassword,
} from '../rules/users.ts';
import { findWholeUser } from '../rules/whole-user.ts';
import { readSettings } from '../settings.ts';
import { checksPhotos, type UserPassword } from '../slow-facts.ts';

export function saveUser(request: UserRequest, hint: UserHint = {}): PlatformRequest<UserContent> {
  const form = checkUserRequest(request);
  if (!('value' in form)) return malformed(form.problems);
  const { ExternalId, Password, Photo } = form.value;
  const given = typeof Password === 'string' ? { user: ExternalId || randomUUID(), password: Password } : undefined;
  const slow = given || Photo ? { passwords: given ? [given] : [], photo: Photo ?? undefined } : undefined;
  return {
    slow,
    /** Asked for where many requests are decided together. */
    get keys() {
      return keysOfUser(form.value);
    },
    decide: (state, rules) => answerWith((problems) => applyUser(rules, state, problems, form.value, hint, given)),
  };
}

function applyUser(
  rules: Rules,
  state: StoreTransaction,
  problems: Problems,
  request: UserRequest,
  hint: UserHint,
  given: UserPassword | undefined,
): UserContent {
  const settings = readSettings(state);
  const whole = findWholeUser(state, request);
  const previous = whole?.isStored
    ? whole.user
    : request.ExternalId
      ? state.get('Users', request.ExternalId)
      : undefined;
  if (request.Photo && checksPhotos(state) && !rules.canLoad(request.Photo)) {
    problems.add('user.photo.not-loaded', ['Photo'], 'Photo could not be loaded from its URL');
  }
  checkMode(problems, settings, request, previous);
  const role = checkRole(state, problems, request.Role ?? previous?.Role ?? settings.DefaultRole);
  if (!request.ExternalId && role?.Participate !== false) {
    const message = 'ExternalId is required for users whose role may participate in exams';
    problems.add('user.external-id.required', ['ExternalId'], message);
  }
  const user = whole?.user ?? mergeUser(rules, state, request, { previous, role, hint, given });
  warnOfOtherPerson(problems, ODD_CHANGES.user, ['ExternalId'], previous, user);
  checkUniqueness(state, problems, user, previous);
  if (findRoot(state) === undefined) {
    problems.add('user.root-hierarchy.not-found', [], 'The platform has no root hierarchy');
  }
  const errors = whole === undefined ? linkUser(state, user, request) : [];
  // What is refused is dropped anyway.
  if (problems.found.length === 0 && !whole?.isStored) putUser(state, user, previous, whole?.text);
  return rules.isPlan ? new PlannedUser(user, errors) : { User: describeUser(user), GroupErrors: errors };
}

/** Described when somebody asks: of nearly all users of a bulk run, nobody does. */
class PlannedUser implements UserContent {
  readonly GroupErrors: GroupError[];
  readonly #user: UserEntity;

  constructor(user: UserEntity, errors: GroupError[]) {
    this.#user = user;
    this.GroupErrors = errors;
  }

  get User(): StoredUserFields {
    return describeUser(this.#user);
  }
}

/** 202 and 233. */
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

/** 240 and 241. */
function checkRole(view: StoreView, problems: Problems, title: string | null | undefined): Role | undefined {
  if (!title) {
    problems.add('user.role.required', ['Role'], 'Role is not given, and the settings have no DefaultRole');
    return undefined;
  }
  const role = view.get('Roles', title);
  if (role === undefined) problems.add('user.role.not-found', ['Role'], `No role has the title ${title}`);
  return role;
}

const KEPT_OTHERWISE: ReadonlySet<string> = new Set<UserWriteOnlyField>(['Password', 'Hierarchies']);

/** What a request meets, and what it is to do beyond its fields. */
interface Meeting {
  readonly previous: UserEntity | undefined;
  readonly role: Role | undefined;
  readonly hint: UserHint;
  readonly given: UserPassword | undefined;
}

/** An update keeps what the request does not name. Extra time has no meaning without special needs. */
function mergeUser(
  rules: Rules,
  state: StoreTransaction,
  request: UserRequest,
  { previous, role, hint, given }: Meeting,
): UserEntity {
  const all = mergeFields<UserEntity>(previous, request, KEPT_OTHERWISE);
  all.ExternalId = request.ExternalId ?? rules.newId();
  const keepsPercentage = all.SpecialNeeds === true || all.ReasonableAdjustmentPercentage === undefined;
  const merged = keepsPercentage ? all : omit(all, 'ReasonableAdjustmentPercentage');
  if (role !== undefined) merged.Role = role.Title;
  if (hint.returning === 'enable' && request.DisableLogin === undefined && merged.DisableLogin === true) {
    merged.DisableLogin = false;
  }
  return withPassword(merged, request.Password, given && rules.hashOf(state, given));
}

/** Gives the errors of the hierarchies that fail. */
function linkUser(state: StoreTransaction, user: UserEntity, request: UserRequest): GroupError[] {
  const { hierarchies, errors } = linkHierarchies(state, user.Hierarchies ?? [], request.Hierarchies ?? []);
  user.Hierarchies = hierarchies;
  return errors;
}

/** 214 and 232. */
function checkUniqueness(
  view: StoreView,
  problems: Problems,
  user: UserEntity,
  previous: UserEntity | undefined,
): void {
  const { UserName, ExternalId } = user;
  if (UserName !== previous?.UserName && isTakenByOther(view, 'UserNames', UserName, ExternalId)) {
    problems.add('user.user-name.taken', ['UserName'], 'Another user has the same UserName');
  }
  const key = synchronizationKeyOf(user);
  const hasKey = previous !== undefined && key === synchronizationKeyOf(previous);
  if (!hasKey && isTakenByOther(view, 'SynchronizationKeys', key, ExternalId)) {
    const message = 'Another user has the same SynchronizationKey';
    problems.add('user.synchronization-key.taken', ['SynchronizationKey'], message);
  }
}

/** The stored fields, all of them, and never a password. */
function describeUser(user: UserEntity): StoredUserFields {
  const shown: Partial<Record<keyof StoredUserFields, unknown>> = {};
  for (const name of SHOWN_FIELDS) shown[name] = user[name] ?? null;
  return shown as StoredUserFields;
}

const SHOWN_FIELDS = (Object.keys(userResource.fields) as (keyof UserRequest)[]).filter(
  (name): name is keyof StoredUserFields => !KEPT_OTHERWISE.has(name),
);
