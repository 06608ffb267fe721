/** Checks every row of a tenant. */
import { isObject, parseJson } from '../../base/json-value.ts';
import type { Database, Session } from './connection/database.ts';
import { assertStore } from './schema/find-store.ts';
import { bytesToId } from './state/keys.ts';

const ROWS_OF_A_PAGE = 1_000;
const BEFORE_ALL_IDS = '\\x';

/** Each text must be a JSON object. */
export async function verifyStore(database: Database): Promise<readonly string[]> {
  await assertStore(database);
  const { address } = database;
  const verify = async (session: Session): Promise<readonly string[]> => {
    // All pages are read from one snapshot, while others write.
    await session.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
    const problems: string[] = [];
    for await (const { kind, id, body } of readRows(session, address.tenant)) {
      if (!isObject(parseJson(body))) problems.push(`${kind} ${JSON.stringify(bytesToId(id))} is no JSON object`);
    }
    await session.query({ text: 'COMMIT' });
    return problems;
  };
  return database.ask(verify);
}

const PAGE = `
SELECT kind, id, body FROM examctl.entities
WHERE tenant = $1 AND (kind, id) >= ($2, $3::bytea) ORDER BY kind, id LIMIT ${ROWS_OF_A_PAGE}`;

/** A page begins with the last row of the page before. */
async function* readRows(session: Session, tenant: string): AsyncGenerator<StoredRow> {
  let from: string[] | undefined = ['', BEFORE_ALL_IDS];
  for (let skipped = 0; from !== undefined; skipped = 1) {
    const rows: readonly StoredRow[] = await session.query<StoredRow>({
      name: 'page',
      text: PAGE,
      values: [tenant, ...from],
    });
    yield* rows.slice(skipped);
    const last = rows.at(-1);
    from =
      last === undefined || rows.length < ROWS_OF_A_PAGE ? undefined : [last.kind, `\\x${last.id.toString('hex')}`];
  }
}

interface StoredRow {
  readonly kind: string;
  readonly id: Buffer;
  readonly body: string;
}
