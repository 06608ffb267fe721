// What the checks of lists find: 40 kinds of damage, each planted once into a list of 200 users; healthy lists; and
// renumbered ones. And what the checks of sittings cost. LIST_USERS=20000 LIST_CANDIDATES=200000 for the healthy list
// and the sittings in full. Needs a build.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSittings } from '../bench/inputs.js';
import { importBundled } from '../support/import-bundled.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const HEALTHY = Number(process.env.LIST_USERS ?? 2_000);
const IS_SHORT = Number(process.env.PROPERTY_SHARE) > 1;
const CANDIDATES = Number(process.env.LIST_CANDIDATES ?? (IS_SHORT ? 10_000 : 50_000));
const KINDS_GOAL = 38;
/**
 * Of the time without them; short runs in turns, so that other work on the machine weighs on both alike. In short, no
 * time is judged.
 */
const SITTINGS = { rounds: 5, goal: 1.25 };
const RENUMBERED = { users: 5_000, every: 20, foundGoal: 0.99, falseGoal: 0.001 };
const SEED = 11;

const { personAt, nameFrom, createRandom, cellOf, csvLines, PLAIN_CSV } = await importBundled(
  ...['person', 'names', 'random', 'csv-text'].map((name) => `test/support/generate/${name}.ts`),
);
const { scheduleKind, createSittingCheck, openInput, columnTest, readInto, createLedger } = await importBundled(
  'src/bulk/kinds/schedules.ts',
  'src/bulk/check/sittings/sitting-check.ts',
  'src/input/open-input.ts',
  'src/input/table/header/column-test.ts',
  'src/bulk/run/read-all.ts',
  'src/bulk/report/ledger.ts',
);
const folder = await mkdtemp(join(tmpdir(), 'examctl-lists-'));
const failures = [];

function userAt(index) {
  const { Email } = personAt(SEED, index);
  const { first, last } = nameFrom(createRandom(SEED, 17, index));
  const day = new Date(Date.UTC(1985, 0, 1 + ((index * 7919) % 7_000))).toISOString().slice(0, 10);
  const [FirstName, LastName] = [first.text, last.text];
  const more = { City: 'Groningen', PostalCode: '9712 CP', PhoneNumber: `+31 6 ${10_000_000 + index}` };
  return {
    ExternalId: `${4_100_000 + index}`,
    FirstName,
    LastName,
    Email,
    DateOfBirth: day,
    Role: 'Candidate',
    ...more,
  };
}

/** The findings of a command on a list. */
async function findingsOf(users, command, name = 'users.csv') {
  const file = join(folder, name);
  await writeFile(
    file,
    [
      ...csvLines(
        Object.keys(users[0]),
        users.map((user) => Object.values(user).map(cellOf)),
        PLAIN_CSV,
      ),
    ].join(''),
  );
  const env = { ...process.env, EXAMCTL_STORE: join(folder, 'store'), EXAMCTL_RUNS: join(folder, 'runs') };
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...command, file, '--json', '--no-input'], {
    env,
    maxBuffer: 2 ** 30,
  });
  if (status !== 0 && status !== 3) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout).findings;
}

