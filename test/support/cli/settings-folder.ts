/** The root folder of a repository, with settings files there and in the home folder of the user. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { PROJECT_FILE } from '../../../src/settings/table.ts';
import { runInProcess } from './in-process.ts';
import type { Ended } from './program.ts';

export interface SettingsFolder {
  readonly folder: string;
  readonly files: { readonly project: string; readonly user: string };
  write(name: string, content: string | Buffer | object): Promise<string>;
  run(line: string | readonly string[], env?: Readonly<Record<string, string>>, cwd?: string): Promise<Ended>;
  /** The value of each setting, and its source. */
  list(
    args?: string,
    env?: Readonly<Record<string, string>>,
    cwd?: string,
  ): Promise<Readonly<Record<string, { readonly value: unknown; readonly origin: string | null }>>>;
  json(file: 'project' | 'user'): Promise<unknown>;
}

interface Files {
  readonly project?: object | string | Buffer | undefined;
  readonly user?: object | string | Buffer | undefined;
}

export async function createSettingsFolder({ project, user }: Files = {}): Promise<SettingsFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examctl-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, '.git'));
  const names = { project: PROJECT_FILE, user: path.join('home', 'examctl', 'config.json') };
  const write: SettingsFolder['write'] = async (name, content) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(file, isPlain ? content : JSON.stringify(content));
    return file;
  };
  const run: SettingsFolder['run'] = (line, env = {}, cwd = folder) =>
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
    list: async (args = '', env, cwd) => {
      const { stdout, stderr } = await run(`config list --json ${args}`.trim(), env, cwd);
      if (stdout === '') throw new Error(stderr);
      const rows = JSON.parse(stdout) as { setting: string; value: unknown; origin: string | null }[];
      return Object.fromEntries(rows.map(({ setting, ...row }) => [setting, row]));
    },
    json: async (name) => JSON.parse(await readFile(path.join(folder, names[name]), 'utf8')),
  };
}
