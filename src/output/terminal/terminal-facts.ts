/** Facts about the terminal from the environment: whether to use colours, and which characters it can show. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { STDIN_NAME } from '../../model/place.ts';

/** `--no-color` decides, then FORCE_COLOR, NO_COLOR and TERM=dumb. By default, there are colours at terminals. */
export function wantsColor(env: Environment, isTerminal: boolean, colorFlag: boolean | undefined): boolean {
  if (colorFlag === false) return false;
  const forced = env['FORCE_COLOR'];
  if (isSet(forced)) return forced !== '0' && forced !== 'false';
  if (isSet(env['NO_COLOR']) || isDumb(env)) return false;
  return isTerminal;
}

/** Whether output should be ASCII only: for plain terminals, and for locales that are not UTF-8. */
export function wantsAscii(env: Environment): boolean {
  if (isDumb(env) || env['TERM'] === 'linux') return true;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  // Containers often set none of these, but their terminals can show UTF-8.
  return locale !== undefined && !/utf-?8/i.test(locale);
}

export function isDumb(env: Environment): boolean {
  return env['TERM'] === 'dumb';
}

/** CI services set CI to some value. People turn it off with `CI=false`. */
export function isCi(env: Environment): boolean {
  return isSet(env['CI']) && env['CI'] !== 'false' && env['CI'] !== '0';
}

export function isGithub(env: Environment): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** The root of the repository in whose pipeline the program runs. */
export function repositoryOf(env: Environment): string | undefined {
  return isGithub(env) ? env['GITHUB_WORKSPACE'] || undefined : undefined;
}

/**
 * The path under which a pipeline knows a file: from the root of its repository, not from the working folder. Without a
 * repository, the path as it was typed. Undefined for a file outside of it, and for standard input.
 */
export function repositoryPath(file: string, repository: string | undefined): string | undefined {
  if (file === STDIN_NAME) return undefined;
  if (repository === undefined) return file;
  const path = relative(repository, resolve(file));
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? undefined : path.split(sep).join('/');
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
