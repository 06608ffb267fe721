// Sends users, and schedules with them as candidates, through a load balancer to four processes of `serve` on one
// PostgreSQL. At seeded random moments a server is killed, a connection of the database is ended, or the database is
// restarted. In the end each acknowledged request must be there once, as it was sent, no request may have been done twice,
// and the indices must be whole. The short form takes less than a minute; `--full` has 100,000 users and 2,000 schedules.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requireFreshBuild } from '../config/build-inputs.js';
import { createRandom } from '../support/chaos/random.js';
import { examctl, startServe } from '../support/cli/processes.js';
import { startBalancer } from '../support/http/balancer.js';
import { importBundled } from '../support/import-bundled.js';

const { values } = parseArgs({ options: { full: { type: 'boolean' }, seed: { type: 'string', default: '1' } } });
const CANDIDATES = 50;
const { schedules: SCHEDULES, ...MISHAPS } = values.full
  ? { schedules: 2_000, kill: 50, terminate: 50, restart: 3 }
  : { schedules: 30, kill: 4, terminate: 6, restart: 2 };
const USERS = SCHEDULES * CANDIDATES;
const [PROCESSES, CLIENTS_EACH] = [4, 8];
/** These have no id of their own: done twice, they are there twice. Our client does not send them again. */
const NAMELESS_EACH = 10;
const SHOWN_FAILURES = 20;
const RETRIES = 30;
const TOKEN = 'token-of-a-campaign';
const random = createRandom(Number(values.seed));

await requireFreshBuild();
const { HAS_POSTGRES, startServer, createRemoteService, REMOTE_DEFAULTS } = await importBundled(
  'test/support/postgres/server.ts',
  'src/remote/service.ts',
  'src/built-in-defaults.ts',
);
const failures = [];
const servers = new Set();
const done = { requests: 0, kill: 0, terminate: 0, restart: 0, unknown: 0, sentAgain: 0 };
/** What was acknowledged, by id. */
const acknowledged = { users: new Map(), schedules: new Map() };

