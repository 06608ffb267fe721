// Imports users with csv-parse, zod and pg, 1,000 in a statement, each of them durable:
// `sync-users-postgres.js FILE URL` prints how many users it inserted or changed.
import pg from 'pg';
import { readRows, userOf, userSchema } from './users.js';

const PER_STATEMENT = 1_000;

const [, , file, connectionString] = process.argv;
const client = new pg.Client({ connectionString });
await client.connect();
await client.query(
  'CREATE TABLE IF NOT EXISTS users (id text PRIMARY KEY, name text UNIQUE, key text UNIQUE, "user" text)',
);
const text = `INSERT INTO users SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, key = excluded.key, "user" = excluded."user"
  WHERE users."user" <> excluded."user"`;
const save = async (users) => {
  const columns = [
    users.map(({ ExternalId }) => ExternalId),
    users.map(({ UserName = null }) => UserName),
    users.map(({ SynchronizationKey }) => SynchronizationKey?.toLowerCase() ?? null),
    users.map((user) => JSON.stringify(user)),
  ];
  return (await client.query({ name: 'upsert', text, values: columns })).rowCount;
};

let changes = 0;
let users = [];
for await (const row of readRows(file)) {
  users.push(userSchema.parse(userOf(row)));
  if (users.length < PER_STATEMENT) continue;
  changes += await save(users);
  users = [];
}
changes += await save(users);
await client.end();
console.log(changes);
