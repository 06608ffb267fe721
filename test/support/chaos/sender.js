// Sends the bodies of a file, one a line, to a server, and prints how many seconds that took. Run as a process of its own,
// since the program, too, begins each time with code that is not warm: `sender.js WAY PORT FILE CONCURRENCY`.
import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { importBundled } from '../import-bundled.js';

const WAYS = { pool: sendByPool, autocannon: sendByAutocannon, service: sendByService };
const PATH = '/api/v1/integrations/user';
const TOKEN = process.env.EXAMCTL_TOKEN;
const HEADERS = { authorization: `EAPI ${TOKEN}`, 'content-type': 'application/json' };

const [way, port, file, concurrency] = process.argv.slice(2);
const bodies = (await readFile(file, 'utf8')).trimEnd().split('\n');
console.log(await WAYS[way](`http://127.0.0.1:${port}`, bodies, Number(concurrency)));

async function sendByPool(origin, items, connections) {
  const pool = new Pool(origin, { connections });
  const seconds = await timed(items, connections, async (body) => {
    const answer = await pool.request({ method: 'POST', path: PATH, headers: HEADERS, body });
    expectSuccess(await answer.body.json());
  });
  await pool.close();
  return seconds;
}

async function sendByService(origin, items, connections) {
  const { createRemoteService } = await importBundled('src/remote/service.ts');
  const { REMOTE_DEFAULTS } = await importBundled('src/config.ts');
  const requests = items.map((body) => JSON.parse(body));
  const service = createRemoteService({ baseUrl: origin, token: TOKEN, concurrency: connections, ...REMOTE_DEFAULTS });
  const seconds = await timed(requests, connections, async (request) =>
    expectSuccess((await service.saveUser(request)).envelope),
  );
  await service.close();
  return seconds;
}

async function sendByAutocannon(url, items, connections) {
  let next = 0;
  const setupRequest = (request) => ({ ...request, body: items[next++ % items.length] });
  const { duration, non2xx, errors } = await autocannon({
    url,
    connections,
    amount: items.length,
    sampleInt: 50,
    requests: [{ method: 'POST', path: PATH, headers: HEADERS, setupRequest }],
  });
  if (non2xx + errors > 0) throw new Error(`autocannon: ${non2xx} refused, ${errors} errors`);
  return duration;
}

async function timed(items, concurrency, send) {
  const queue = items.values();
  const begin = performance.now();
  const work = async () => {
    for (const item of queue) await send(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return (performance.now() - begin) / 1_000;
}

function expectSuccess(envelope) {
  if (!envelope.Success) throw new Error(JSON.stringify(envelope));
}