/** Each changes one user. What makes a pair also says whose values it takes. */
const DAMAGE = {
  'a lost leading zero': () => ({ ExternalId: '410023' }),
  'two lost zeros': () => ({ ExternalId: '41023' }),
  'a number as 1.23E+11': () => ({ PhoneNumber: '3.16123E+10' }),
  'a number as 1,23E+11': () => ({ PhoneNumber: '3,16E+10' }),
  'an id as 4.1E+06': () => ({ ExternalId: '4.1E+06' }),
  'a date as its serial number': () => ({ DateOfBirth: '36892' }),
  'a date in another order': () => ({ DateOfBirth: '31-05-2001' }),
  'an id with .0': () => ({ ExternalId: '4100026.0' }),
  'an id made a date': () => ({ ExternalId: '1-Mar' }),
  'a postal code made a month': () => ({ PostalCode: 'mrt-27' }),
  'UTF-8 as windows-1252': () => ({ FirstName: 'RenÃ©e' }),
  'UTF-8 as windows-1252, twice': () => ({ FirstName: 'RenÃƒÂ©e' }),
  'a quote of UTF-8 as windows-1252': () => ({ LastName: 'Oâ€™Brien' }),
  'UTF-8 as Mac Roman': () => ({ FirstName: 'Ren√©e' }),
  'UTF-8 as code page 437': () => ({ FirstName: 'Ren├⌐e' }),
  'UTF-8 Cyrillic as windows-1252': () => ({ FirstName: 'ÐœÐ°Ñ€Ð¸Ñ' }),
  'code page 850 as windows-1252': () => ({ FirstName: 'Ren‚e' }),
  'U+FFFD': () => ({ FirstName: 'Ren\ufffde' }),
  'U+FFFD, read again': () => ({ FirstName: 'Renï¿½e' }),
  'a question mark for a letter': () => ({ FirstName: 'J?rgen' }),
  'a question mark at the end': () => ({ FirstName: 'Ren?' }),
  'a question mark in a city': () => ({ City: 'M?nchen' }),
  'a zero-width space': () => ({ LastName: 'Bakker\u200b' }),
  'a byte order mark within': () => ({ LastName: '\ufeffBakker' }),
  'a soft hyphen': () => ({ LastName: 'Bak\u00adker' }),
  'a no-break space': () => ({ LastName: 'van\u00a0Dam' }),
  'a narrow no-break space': () => ({ LastName: 'van\u202fDam' }),
  'a mark of direction': () => ({ LastName: '\u200eBakker' }),
  'smart quotes around a name': () => ({ LastName: '“Bakker”' }),
  'a smart quote in an address': () => ({ Email: 'o’brien@example.edu' }),
  '#N/A': () => ({ City: '#N/A' }),
  '#WERT!': () => ({ City: '#WERT!' }),
  'a formula': () => ({ LastName: '=B2&C2' }),
  NULL: () => ({ City: 'NULL' }),
  'an apostrophe that marks a text': () => ({ PostalCode: "'0971" }),
  'an entity of HTML': () => ({ LastName: 'Garc&iacute;a' }),
  'a control character': () => ({ LastName: 'O\u0092Brien' }),
  'ids that differ by case': (other) => ({
    ExternalId: `X${other.ExternalId}`,
    pair: { ExternalId: `x${other.ExternalId}` },
  }),
  'ids that differ by a zero': (other) => ({ ExternalId: `0${other.ExternalId}`, pair: {} }),
  'one person under two ids': (other) => ({ ...other, ExternalId: '4199999', pair: {} }),
};

async function plantDamage() {
  const users = Array.from({ length: 200 }, (_, index) => userAt(index));
  const lines = new Map();
  Object.entries(DAMAGE).forEach(([name, change], index) => {
    const [at, other] = [40 + index * 3, index];
    const { pair, ...changed } = change(users[other]);
    if (pair !== undefined) Object.assign(users[other], pair);
    Object.assign(users[at], changed);
    lines.set(at + 2, name);
  });
  const found = new Set((await findingsOf(users, ['validate', 'users'])).map(({ line }) => lines.get(line)));
  const missed = Object.keys(DAMAGE).filter((name) => !found.has(name));
  tell(`damage: ${Object.keys(DAMAGE).length - missed.length} of ${Object.keys(DAMAGE).length} kinds found`, missed);
  if (Object.keys(DAMAGE).length - missed.length < KINDS_GOAL) failures.push('damage');
}

async function checkHealthy() {
  const users = Array.from({ length: HEALTHY }, (_, index) => userAt(index));
  const findings = await findingsOf(users, ['validate', 'users']);
  tell(
    `healthy: ${findings.length} findings in ${HEALTHY} users`,
    findings.slice(0, 3).map(({ message }) => message),
  );
  if (findings.length > 0) failures.push('healthy');
}

