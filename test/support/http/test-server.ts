/** Starts a server on a free port of this machine. It ends with its test. */
import { onTestFinished } from 'vitest';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { type AppOptions, createApp } from '../../../src/server/app.ts';
import type { ServerEvent } from '../../../src/server/events.ts';
import { type ListenOptions, startServer } from '../../../src/server/listen.ts';

export const TOKEN = 'examctl_test-token';

export type TestServerOptions = Partial<Omit<AppOptions, 'service' | 'log'>> &
  Partial<Pick<ListenOptions, 'limits' | 'tls' | 'host'>>;

export async function startTestServer(service: AssessmentService, options: TestServerOptions = {}) {
  const { limits, tls, host = '127.0.0.1', ...appOptions } = options;
  const events: ServerEvent[] = [];
  const log = (event: ServerEvent) => void events.push(event);
  const app = createApp({ authorise: (token) => token === TOKEN, ...appOptions, service, log });
  const server = await startServer({
    app,
    host,
    port: 0,
    log,
    ...(limits ? { limits } : {}),
    ...(tls ? { tls } : {}),
  });
  onTestFinished(async () => void (await server.stop({ deadlineMs: 0 })));
  return { ...server, events };
}
