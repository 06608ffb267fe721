/** Whether two names are those of one place to send to. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BASE_PATH } from '../../platform/routes.ts';

export async function isSameTarget(kind: 'local' | 'remote', one: string, other: string): Promise<boolean> {
  if (kind === 'remote') return addressOf(one) === addressOf(other);
  return (await folderOf(one)) === (await folderOf(other));
}

/** Links on the way to a store are followed; one that is not there is known by its path. */
function folderOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** A base URL as it is spoken to: the interface's path and slashes at its end may be there or not. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, pathname, username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` !== '') return text;
  const path = withoutSlashes(pathname);
  return origin + (path.endsWith(BASE_PATH) ? withoutSlashes(path.slice(0, -BASE_PATH.length)) : path);
}

function withoutSlashes(path: string): string {
  return path.replace(/\/+$/, '');
}
