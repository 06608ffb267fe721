import { REMOTE_DEFAULTS } from '../../src/config.ts';
import { createRemoteService } from '../../src/remote/service.ts';
import { createApp } from '../../src/server/app.ts';
import { startServer } from '../../src/server/listen.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';

const TOKEN = 'conformance-token';

/** The same cases with the same expectations, with a socket between them and the engine. */
describeConformance('The engine over HTTP', async (catalogue) => {
  const store = createMemoryStore();
  const engine = await createEnginePlatform(engineDependencies(store), catalogue, () => store.close());
  const app = createApp({ service: engine.service, authorise: (token) => token === TOKEN });
  const server = await startServer({ app, host: '127.0.0.1', port: 0 });
  const service = createRemoteService({ baseUrl: server.origin, token: TOKEN, concurrency: 8, ...REMOTE_DEFAULTS });
  return {
    ...engine,
    service,
    close: async () => {
      await service.close();
      await server.stop({ deadlineMs: 0 });
      await engine.close();
    },
  };
});
