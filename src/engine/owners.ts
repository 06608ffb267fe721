/** Owners are users, named by their user name; what they may do comes from their role ("Authentication", 4 and 5). */
import type { PERMISSIONS } from '../contract/catalogue.ts';
import type { UserEntity } from '../contract/entities.ts';
import type { StoreView } from '../store/port.ts';

export type Permission = (typeof PERMISSIONS)[number];

export async function findUserByName(view: StoreView, userName: string): Promise<UserEntity | undefined> {
  const reference = await view.get('UserNames', userName);
  return reference && view.get('Users', reference.ExternalId);
}

export async function hasPermission(view: StoreView, user: UserEntity, permission: Permission): Promise<boolean> {
  const role = typeof user.Role === 'string' ? await view.get('Roles', user.Role) : undefined;
  return role?.Permissions?.includes(permission) ?? false;
}
