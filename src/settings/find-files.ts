/** Finds the files of settings. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../base/environment.ts';
import { readSettingsFile, type SettingsFile, workingFolder } from './settings-file.ts';
import { PROJECT_FILE } from './table.ts';

/** The search ends at a folder that contains this one: the root of a repository. */
const REPOSITORY = '.git';

export interface SettingsFiles {
  readonly project?: SettingsFile | undefined;
  readonly user?: SettingsFile | undefined;
  /** The path of each file, or the path where it would be created. */
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

/** Finds the nearest file from the working folder upwards, up to the root of the repository or of the file system. */
export function findProjectFile(start: string): SettingsFile | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const file = readSettingsFile('project', path.join(folder, PROJECT_FILE));
    if (file !== undefined) return file;
    if (path.dirname(folder) === folder || existsSync(path.join(folder, REPOSITORY))) return undefined;
  }
}

/** The file in the XDG folder. A relative XDG folder is ignored, as the XDG specification says. */
function userFile(env: Environment): string | undefined {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  const folder = [xdg, process.platform === 'win32' ? appData : undefined, home && path.join(home, '.config')].find(
    (candidate) => candidate !== undefined && path.isAbsolute(candidate),
  );
  return folder && path.join(folder, 'examctl', 'config.json');
}
