/** Runs command lines in the process of the test, on a store of their own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BulkReport } from '../../../src/model/report.ts';
import { jsonFolders } from '../../../src/store/json/backend.ts';
import { runInProcess } from './in-process.ts';
import { entriesOf, loadCatalogue } from './local-platform.ts';

export interface StoreInProcess {
  readonly folder: string;
  /** Paths must be absolute: the working folder is that of the tests. */
  json(args: readonly string[]): Promise<{ readonly code: number | null; readonly report: BulkReport }>;
  file(name: string, content: string): Promise<string>;
  load(catalogue: unknown): Promise<void>;
  entries<T>(kind: string): Promise<T[]>;
}

/** Creates a folder with an empty store. */
export async function createStoreInProcess(): Promise<StoreInProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-in-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = join(folder, 'store');
  const env = { EXAMCTL_STORE: store, EXAMCTL_RUNS: join(folder, 'runs') };
  await jsonFolders.create(store);
  return {
    folder,
    json: async (args) => {
      const { code, stdout } = await runInProcess([...args, '--json'], { env });
      return { code, report: JSON.parse(stdout) as BulkReport };
    },
    file: async (name, content) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    load: (catalogue) => loadCatalogue(store, catalogue),
    entries: (kind) => entriesOf(store, kind),
  };
}
