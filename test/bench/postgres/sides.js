/** A store in PostgreSQL, beside a script and beside pgbench on the same server. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importBundled } from '../../support/import-bundled.js';
import { peerSide } from '../checks.js';
import { loadServer, SERVER_CONNECTIONS, startServeOn, withServer } from '../http.js';
import { writeBodies, writeUsers } from '../inputs.js';
import { PG, PGBENCH } from '../names.js';
import { PROGRAM, runNode } from '../processes.js';
import { sync } from '../syncs.js';

const { HAS_POSTGRES, OWNER, DATABASE, postgresServer } = await importBundled('test/support/postgres/server.ts');

/** What keeps its rows from being measured. */
export const MISSING = HAS_POSTGRES ? undefined : 'PostgreSQL is not installed';

/** As it is delivered: a commit is on the disk. */
const DURABLE = ['fsync=on', 'full_page_writes=on'];

/** Every turn begins with nothing. */
export async function syncToPostgres({ folder, size }) {
  const { path } = await writeUsers(join(folder, 'users.csv'), { users: size });
  const { url, sql } = await postgresServer(DURABLE);
  const turn = async () => {
    sql('DROP SCHEMA IF EXISTS examctl CASCADE');
    await runNode(folder, [PROGRAM, 'local', 'init', '--example', '-q', '--store', url]);
    return sync(folder, path, url);
  };
  const peer = peerSide(folder, 'sync-users-postgres', [path, url], size);
  const peerTurn = () => {
    sql('DROP TABLE IF EXISTS users');
    return peer.turn();
  };
  return { examctl: [{ count: size, turn }], [PG]: { ...peer, turn: peerTurn } };
}

/** Seconds are those of the requests alone. Each turn meets an empty store. */
export const postToPostgres = async ({ folder, size }) => {
  const bodies = join(folder, 'bodies.ndjson');
  await writeBodies(bodies, size);
  const server = await postgresServer(DURABLE);
  const start = () => {
    server.sql('DROP SCHEMA IF EXISTS examctl CASCADE');
    return startServeOn(folder, server.url);
  };
  const load = (port) => loadServer(folder, ['post', port, SERVER_CONNECTIONS, bodies]);
  return {
    examctl: [{ count: size, turn: () => withServer(folder, start, load) }],
    [PGBENCH]: await pgbenchSide(folder, server, { size, bodies }),
  };
};

/** One row in a transaction, of the size of a body and with the keys of a user. */
async function pgbenchSide(folder, { port, programs, sql }, { size, bodies }) {
  const script = join(folder, 'insert.sql');
  const length = Math.round((await readFile(bodies, 'utf8')).length / size);
  await writeFile(
    script,
    `\\set n random(1, 1000000000000)
INSERT INTO posted VALUES ('u' || :n, 'user.' || :n, md5(:n::text), rpad('', ${length}, 'x'));\n`,
  );
  const each = Math.ceil(size / SERVER_CONNECTIONS);
  const args = [
    ...['-h', '127.0.0.1', '-p', port, '-U', OWNER, '-n', '-M', 'prepared', '-f', script],
    ...['-c', SERVER_CONNECTIONS, '-j', 2, '-t', each, DATABASE],
  ].map(String);
  return {
    count: each * SERVER_CONNECTIONS,
    turn: async () => {
      sql('DROP TABLE IF EXISTS posted');
      sql(`CREATE TABLE posted (id text PRIMARY KEY, name text UNIQUE, key text UNIQUE, body text);
        ALTER TABLE posted OWNER TO ${OWNER}`);
      const { stdout } = await promisify(execFile)(join(programs, 'pgbench'), args);
      const [count, perSecond] = [/processed: (\d+)/, /tps = ([\d.]+)/].map((found) => Number(found.exec(stdout)?.[1]));
      return { count, seconds: count / perSecond };
    },
  };
}
