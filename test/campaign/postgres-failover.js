// Serves a store from a primary with a real standby behind one address, as after a change of DNS. The primary is killed, and
// the address leads to the standby, which can only be read: reading goes on, and a write is answered with 503 and
// Retry-After after some seconds. A write that our client sends goes through once the standby is promoted.

import { setTimeout as sleep } from 'node:timers/promises';
import { requireFreshBuild } from '../config/build-inputs.js';
import { examctl, startServe } from '../support/cli/processes.js';
import { startBalancer } from '../support/http/balancer.js';
import { importBundled } from '../support/import-bundled.js';

const TOKEN = 'token-of-a-campaign';
const SESSION = 'RS-LAW-101-2026';

await requireFreshBuild();
const { HAS_POSTGRES, startServer, createRemoteService, REMOTE_DEFAULTS, BASE_PATH, ROUTES } = await importBundled(
  'test/support/postgres/server.ts',
  'src/remote/service.ts',
  'src/built-in-defaults.ts',
  'src/platform/routes.ts',
);

async function main() {
  const primary = await startServer();
  const address = await startBalancer();
  address.ports.add(primary.port);
  const url = new URL(primary.url);
  url.port = String(address.port);
  const env = { EXAMCTL_TOKEN: TOKEN, EXAMCTL_STORE: url.href };
  await examctl(['local', 'init', '--example', '-q'], env);
  const standby = await startServer({ primary });
  const server = await startServe({ env });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const service = createRemoteService({ ...REMOTE_DEFAULTS, baseUrl, token: TOKEN, concurrency: 1 });
  try {
    await mustSucceed('a write before', service.saveUser(userCalled('before')));
    while (!(await isThere(standby, 'before'))) await sleep(20);
    address.ports.clear();
    await primary.stop('immediate');
    address.ports.add(standby.port);
    await mustSucceed('reading from the standby', service.getReviewSession(SESSION));
    await tellRefusal(baseUrl);
    const begun = performance.now();
    const written = service.saveUser(userCalled('after'));
    await sleep(1_000);
    standby.sql('SELECT pg_promote()');
    await mustSucceed('a write during the promotion', written);
    const ms = Math.round(performance.now() - begun);
    check(
      `both writes are there, the second after ${ms} ms`,
      (await isThere(standby, 'before')) && (await isThere(standby, 'after')),
    );
    check('what was refused is not there', !(await isThere(standby, 'refused')));
  } finally {
    await service.close();
    server.child.kill('SIGKILL');
    address.close();
  }
}

/** Without a client that tries again. */
async function tellRefusal(baseUrl) {
  const begun = performance.now();
  const { method, path } = ROUTES.saveUser;
  const response = await fetch(`${baseUrl}${BASE_PATH}${path}`, {
    method,
    headers: { authorization: `EAPI ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(userCalled('refused')),
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const told = `a write to the standby: ${response.status} after ${seconds} s, Retry-After ${response.headers.get('retry-after')}`;
  check(told, response.status === 503 && response.headers.has('retry-after'));
}

function userCalled(name) {
  return { ExternalId: name, FirstName: 'Ada', LastName: 'Byron', Email: 'a@example.org', Role: 'Candidate' };
}

async function isThere({ sql }, name) {
  return sql(`SELECT count(*) FROM examctl.entities WHERE kind = 'Users' AND id = '${name}'`) === '1';
}

async function mustSucceed(what, asked) {
  const { envelope, delivery } = await asked.catch((error) => ({ envelope: { Errors: error.message } }));
  check(
    `${what}: ${envelope.Success ? `done, sent ${delivery.timesSent} times` : JSON.stringify(envelope)}`,
    envelope.Success,
  );
}

function check(what, isRight) {
  console.log(`${isRight ? 'ok' : 'FAILED'} ${what}`);
  if (!isRight) process.exitCode = 1;
}

if (HAS_POSTGRES) await main();
else console.log('PostgreSQL is not installed here');
