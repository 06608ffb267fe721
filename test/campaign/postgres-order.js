// Sends requests about the same 50 user names and 50 schedules to four processes of `serve` on one PostgreSQL, from eight
// clients each, and looks for an order of them that explains every answer: one engine in memory follows the commits of the
// database, and has to give each answer and come to the same state. So the requests were done as if one after the other,
// each between the moment when it was sent and the moment when its answer was there. ORDER_REQUESTS (2,000; 20,000 in full).

import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { requireFreshBuild } from '../config/build-inputs.js';
import { createRandom } from '../support/chaos/random.js';
import { startServe } from '../support/cli/processes.js';
import { importBundled } from '../support/import-bundled.js';

const REQUESTS = Number(process.env.ORDER_REQUESTS ?? 2_000);
const [PROCESSES, CLIENTS_EACH] = [4, 8];
const CONTENDED = 50;
/** Half as many as there are names, so that some names are free and some are taken. */
const USERS = CONTENDED / 2;
const GROUPS = 5;
const TOKEN = 'token-of-a-campaign';
const random = createRandom(Number(process.env.ORDER_SEED ?? 1));

await requireFreshBuild();
const parts = await importBundled(
  'test/support/postgres/server.ts',
  'test/support/history/find-order.ts',
  'test/support/conformance/engine-platform.ts',
  'test/support/conformance/base-catalogue.ts',
  'src/remote/service.ts',
  'src/built-in-defaults.ts',
  'src/platform/routes.ts',
  'src/server/authorise.ts',
  'src/store/postgres/backend.ts',
);

/** PostgreSQL itself writes down what each transaction changes. */
const RECORDING = `
CREATE TABLE public.recorded (n bigserial, xact xid8, kind text, id bytea, body text);
GRANT INSERT ON public.recorded TO PUBLIC;
GRANT USAGE ON SEQUENCE public.recorded_n_seq TO PUBLIC;
CREATE FUNCTION public.record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.recorded (xact, kind, id, body) SELECT pg_current_xact_id(), coalesce(NEW.kind, OLD.kind),
    coalesce(NEW.id, OLD.id), NEW.body;
  RETURN NULL;
END $$;
CREATE TRIGGER record AFTER INSERT OR UPDATE OR DELETE ON examctl.entities FOR EACH ROW EXECUTE FUNCTION public.record();`;
const RECORDED = `SELECT xact::text, kind, id, body FROM public.recorded
ORDER BY pg_xact_commit_timestamp(xact::xid), xact, n`;

async function main() {
  const { startServer, createPostgresBackend, createEnginePlatform, engineDependencies, followHistory } = parts;
  const database = await startServer({ settings: ['track_commit_timestamp=on'] });
  const backend = createPostgresBackend({});
  await backend.create(database.url);
  database.sql(RECORDING);
  const store = await backend.open(database.url, { mode: 'write' });
  const catalogue = parts.withSettings({ CreateMissingHierarchies: true });
  await createEnginePlatform(engineDependencies(store)).reset(catalogue);
  const history = await hearAll(database.url);
  const { commits, problems } = await findCommits(database, history);
  const { fault, store: reference } = await followHistory(catalogue, commits);
  if (fault !== undefined) problems.push(`${fault.why}: ${JSON.stringify(fault.requests)}`);
  if (!(await parts.areSame(reference, store))) problems.push('the state at the end is another one');
  await store.close();
  const succeeded = history.filter(({ envelope }) => envelope.Success).length;
  const together = Math.max(...commits.map(({ requests }) => requests.length));
  console.log(JSON.stringify({ requests: history.length, succeeded, commits: commits.length, together }));
  for (const problem of problems.slice(0, 20)) console.log(`FAILED ${problem}`);
  console.log(`${problems.length} failures`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function hearAll(store) {
  const env = { EXAMCTL_STORE: store, EXAMCTL_TOKEN: TOKEN };
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServe({ env })));
  const services = servers.map(({ port }) =>
    parts.createRemoteService({
      ...parts.REMOTE_DEFAULTS,
      baseUrl: `http://127.0.0.1:${port}`,
      token: TOKEN,
      concurrency: CLIENTS_EACH,
    }),
  );
  const numbers = Array.from({ length: REQUESTS }, (_, number) => number).values();
  const history = [];
  const client = async (service) => {
    for (const number of numbers) history.push(await hear(service, requestAt(number)));
  };
  await Promise.all(services.flatMap((service) => Array.from({ length: CLIENTS_EACH }, () => client(service))));
  await Promise.all(services.map((service) => service.close()));
  for (const { child } of servers) child.kill('SIGKILL');
  return history;
}

async function hear(service, { operation, request }) {
  const ask = (asked) => asked[operation](request);
  const sent = performance.now();
  const { envelope } = await ask(service);
  const path = `${parts.BASE_PATH}${parts.ROUTES[operation].path}`;
  const { digest } = parts.requestKeyOf(TOKEN, '', path, Buffer.from(JSON.stringify(request)));
  return { ask, sent, answered: performance.now(), envelope, digest };
}

/** No two are the same: each has its number in it. */
function requestAt(number) {
  const person = () => {
    const id = `c-${random(USERS)}`;
    return {
      id,
      UserName: `name-${random(CONTENDED)}`,
      FirstName: 'Ada',
      LastName: `L ${number}`,
      Email: 'a@example.org',
    };
  };
  const { id, ...user } = person();
  if (random(2) === 0) return { operation: 'saveUser', request: { ExternalId: id, ...user, Role: 'Candidate' } };
  const { id: otherId, ...other } = person();
  const Candidates = [{ CandidateExtId: id, ...user }];
  if (otherId !== id) Candidates.push({ CandidateExtId: otherId, ...other });
  const Schedule = {
    AssessmentExtId: 'LAW-101',
    ScheduleExtId: `S-${random(CONTENDED)}`,
    Title: `Sitting ${number}`,
    StartDateTime: '2090-01-11T08:00:00.000Z',
    GroupExtId: `G-${random(GROUPS)}`,
    GroupName: `Group ${number}`,
  };
  return { operation: 'pushSchedule', request: { Upsert: random(4) > 0, Schedule, Candidates } };
}

/**
 * The history as the database committed it. Each request has a key, so that its answer, with the digest of the request, was
 * kept in the commit that did it.
 */
async function findCommits({ folder, port }, history) {
  const client = new pg.Client({ host: folder, port, user: 'postgres', database: 'exams' });
  await client.connect();
  const { rows } = await client.query(RECORDED);
  await client.end();
  const problems = [];
  const open = new Map(history.map((request) => [request.digest, request]));
  const commits = new Map();
  for (const { xact, kind, id, body } of rows) {
    const commit = commits.get(xact) ?? { requests: [], written: [] };
    commits.set(xact, commit);
    const entity = body === null ? undefined : JSON.parse(body);
    if (kind !== 'KeptAnswers') {
      commit.written.push([kind, String(id), entity]);
      continue;
    }
    const request = open.get(entity.digest);
    open.delete(entity.digest);
    if (request === undefined) problems.push(`done twice, or never asked: ${body}`);
    else if (!isDeepStrictEqual(request.envelope, entity.envelope)) {
      problems.push(`${JSON.stringify(request)} was told, ${body} was kept`);
    } else commit.requests.push(request);
  }
  for (const request of open.values()) problems.push(`never committed: ${JSON.stringify(request)}`);
  // The first commit has loaded the catalogue.
  return { commits: [...commits.values()].filter(({ requests }) => requests.length > 0), problems };
}

if (parts.HAS_POSTGRES) await main();
else console.log('PostgreSQL is not installed here');
