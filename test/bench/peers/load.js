// Sends requests from a bare pool of undici and prints how many succeeded, and the seconds between the first and the last:
// `load.js post PORT CONNECTIONS FILE` sends the lines of a file as users; `load.js get PORT CONNECTIONS COUNT PATH`.
import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';

const [, , method, port, connections, what, getPath] = process.argv;
const headers = { authorization: `EAPI ${process.env.EXAMCTL_TOKEN}`, 'content-type': 'application/json' };
const requests =
  method === 'post'
    ? (await readFile(what, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((body) => ({ path: '/api/v1/integrations/user', method: 'POST', headers, body }))
    : Array.from({ length: Number(what) }, () => ({ path: getPath, method: 'GET', headers }));
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: Number(connections) });
const queue = requests.values();
let succeeded = 0;
const begin = performance.now();
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    for (const request of queue) {
      const { body } = await pool.request(request);
      if (JSON.parse(await body.text()).Success === true) succeeded += 1;
    }
  }),
);
const seconds = (performance.now() - begin) / 1_000;
await pool.close();
console.log(JSON.stringify({ count: succeeded, seconds }));
