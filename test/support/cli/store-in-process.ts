/** Runs command lines in the process of the test, on a store of their own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BulkReport } from '../../../src/model/report.ts';
import { jsonFolders } from '../../../src/store/json/backend.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { runInProcess } from './in-process.ts';
import { entriesOf, loadCatalogue } from './local-platform.ts';

export type StoreInProcess = Awaited<ReturnType<typeof createStoreInProcess>>;

/** Creates a folder with an empty store. */
export async function createStoreInProcess() {
  const folder = await temporaryFolder();
  const store = join(folder, 'store');
  const env = { EXAMCTL_STORE: store, EXAMCTL_RUNS: join(folder, 'runs'), LANG: 'C.UTF-8' };
  await jsonFolders.create(store);
  const run = (args: readonly string[]) => runInProcess(args, { env });
  return {
    folder,
    run,
    /** Paths must be absolute: the working folder is that of the tests. */
    json: async (args: readonly string[]) => {
      const { code, stdout } = await run([...args, '--json']);
      return { code, report: JSON.parse(stdout) as BulkReport };
    },
    file: async (name: string, content: string) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    load: (catalogue: unknown) => loadCatalogue(store, catalogue),
    entries: <T>(kind: string) => entriesOf<T>(store, kind),
  };
}
