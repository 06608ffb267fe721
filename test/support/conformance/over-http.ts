/** The engine behind a real server, with a socket and our client in between. The client sends a key with each POST. */
import { REMOTE_DEFAULTS } from '../../../src/built-in-defaults.ts';
import { createKeyedEngine } from '../../../src/engine/served/kept-answers.ts';
import { createRemoteService } from '../../../src/remote/service.ts';
import { createApp } from '../../../src/server/app.ts';
import { startServer } from '../../../src/server/listen.ts';
import type { Store } from '../../../src/store/port.ts';
import { createEnginePlatform, engineDependencies } from './engine-platform.ts';
import type { ConformancePlatform } from './platform.ts';

const TOKEN = 'conformance-token';

export async function platformOverHttp(store: Store): Promise<ConformancePlatform> {
  const dependencies = engineDependencies(store);
  const engine = createEnginePlatform(dependencies);
  const app = createApp({
    service: engine.service,
    keyed: (key) => createKeyedEngine(dependencies, key),
    authorise: (token) => token === TOKEN,
  });
  const server = await startServer({ app, host: '127.0.0.1', port: 0 });
  const service = createRemoteService({ baseUrl: server.origin, token: TOKEN, ...REMOTE_DEFAULTS });
  return {
    ...engine,
    service,
    close: async () => {
      await service.close();
      await server.stop({ deadlineMs: 0 });
      await engine.close();
    },
  };
}
