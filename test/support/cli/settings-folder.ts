/** The root folder of a repository, with settings files there and in the home folder of the user. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_FILE } from '../../../src/settings/table.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { runInProcess } from './in-process.ts';

export type SettingsFolder = Awaited<ReturnType<typeof createSettingsFolder>>;

type Env = Readonly<Record<string, string>>;

interface Files {
  readonly project?: object | string | Buffer | undefined;
  readonly user?: object | string | Buffer | undefined;
}

export async function createSettingsFolder({ project, user }: Files = {}) {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, '.git'));
  const names = { project: PROJECT_FILE, user: path.join('home', 'examctl', 'config.json') };
  const write = async (name: string, content: string | Buffer | object): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(file, isPlain ? content : JSON.stringify(content));
    return file;
  };
  const run = (line: string | readonly string[], env: Env = {}, cwd = folder) =>
    runInProcess(typeof line === 'string' ? line.split(' ') : line, {
      cwd,
      env: { XDG_CONFIG_HOME: path.join(folder, 'home'), EXAMCTL_RUNS: path.join(folder, 'runs'), ...env },
    });
  if (project !== undefined) await write(names.project, project);
  if (user !== undefined) await write(names.user, user);
  return {
    folder,
    files: { project: path.join(folder, names.project), user: path.join(folder, names.user) },
    write,
    run,
    /** The value of each setting, and its source. */
    list: async (args = '', env?: Env, cwd?: string) => {
      const { stdout, stderr } = await run(`config list --json ${args}`.trim(), env, cwd);
      if (stdout === '') throw new Error(stderr);
      const rows = JSON.parse(stdout) as { setting: string; value: unknown; origin: string | null }[];
      return Object.fromEntries(rows.map(({ setting, ...row }) => [setting, row]));
    },
    json: async (name: 'project' | 'user'): Promise<unknown> =>
      JSON.parse(await readFile(path.join(folder, names[name]), 'utf8')),
  };
}
