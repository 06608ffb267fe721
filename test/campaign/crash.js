// Kills `schedule push` of 40 schedules with 2,000 candidates at seeded random moments, and looks at what is left: the
// store opens, holds whole schedules only, holds each that was acknowledged, and the push run again completes it.
// Needs the built program. CRASH_RUNS=15 for a short form, CRASH_SEED for other moments.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { copyBeside, runKillCampaign, watchSucceeded } from '../support/chaos/kill-campaign.js';
import { createRandom } from '../support/chaos/random.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const LIST = fileURLToPath(new URL('../../fixtures/sittings.csv', import.meta.url));
const RUNS = Number(process.env.CRASH_RUNS ?? 100);
const SEED = Number(process.env.CRASH_SEED ?? 1);
const AT_ONCE = 2;
/** With few requests under way at once, sending takes the longest part of the life. */
const CONCURRENCIES = [1, 4, 32];

const expected = readExpected();
const landed = { beforeSending: 0, whileSending: 0, afterSending: 0 };
await runKillCampaign({ name: 'crash', runs: RUNS }, killAll);

async function killAll(folder, failures) {
  const template = join(folder, 'template');
  await mustRun(['local', 'init', '--example', '--store', template]);
  const lives = new Map();
  for (const concurrency of CONCURRENCIES) lives.set(concurrency, await measureLife(template, concurrency));
  for (const [concurrency, { first, last, end }] of lives) {
    console.log(`concurrency ${concurrency}: first result after ${first} ms, last ${last} ms, end ${end} ms`);
  }
  const queue = Array.from({ length: RUNS }, (_, index) => index).values();
  const work = async () => {
    for (const index of queue) {
      const failure = await crashOnce(index, template, lives);
      if (failure !== undefined) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (
    `killed before sending: ${landed.beforeSending}, while sending: ${landed.whileSending}, ` +
    `after the last result: ${landed.afterSending}`
  );
}

async function measureLife(template, concurrency) {
  const store = await copyBeside(template, `measure-${concurrency}`);
  const { at, results, ended } = startPush(store, concurrency);
  await ended;
  return { first: at.first, last: at.last, end: at.end, results: results.size };
}

/** Returns what is wrong after one kill, or nothing. */
async function crashOnce(index, template, lives) {
  const random = createRandom(SEED * 10_000 + index);
  const concurrency = CONCURRENCIES[index % CONCURRENCIES.length];
  const store = await copyBeside(template, `run-${index}`);
  const push = startPush(store, concurrency);
  killSometime(push, lives.get(concurrency), random);
  await push.ended;
  const acknowledged = push.results;
  if (acknowledged.size === 0) landed.beforeSending += 1;
  else if (acknowledged.size < expected.size) landed.whileSending += 1;
  else landed.afterSending += 1;
  const problems = await findProblems(store, acknowledged);
  await rm(store, { recursive: true, force: true });
  if (problems.length === 0) return undefined;
  return `run ${index} (concurrency ${concurrency}, ${acknowledged.size} acknowledged): ${problems[0]}`;
}

async function findProblems(store, acknowledged) {
  try {
    return [...(await checkStore(store, acknowledged)), ...(await completeStore(store))];
  } catch (error) {
    return [error.message];
  }
}

/** One in three anywhere in its life by the clock; the others once so many results were seen, and a little later. */
function killSometime(push, { first, end }, random) {
  const kill = () => push.child.kill('SIGKILL');
  const kind = random(3);
  if (kind === 0) return void setTimeout(kill, random(end));
  const after = kind === 1 ? random(expected.size) : random(6);
  const delay = random(kind === 1 ? 8 : Math.max(2, (end - first) / 4));
  push.onResult = () => {
    if (push.results.size >= after) setTimeout(kill, delay);
  };
}

function startPush(store, concurrency) {
  const args = ['schedule', 'push', LIST, '--upsert', '-o', 'ndjson', '--concurrency', String(concurrency)];
  const begin = performance.now();
  const since = () => Math.round(performance.now() - begin);
  const child = spawn(process.execPath, [PROGRAM, ...args, '--store', store], { stdio: ['ignore', 'pipe', 'ignore'] });
  const push = { child, results: new Set(), at: {}, onResult: () => {} };
  watchSucceeded(child, (key) => {
    push.at.first ??= since();
    push.at.last = since();
    push.results.add(key);
    push.onResult();
  });
  push.ended = new Promise((resolve) => {
    child.once('close', () => {
      push.at.end = since();
      resolve();
    });
  });
  return push;
}

/** What is wrong with the store: nothing, if it holds whole schedules and all that were acknowledged. */
async function checkStore(store, acknowledged) {
  const { schedules, users } = await readStore(store);
  const problems = [...acknowledged]
    .filter((id) => !schedules.has(id))
    .map((id) => `${id} was acknowledged and is lost`);
  for (const [id, candidates] of schedules) {
    const wanted = expected.get(id);
    if (wanted === undefined) continue;
    const missing = wanted.filter((candidate) => !candidates.has(candidate));
    if (missing.length > 0) problems.push(`${id} lacks ${missing.length} of ${wanted.length} candidates`);
    const homeless = wanted.filter((candidate) => !users.has(candidate));
    if (homeless.length > 0) problems.push(`${homeless.length} candidates of ${id} are no users`);
  }
  return problems;
}

async function completeStore(store) {
  await mustRun(['schedule', 'push', LIST, '--upsert', '-q', '--store', store]);
  return checkStore(store, new Set(expected.keys()));
}

async function readStore(store) {
  const show = async (kind) =>
    (await mustRun(['local', 'show', kind, '-o', 'ndjson', '--store', store]))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const [schedules, users] = await Promise.all([show('schedules'), show('users')]);
  return {
    schedules: new Map(
      schedules.map(({ Schedule, Candidates }) => [
        Schedule.ScheduleExtId,
        new Set(Candidates.map(({ CandidateExtId }) => CandidateExtId)),
      ]),
    ),
    users: new Set(users.map(({ ExternalId }) => ExternalId)),
  };
}

function mustRun(args) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(texts.stdout);
      else reject(new Error(`examctl ${args.join(' ')} ended with ${code}: ${texts.stderr}`));
    });
  });
}

/** Ids of the candidates of each schedule in the list. */
function readExpected() {
  const rows = parse(readFileSync(LIST), { bom: true, delimiter: ';', columns: true });
  const candidates = new Map();
  for (const row of rows) {
    const id = row['Schedule Ext Id'];
    candidates.set(id, [...(candidates.get(id) ?? []), row['Candidate Ext Id']]);
  }
  return candidates;
}
