import { makeToken } from '../new-token.ts';
import type { StoredToken, TokenStore } from '../port.ts';
import type { Database, Session } from './connection/database.ts';
import { assertStore } from './schema/find-store.ts';
import { untilReached } from './state/retry.ts';

/**
 * The lifetime of the cached list. A server reads the list for each request, so all servers see a change after this
 * time.
 */
const LIST_MS = 500;

export async function openTokens(database: Database): Promise<TokenStore> {
  const { address, ask } = database;
  const { tenant } = address;
  await assertStore(database);
  let listed: { readonly at: number; readonly tokens: Promise<readonly StoredToken[]> } | undefined;
  return {
    list: () => {
      const now = performance.now();
      if (listed === undefined || now - listed.at > LIST_MS) {
        const tokens = untilReached(address, () => ask((session) => listTokens(session, tenant)));
        listed = { at: now, tokens };
        // After a failure, the next call reads the list again.
        tokens.catch(() => {
          listed = undefined;
        });
      }
      return listed.tokens;
    },
    add: async (name) => {
      const made = makeToken(name);
      const { id, created, digest } = made.stored;
      const text = 'INSERT INTO examctl.tokens (tenant, id, name, created, digest) VALUES ($1, $2, $3, $4, $5)';
      await ask((session) => session.query({ text, values: [tenant, id, name, created, digest] }));
      return made;
    },
    revoke: async (id) => {
      const text = 'DELETE FROM examctl.tokens WHERE tenant = $1 AND id = $2 RETURNING id';
      const removed = await ask((session) => session.query({ text, values: [tenant, id] }));
      return removed.length > 0;
    },
  };
}

function listTokens(session: Session, tenant: string): Promise<readonly StoredToken[]> {
  const text = 'SELECT id, name, created, digest FROM examctl.tokens WHERE tenant = $1 ORDER BY created, id';
  return session.query<StoredToken>({ text, values: [tenant] });
}
