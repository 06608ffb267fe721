/** `serve` on a database, with the password hasher and the photos of the conformance suite. */
import { createEngine } from '../../../src/engine/engine.ts';
import { createKeyedEngine } from '../../../src/engine/served/kept-answers.ts';
import { createSandbox } from '../../../src/engine/served/sandbox.ts';
import { readSettings } from '../../../src/engine/settings.ts';
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts';
import { engineDependencies } from '../conformance/engine-platform.ts';
import { runServeProgram } from '../http/serve-program.ts';

const backend = createPostgresBackend(process.env);
runServeProgram({
  storeBackend: () => backend,
  openServed: async ({ store: where, ...options }) => {
    const store = await backend.open(where, options);
    const dependencies = engineDependencies(store);
    return {
      service: createEngine(dependencies),
      keyed: (key) => createKeyedEngine(dependencies, key),
      sandbox: createSandbox(dependencies),
      check: () => store.read(readSettings),
      assertUsable: () => store.assertUsable?.(),
      counts: () => store.counts?.(),
      forgetKeptAnswers: async () => undefined,
      close: () => store.close(),
    };
  },
});
