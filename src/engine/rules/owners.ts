/** Owners are users, named by their user name; what they may do comes from their role ("Authentication", 4 and 5). */
import type { PERMISSIONS } from '../../platform/catalogue.ts';
import type { Duty, UserEntity } from '../../platform/entities.ts';
import type { StoreView } from '../../store/port.ts';
import { readSettings } from '../settings.ts';

export type Permission = (typeof PERMISSIONS)[number];

export async function findUserByName(view: StoreView, userName: string): Promise<UserEntity | undefined> {
  const reference = await view.get('UserNames', userName);
  return reference && view.get('Users', reference.ExternalId);
}

export async function hasPermission(view: StoreView, user: UserEntity, permission: Permission): Promise<boolean> {
  const role = typeof user.Role === 'string' ? await view.get('Roles', user.Role) : undefined;
  return role?.Permissions?.includes(permission) ?? false;
}

/** Why the platform needs the login of a user: without it, schedules have no owner or the platform has no administrator. */
export async function dutyOf(view: StoreView, user: UserEntity): Promise<Duty | undefined> {
  const { Owner } = await readSettings(view);
  if (Owner && user.UserName === Owner) return 'owns-settings';
  if (await hasPermission(view, user, 'ManageSchedules')) return 'manages-schedules';
  return user.Hierarchies?.some(({ IsAdministrator }) => IsAdministrator) ? 'administers-hierarchy' : undefined;
}