/** Every so many users exchange their ids in pairs, or get new ones. */
async function renumber() {
  const { users: count, every, foundGoal, falseGoal } = RENUMBERED;
  const users = Array.from({ length: count }, (_, index) => userAt(index));
  const local = ['local', 'init', '--example', '--store', join(folder, 'store'), '-q'];
  spawnSync(process.execPath, [PROGRAM, ...local], { env: process.env });
  await findingsOf(users, ['user', 'sync', '-y']);
  const picked = users.map((_, index) => index).filter((index) => index % every === 0);
  const list = users.map((user) => ({ ...user }));
  picked.forEach((at, index) => {
    const other = picked[index ^ 1];
    list[at].ExternalId = index % 5 === 0 || other === undefined ? `${8_000_000 + at}` : users[other].ExternalId;
  });
  // Of two who get one id, the second gets a new one.
  const taken = new Set();
  for (const [at, user] of list.entries()) {
    if (taken.has(user.ExternalId)) user.ExternalId = `${9_000_000 + at}`;
    taken.add(user.ExternalId);
  }
  const moved = new Set(list.flatMap((user, at) => (user.ExternalId === users[at].ExternalId ? [] : [at + 2])));
  const errors = (await findingsOf(list, ['user', 'sync', '-n'])).filter(({ rule }) => rule.endsWith('.renumbered'));
  const told = new Set(errors.map(({ line }) => line));
  const found = [...moved].filter((line) => told.has(line)).length / moved.size;
  const wrong = [...told].filter((line) => !moved.has(line)).length / (count - moved.size);
  tell(`renumbered: ${moved.size} of ${count}; ${percent(found)} found, ${percent(wrong)} false`, []);
  if (found < foundGoal || wrong >= falseGoal) failures.push('renumbered');
}

/** The processor time of a list with the checks of sittings, in parts of that without. */
async function timeSittings() {
  const { path } = await writeSittings(join(folder, 'sittings.csv'), { candidates: CANDIDATES });
  const sittings = createSittingCheck(Date.now).see.toString();
  const without = {
    ...scheduleKind,
    createCrossChecks: (now) => scheduleKind.createCrossChecks(now).filter(({ see }) => see.toString() !== sittings),
    checkWithin: (draft) => scheduleKind.checkWithin(draft).filter(({ rule }) => !rule.startsWith('schedule')),
  };
  const spent = [without, scheduleKind].map((kind) => ({ kind, times: [] }));
  for (let round = 0; round < SITTINGS.rounds; round += 1) {
    for (const { kind, times } of spent) times.push(await timeToCheck(path, kind));
  }
  const [base, all] = spent.map(({ times }) => Math.min(...times));
  tell(`sittings: ${CANDIDATES} candidates take ${(all / base).toFixed(2)} times the processor time without`, []);
  if (!IS_SHORT && all > base * SITTINGS.goal) failures.push('sittings');
}

async function timeToCheck(path, kind) {
  const input = await openInput(path, { stdin: process.stdin, header: { isColumn: columnTest(kind, new Map()) } });
  const source = await kind.draft(input, { mapping: new Map() });
  const before = process.cpuUsage();
  await readInto(createLedger(), [source], kind, () => {});
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const percent = (share) => `${(share * 100).toFixed(2)}%`;

function tell(text, details) {
  process.stdout.write(`${text}${details.length > 0 ? `: ${details.join('; ')}` : ''}\n`);
}

try {
  await plantDamage();
  await checkHealthy();
  await renumber();
  await timeSittings();
} finally {
  await rm(folder, { recursive: true });
}
if (failures.length > 0) {
  process.stdout.write(`Below the goal: ${failures.join(', ')}\n`);
  process.exitCode = 1;
}
