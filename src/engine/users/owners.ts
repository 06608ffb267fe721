/** Owners are users. Fields name them by user name, and their role has the permissions ("Authentication", 4 and 5). */
import type { PERMISSIONS } from '../../platform/catalogue.ts';
import type { Duty, UserEntity } from '../../platform/entities.ts';
import type { StoreView } from '../../store/port.ts';
import { readSettings } from '../settings.ts';

export type Permission = (typeof PERMISSIONS)[number];

export function findUserByName(view: StoreView, userName: string): UserEntity | undefined {
  const reference = view.get('UserNames', userName);
  return reference && view.get('Users', reference.ExternalId);
}

export function hasPermission(view: StoreView, user: UserEntity, permission: Permission): boolean {
  const role = typeof user.Role === 'string' ? view.get('Roles', user.Role) : undefined;
  return role?.Permissions?.includes(permission) ?? false;
}

/**
 * The reason why the platform needs a user's login: the user may be the only owner of schedules, or the only
 * administrator.
 */
export function dutyOf(view: StoreView, user: UserEntity): Duty | undefined {
  const { Owner } = readSettings(view);
  if (Owner && user.UserName === Owner) return 'owns-settings';
  if (hasPermission(view, user, 'ManageSchedules')) return 'manages-schedules';
  return user.Hierarchies?.some(({ IsAdministrator }) => IsAdministrator) ? 'administers-hierarchy' : undefined;
}
