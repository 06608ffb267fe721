/** The runs of a workspace, as `runs show` shows them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

export async function runIds(space: Workspace): Promise<string[]> {
  const names = await readdir(join(space.folder, '.examctl/runs')).catch(() => []);
  return names.filter((name) => /^\d/.test(name)).map((name) => name.replace('.ndjson', ''));
}

export interface ShownRun {
  readonly succeeded: number;
  readonly failed: number;
  readonly open: number;
  readonly records: readonly { readonly key: string; readonly outcome: string }[];
}

export async function showRun(space: Workspace, run: string): Promise<ShownRun> {
  const { stdout } = await space.run(['runs', 'show', run, '--json']);
  return JSON.parse(stdout) as ShownRun;
}
