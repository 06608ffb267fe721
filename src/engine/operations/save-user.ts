/** Endpoints, 4: Add a user. Creates or updates, as the setting `UserMode` allows. */
import type { Role, Settings } from '../../platform/catalogue.ts';
import type { UserEntity } from '../../platform/entities.ts';
import type { Answer } from '../../platform/envelope.ts';
import { allFields } from '../../platform/fields/field.ts';
import { checkUserRequest } from '../../platform/requests.ts';
import {
  type StoredUserFields,
  type UserContent,
  type UserRequest,
  userResource,
} from '../../platform/resources/user.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { findRoot, linkHierarchies } from '../rules/hierarchies.ts';
import { mergeFields, omit } from '../rules/merge.ts';
import { readSettings } from '../settings.ts';
import { answerInTransaction, type Problems, refuseProblems } from '../transaction.ts';
import { hashPassword, isTakenByOther, putUser, synchronizationKeyOf, withPassword } from '../rules/users.ts';

export async function saveUser(engine: EngineDependencies, request: UserRequest): Promise<Answer<UserContent>> {
  const form = checkUserRequest(request);
  if (!('value' in form)) return refuseProblems(form.problems);
  const user = form.value;
  const isPhotoMissing = await cannotLoadPhoto(engine, user);
  const hash = await hashOf(engine, user);
  return answerInTransaction(engine.store, (transaction, problems) => {
    if (isPhotoMissing) problems.add('user.photo.not-loaded', ['Photo'], 'Photo could not be loaded from its URL');
    return applyUser(engine, transaction, problems, user, hash);
  });
}

/** Made before the transaction, since it waits; most requests have no password, and then there is nothing to read. */
async function hashOf({ store, passwords }: EngineDependencies, user: UserRequest): Promise<string | undefined> {
  const { ExternalId, Password } = user;
  if (Password === null || Password === undefined) return undefined;
  return store.read((view) => hashPassword(view, passwords, ExternalId, Password));
}

async function applyUser(
  { newId, mayRepeat = false }: EngineDependencies,
  transaction: StoreTransaction,
  problems: Problems,
  request: UserRequest,
  hash: string | undefined,
): Promise<UserContent | undefined> {
  const settings = await readSettings(transaction);
  const previous = request.ExternalId ? await transaction.get('Users', request.ExternalId) : undefined;
  const isTaken = settings.UserMode === 'create' && previous !== undefined;
  if (isTaken && !mayRepeat) addTaken(problems, request);
  checkMode(problems, settings, request, previous);
  const role = await checkRole(transaction, problems, request.Role ?? previous?.Role ?? settings.DefaultRole);
  if (!request.ExternalId && role?.Participate !== false) {
    const message = 'ExternalId is required for users whose role may participate in exams';
    problems.add('user.external-id.required', ['ExternalId'], message);
  }
  const merged = mergeUser(previous, request, request.ExternalId ?? newId());
  const user: UserEntity = withPassword(
    { ...merged, ...(role === undefined ? {} : { Role: role.Title }) },
    request.Password,
    hash,
  );
  await checkUniqueness(transaction, problems, user);
  if ((await findRoot(transaction)) === undefined) {
    problems.add('user.root-hierarchy.not-found', [], 'The platform has no root hierarchy');
  }
  const links = await linkHierarchies(transaction, user.Hierarchies ?? [], request.Hierarchies ?? []);
  putUser(transaction, { ...user, Hierarchies: links.hierarchies }, previous);
  if (isTaken && mayRepeat && (await transaction.isChanged())) addTaken(problems, request);
  return { User: describeUser(user), GroupErrors: links.errors };
}

/** 245, where the setting `PhotoCheck` wants photos to be loaded. Done before the transaction, since it waits. */
async function cannotLoadPhoto({ store, canLoadPhoto }: EngineDependencies, { Photo }: UserRequest): Promise<boolean> {
  if (!Photo) return false;
  const { PhotoCheck } = await store.read(readSettings);
  return PhotoCheck === 'load' && !(await canLoadPhoto(Photo));
}

/** 233. */
function addTaken(problems: Problems, { ExternalId }: UserRequest): void {
  problems.add('user.external-id.taken', ['ExternalId'], `A user with the ExternalId ${ExternalId} exists`);
}

/** 202. */
function checkMode(
  problems: Problems,
  { UserMode }: Settings,
  { ExternalId }: UserRequest,
  previous: UserEntity | undefined,
): void {
  if (UserMode === 'update' && previous === undefined) {
    problems.add('user.not-found', ['ExternalId'], `No user with the ExternalId ${ExternalId ?? '(none)'} was found`);
  }
}

/** 240 and 241. */
async function checkRole(
  view: StoreView,
  problems: Problems,
  title: string | null | undefined,
): Promise<Role | undefined> {
  if (!title) {
    problems.add('user.role.required', ['Role'], 'Role is not given, and the settings have no DefaultRole');
    return undefined;
  }
  const role = await view.get('Roles', title);
  if (role === undefined) problems.add('user.role.not-found', ['Role'], `No role has the title ${title}`);
  return role;
}

/** An update keeps what the request does not name. Extra time has no meaning without special needs. */
function mergeUser(previous: UserEntity | undefined, request: UserRequest, externalId: string): UserEntity {
  const given = { ...omit(request, 'Password', 'Hierarchies'), ExternalId: externalId };
  const merged = mergeFields<UserEntity>(previous, given);
  const keepsPercentage = merged.SpecialNeeds === true || merged.ReasonableAdjustmentPercentage === undefined;
  return keepsPercentage ? merged : omit(merged, 'ReasonableAdjustmentPercentage');
}

/** 214 and 232. */
async function checkUniqueness(view: StoreView, problems: Problems, user: UserEntity): Promise<void> {
  if (await isTakenByOther(view, 'UserNames', user.UserName, user.ExternalId)) {
    problems.add('user.user-name.taken', ['UserName'], 'Another user has the same UserName');
  }
  if (await isTakenByOther(view, 'SynchronizationKeys', synchronizationKeyOf(user), user.ExternalId)) {
    const message = 'Another user has the same SynchronizationKey';
    problems.add('user.synchronization-key.taken', ['SynchronizationKey'], message);
  }
}

/** The stored fields, all of them, and never a password. */
function describeUser(user: UserEntity): StoredUserFields {
  return omit(allFields(userResource, omit(user, 'Hierarchies', 'PasswordHash')), 'Password', 'Hierarchies');
}
