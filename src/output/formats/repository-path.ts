/** The path under which a pipeline knows a file: from the root of its repository, not from the working folder. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { STDIN_NAME } from '../../model/place.ts';

/** Without a repository, the path as it was typed. Undefined for a file outside of it, and for standard input. */
export function repositoryPath(file: string, repository: string | undefined): string | undefined {
  if (file === STDIN_NAME) return undefined;
  if (repository === undefined) return file;
  const path = relative(repository, resolve(file));
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? undefined : path.split(sep).join('/');
}