async function main() {
  const started = performance.now();
  const database = await startServer();
  const env = { EXAMCTL_TOKEN: TOKEN, EXAMCTL_STORE: database.url };
  await examctl(['local', 'init', '--example', '-q'], env);
  database.sql(
    `UPDATE examctl.entities SET body = regexp_replace(body, '}$', ',"UserMode":"create"}') WHERE kind = 'Settings'`,
  );
  const before = { users: await show(env, 'users'), schedules: await show(env, 'schedules') };
  const balancer = await startBalancer();
  try {
    await Promise.all(Array.from({ length: PROCESSES }, () => addServer(env, balancer)));
    await Promise.all([sendAll(balancer), happen({ database, env, balancer })]);
    const seconds = Math.round((performance.now() - started) / 1_000);
    await checkAll(database, env, before);
    console.log(
      JSON.stringify({ seconds, ...done, users: acknowledged.users.size, schedules: acknowledged.schedules.size }),
    );
  } finally {
    balancer.close();
    for (const { child } of servers) child.kill('SIGKILL');
  }
  for (const failure of failures.slice(0, SHOWN_FAILURES)) console.log(`FAILED ${failure}`);
  console.log(`${failures.length} failures`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

async function addServer(env, balancer) {
  const server = await startServe({ env });
  servers.add(server);
  balancer.ports.add(server.port);
  void server.ended.then(([code]) => {
    servers.delete(server);
    balancer.ports.delete(server.port);
    if (code !== null) failures.push(`serve ended with ${code}: ${server.errors}`);
  });
}

/** Each client sends the users of a schedule, one after the other, and then the schedule. */
async function sendAll({ port }) {
  const numbers = Array.from({ length: SCHEDULES }, (_, number) => number).values();
  const client = async () => {
    const service = createRemoteService({
      ...REMOTE_DEFAULTS,
      baseUrl: `http://127.0.0.1:${port}`,
      token: TOKEN,
      retries: RETRIES,
      concurrency: 1,
    });
    for (const number of numbers) {
      const users = Array.from({ length: CANDIDATES }, (_, index) => userAt(number * CANDIDATES + index));
      for (const user of users) await send('users', user, service.saveUser(user));
      const schedule = scheduleAt(number, users);
      await send('schedules', schedule, service.pushSchedule(schedule));
    }
    await service.close();
  };
  await Promise.all(Array.from({ length: PROCESSES * CLIENTS_EACH }, client));
}

async function send(kind, request, sent) {
  const { envelope, delivery } = await sent.catch((error) => ({ envelope: { Errors: error.message } }));
  done.requests += 1;
  if (delivery?.timesSent > 1) done.sentAgain += 1;
  const isNameless = kind === 'schedules' && request.Schedule.ScheduleExtId === undefined;
  if (isNameless && delivery?.certainty === 'unknown') done.unknown += 1;
  else if (envelope.Success && delivery.certainty === 'answered') {
    const id = kind === 'users' ? request.ExternalId : envelope.Content;
    acknowledged[kind].set(id, request);
  } else failures.push(`${kind}: ${JSON.stringify({ envelope, delivery })}`);
}

function userAt(number) {
  return {
    ExternalId: `sent-${number}`,
    UserName: `name-${number}`,
    FirstName: 'Ada',
    LastName: `Lovelace ${number}`,
    Email: `sent-${number}@example.org`,
    Role: 'Candidate',
  };
}

function scheduleAt(number, users) {
  const isNameless = number % NAMELESS_EACH === 0;
  return {
    Schedule: {
      AssessmentExtId: 'LAW-101',
      ...(isNameless ? {} : { ScheduleExtId: `S-${number}` }),
      Title: `Sitting ${number}`,
      StartDateTime: '2090-01-11T08:00:00.000Z',
      GroupExtId: 'LAW-1',
      GroupName: 'Law, year 1',
    },
    Candidates: users.map(({ ExternalId, UserName, FirstName, LastName, Email }) => ({
      ...{ CandidateExtId: ExternalId, UserName, FirstName, LastName, Email },
    })),
  };
}

/** Each mishap comes once so many requests were answered; they come in any order. */
async function happen(world) {
  const total = USERS + SCHEDULES;
  const plan = Object.keys(MISHAPS).flatMap((name) =>
    Array.from({ length: MISHAPS[name] }, () => ({ name, at: random(total - 1) })),
  );
  for (const { name, at } of plan.sort((a, b) => a.at - b.at)) {
    while (done.requests < at) await sleep(5);
    await sleep(random(20));
    done[name] += await HAPPEN[name](world);
  }
}

const HAPPEN = {
  kill: async ({ env, balancer }) => {
    const { child, ended } = [...servers][random(servers.size)];
    child.kill('SIGKILL');
    await ended;
    await addServer(env, balancer);
    return 1;
  },
  terminate: async ({ database }) =>
    Number(
      database.sql(`SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
        WHERE application_name LIKE 'examctl serve%' ORDER BY state = 'active' DESC, random() LIMIT 1) AS one`),
    ),
  restart: async ({ database }) => {
    await database.stop(done.restart % 2 === 0 ? 'immediate' : 'fast');
    await database.start();
    return 1;
  },
};

async function show(env, kind) {
  const text = await examctl(['local', 'show', kind, '-o', 'ndjson'], env);
  const entries = text.split('\n').filter(Boolean).map(JSON.parse);
  const idOf = (entry) => entry.ExternalId ?? entry.Schedule.ScheduleExtId;
  return new Map(entries.map((entry) => [idOf(entry), entry]));
}

async function checkAll(database, env, before) {
  for (const name of Object.keys(MISHAPS)) {
    if (done[name] < MISHAPS[name]) failures.push(`only ${done[name]} of ${MISHAPS[name]} times: ${name}`);
  }
  for (const kind of ['users', 'schedules']) {
    const held = await show(env, kind);
    for (const [id, request] of acknowledged[kind]) {
      if (!held.has(id)) failures.push(`${kind}: ${id} was acknowledged and is lost`);
      else if (!isAsSent(held.get(id), request)) failures.push(`${kind}: ${id} is not as it was sent`);
    }
    const others = [...held.keys()].filter((id) => !acknowledged[kind].has(id) && !before[kind].has(id));
    const allowed = kind === 'schedules' ? done.unknown : 0;
    if (others.length > allowed) failures.push(`${kind}: ${others.length} were not acknowledged, such as ${others[0]}`);
    if (kind === 'schedules') checkTitles(held);
  }
  await examctl(['local', 'verify'], env).catch((error) => failures.push(error.message));
  checkIndices(database);
}

/** All that was sent is there; the platform may have added to it. */
function isAsSent(held, sent) {
  if (typeof sent !== 'object' || sent === null) return held === sent;
  if (Array.isArray(sent) && held?.length !== sent.length) return false;
  return Object.keys(sent).every((name) => isAsSent(held?.[name], sent[name]));
}

/** A schedule without an id of its own that was done twice has two. */
function checkTitles(held) {
  const titles = [...held.values()].map(({ Schedule }) => Schedule.Title);
  const twice = titles.filter((title, index) => title.startsWith('Sitting ') && titles.indexOf(title) !== index);
  if (twice.length > 0) failures.push(`schedules: ${twice.length} are there twice, such as ${twice[0]}`);
}

/** Each index has each row of its table, in order. */
function checkIndices({ sql }) {
  sql('CREATE EXTENSION amcheck');
  const checked = sql(`SELECT count(bt_index_parent_check(i.indexrelid, true, true))
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = 'examctl'::regnamespace AND c.relkind = 'r'`);
  console.log(`${checked} indices are whole`);
}

if (HAS_POSTGRES) await main();
else console.log('PostgreSQL is not installed here');
