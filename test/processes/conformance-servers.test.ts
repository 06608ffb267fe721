/** The interface as four processes of `serve` on one database keep it, where each request asks the next process. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { REMOTE_DEFAULTS } from '../../src/built-in-defaults.ts';
import type { AssessmentService } from '../../src/platform/service.ts';
import { createRemoteService, type RemoteService } from '../../src/remote/service.ts';
import { createPostgresBackend } from '../../src/store/postgres/backend.ts';
import { startServe } from '../support/cli/processes.js';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { bundle } from '../support/import-bundled.js';
import { HAS_POSTGRES, temporaryTenant } from '../support/postgres/server.ts';

const PROCESSES = 4;
const TOKEN = 'conformance-token';

let servers: Awaited<ReturnType<typeof startServe>>[] = [];
let services: RemoteService[] = [];
let url: string;

beforeAll(async () => {
  if (!HAS_POSTGRES) return;
  url = await temporaryTenant();
  const { folder, outfile: program } = await bundle('test/support/postgres/conformance-program.ts');
  const env = { EXAMCTL_STORE: url, EXAMCTL_TOKEN: TOKEN };
  const starting = Array.from({ length: PROCESSES }, () => startServe({ env, program }));
  servers = await Promise.all(starting).finally(() => rm(folder, { recursive: true }));
  services = servers.map(({ port }) =>
    createRemoteService({ ...REMOTE_DEFAULTS, baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, concurrency: 8 }),
  );
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  for (const { child } of servers) child.kill('SIGKILL');
});

let turn = 0;
/** Asks the next process each time. */
const inTurns = new Proxy({} as AssessmentService, {
  get: (_, operation: keyof AssessmentService) => {
    turn += 1;
    return services[turn % PROCESSES]?.[operation];
  },
});

if (HAS_POSTGRES) {
  describeConformance('The engine in four servers on one PostgreSQL', async () => {
    const store = await createPostgresBackend({}).open(url, { mode: 'write' });
    return { ...createEnginePlatform(engineDependencies(store)), service: inTurns };
  });
} else {
  describe.skip('Four servers on PostgreSQL, which is not installed here', () => {
    it('pass the conformance suite', () => {});
  });
}
