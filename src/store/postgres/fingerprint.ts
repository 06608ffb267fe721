import type { Database } from './connection/database.ts';
import { assertStore } from './schema/migrate.ts';
import { ALL_KINDS } from './state/kinds.ts';

/**
 * Returns a text that differs for different states: each commit has its own number, and each row has that of its last
 * commit.
 */
export async function fingerprint(database: Database): Promise<string> {
  await assertStore(database);
  const text = `SELECT count(*) || '-' || coalesce(sum(hashtextextended(kind || encode(id, 'hex'), version)), 0) AS state
    FROM examctl.entities WHERE tenant = $1 AND kind = ANY ($2)`;
  const values = [database.address.tenant, `{${ALL_KINDS.join()}}`];
  const [found] = await database.use((session) => session.query<{ state: string }>({ text, values }));
  return found?.state ?? '';
}
