/** Users and schedules into a store, beside the same rows in a database. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { peerSide, schedulesPeer } from './checks.js';
import { writeSittings, writeUsers } from './inputs.js';
import { EMPTY, SMALLER, SQLITE, ZOD } from './names.js';
import { PROGRAM, runNode } from './processes.js';

/** Every turn begins with nothing. */
export async function syncNew({ folder, size }) {
  const file = await writeUsers(join(folder, 'users.csv'), { users: size });
  return { examctl: [newSide(folder, file)], [SQLITE]: await sqliteSide(folder, [file.path], size, true) };
}

/** Nothing has changed; the first run of each side is not measured. */
export async function syncAgain({ folder, size }) {
  const file = await writeUsers(join(folder, 'users.csv'), { users: size });
  return {
    examctl: [{ turn: await syncedTurn(folder, [file.path]), count: 0 }],
    [SQLITE]: await sqliteSide(folder, [file.path], 0, false),
  };
}

/** Two files in turn, which differ in a few users. */
export async function syncChanged({ folder, size, changed }) {
  const plain = await writeUsers(join(folder, 'users.csv'), { users: size });
  const other = await writeUsers(join(folder, 'changed.csv'), { users: size, changed });
  const files = [other.path, plain.path];
  return {
    examctl: [{ turn: await syncedTurn(folder, files), count: other.changed }],
    [SQLITE]: await sqliteSide(folder, files, other.changed, false),
  };
}

export async function syncMillion({ folder, size }) {
  const all = await writeUsers(join(folder, 'users.csv'), { users: size });
  const part = await writeUsers(join(folder, 'part.csv'), { users: size / 5 });
  return { examctl: [newSide(folder, all)], [SMALLER]: newSide(folder, part) };
}

/** In a full store and in an empty one. Whether the store knows the person under another id is part of it. */
export async function oneNew({ folder, size }) {
  const all = await writeUsers(join(folder, 'users.csv'), { users: size });
  const [full, empty] = [join(folder, 'full'), join(folder, 'empty')];
  for (const store of [full, empty]) await initialise(folder, store);
  await sync(folder, all.path, full);
  const file = join(folder, 'one.csv');
  const turn = (store) => {
    let turns = 0;
    return async () => {
      const id = `new-${turns++}`;
      await writeFile(file, `ExternalId,FirstName,LastName,Email\n${id},Ada,Lovelace,${id}@example.edu\n`);
      return sync(folder, file, store);
    };
  };
  return { examctl: [{ turn: turn(full), count: 1 }], [EMPTY]: { turn: turn(empty), count: 1 } };
}

export async function pushSchedules({ folder, size }) {
  const file = await writeSittings(join(folder, 'sittings.csv'), { candidates: size });
  const store = join(folder, 'store');
  const turn = async () => {
    await initialise(folder, store);
    return command(folder, ['schedule', 'push', file.path, '--upsert'], store);
  };
  return { examctl: [{ turn, count: file.schedules }], [ZOD]: schedulesPeer(folder, file) };
}

export function newSide(folder, { path, users }) {
  const store = join(folder, 'store');
  const turn = async () => {
    await initialise(folder, store);
    return sync(folder, path, store);
  };
  return { turn, count: users };
}

/** A turn on a store that has the last of the files. */
export async function syncedTurn(folder, files) {
  const store = join(folder, 'synced');
  await initialise(folder, store);
  await sync(folder, files.at(-1), store);
  let turns = 0;
  return () => sync(folder, files[turns++ % files.length], store);
}

async function sqliteSide(folder, files, count, isNew) {
  const database = join(folder, 'users.sqlite');
  const turnOf = (file) => peerSide(folder, 'sync-users-sqlite', [file, database], count).turn();
  let turns = 0;
  return {
    count,
    prepare: () => (isNew ? undefined : turnOf(files.at(-1))),
    turn: async () => {
      if (isNew) for (const end of ['', '-wal', '-shm']) await rm(database + end, { force: true });
      return turnOf(files[turns++ % files.length]);
    },
  };
}

async function initialise(folder, store) {
  await rm(store, { recursive: true, force: true });
  await runNode(folder, [PROGRAM, 'local', 'init', '--example', '-q', '--store', store]);
}

export const sync = (folder, file, store) => command(folder, ['user', 'sync', file], store);

/** The count is that of the records that were sent: none fails here, or the command would. */
async function command(folder, args, store) {
  const env = { EXAMCTL_STORE: store, EXAMCTL_RUNS: join(folder, 'runs') };
  const ended = await runNode(folder, [PROGRAM, ...args, '--json', '-y', '-q'], { env });
  return { ...ended, count: JSON.parse(ended.stdout).counts.sent };
}
