// Imports users with csv-parse, zod and better-sqlite3, 1,000 in a transaction, each of them durable:
// `sync-users-sqlite.js FILE DATABASE` prints how many users it inserted or changed.
import Database from 'better-sqlite3';
import { readRows, userOf, userSchema } from './users.js';

const PER_TRANSACTION = 1_000;

const [, , file, path] = process.argv;
const database = new Database(path);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, name TEXT UNIQUE, key TEXT UNIQUE, user TEXT)');
const upsert = database.prepare(
  `INSERT INTO users VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
   SET name = excluded.name, key = excluded.key, user = excluded.user WHERE user <> excluded.user`,
);
const save = database.transaction((users) => {
  let changes = 0;
  for (const user of users) {
    const { ExternalId, UserName = null, SynchronizationKey = null } = user;
    changes += upsert.run(
      ExternalId,
      UserName,
      SynchronizationKey?.toLowerCase() ?? null,
      JSON.stringify(user),
    ).changes;
  }
  return changes;
});

let changes = 0;
let users = [];
for await (const row of readRows(file)) {
  users.push(userSchema.parse(userOf(row)));
  if (users.length < PER_TRANSACTION) continue;
  changes += save(users);
  users = [];
}
changes += save(users);
database.close();
console.log(changes);
