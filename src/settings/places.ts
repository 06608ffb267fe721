/** Where the files of settings are. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSettingsFile, type SettingsFile, workingFolder } from './settings-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const PROJECT_FILE = 'examctl.config.json';

/** The folder that ends the search: a repository's own. */
const REPOSITORY = '.git';

export interface SettingsFiles {
  readonly project?: SettingsFile | undefined;
  readonly user?: SettingsFile | undefined;
  /** Where each is, or would be made. */
  readonly paths: { readonly project: string | undefined; readonly user: string | undefined };
}

export function readSettingsFiles(env: Environment): SettingsFiles {
  const folder = workingFolder();
  const project = folder === undefined ? undefined : findProjectFile(folder);
  const user = userFile(env);
  return {
    project,
    user: user === undefined || user === project?.path ? undefined : readSettingsFile('user', user),
    paths: { project: project?.path ?? (folder && path.join(folder, PROJECT_FILE)), user },
  };
}

/** The nearest one, from the working folder upwards, up to the root of the repository or of the file system. */
function findProjectFile(start: string): SettingsFile | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const file = readSettingsFile('project', path.join(folder, PROJECT_FILE));
    if (file !== undefined) return file;
    if (path.dirname(folder) === folder || existsSync(path.join(folder, REPOSITORY))) return undefined;
  }
}

/** The XDG folder; a relative one is none, as its specification says. */
function userFile(env: Environment): string | undefined {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  const folder = [xdg, process.platform === 'win32' ? appData : undefined, home && path.join(home, '.config')].find(
    (candidate) => candidate !== undefined && path.isAbsolute(candidate),
  );
  return folder && path.join(folder, 'examctl', 'config.json');
}
