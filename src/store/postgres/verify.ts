/**
 * Checks every row of a tenant: its text must be an entity, and users and their index entries must refer to each other.
 */
import { isObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import type { EntityKind, UserEntity } from '../../platform/entities.ts';
import type { EntityKey } from '../port.ts';
import type { Database, Session } from './connection/database.ts';
import { databaseFailure } from './connection/failures.ts';
import { assertStore } from './schema/migrate.ts';
import { load } from './state/exchange.ts';
import { bytesToId, keyText } from './state/keys.ts';
import { ALL_KINDS } from './state/kinds.ts';
import { NOT_LOADED } from './state/known.ts';

const ROWS_OF_A_PAGE = 1_000;
const BEFORE_ALL_IDS = '\\x';

export async function verifyStore(database: Database): Promise<readonly string[]> {
  await assertStore(database);
  const { address } = database;
  const verify = async (session: Session): Promise<readonly string[]> => {
    // All pages are read from one snapshot, while others write.
    await session.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
    const problems: string[] = [];
    for (const kind of ALL_KINDS) {
      let last: string | undefined = BEFORE_ALL_IDS;
      while (last !== undefined) last = await checkPage(session, address.tenant, { kind, after: last }, problems);
    }
    await session.query({ text: 'COMMIT' });
    return problems;
  };
  return database.use(verify).catch((error: unknown) => {
    throw databaseFailure(address, error);
  });
}

const PAGE = `
SELECT id, body, folds FROM examctl.entities
WHERE tenant = $1 AND kind = $2 AND id > $3 ORDER BY id LIMIT ${ROWS_OF_A_PAGE}`;

/** Checks one page. Returns its last id; undefined for the last page. */
async function checkPage(
  session: Session,
  tenant: string,
  { kind, after }: { kind: EntityKind; after: string },
  problems: string[],
): Promise<string | undefined> {
  type Row = { id: Buffer; body: string; folds: boolean };
  const rows = await session.query<Row>({ name: 'page', text: PAGE, values: [tenant, kind, after] });
  const pairs: Pair[] = [];
  for (const { id, body, folds } of rows) {
    const key = { kind, id: bytesToId(id) };
    const entity = parseJson(body);
    if (!isObject(entity)) problems.push(`${nameEntity(key)} is no JSON object`);
    else if (!folds) pairs.push(...pairsOf(key, entity));
  }
  problems.push(...(await checkPairs(session, tenant, pairs)));
  const last = rows.at(-1);
  return last === undefined || rows.length < ROWS_OF_A_PAGE ? undefined : `\\x${last.id.toString('hex')}`;
}

/** An entity, and another entity that must exist and must have this value in a field. */
interface Pair {
  readonly from: EntityKey;
  readonly to: EntityKey;
  readonly field: 'ExternalId' | 'UserName' | 'SynchronizationKey';
  readonly value: string;
}

/** Returns the pairs of an entity: a user needs index entries for the name and the key, and an entry needs its user. */
function pairsOf(from: EntityKey, entity: object): Pair[] {
  const { ExternalId = '', UserName, SynchronizationKey } = entity as Partial<UserEntity>;
  if (from.kind === 'UserNames')
    return [{ from, to: { kind: 'Users', id: ExternalId }, field: 'UserName', value: from.id }];
  if (from.kind === 'SynchronizationKeys') {
    return [{ from, to: { kind: 'Users', id: ExternalId }, field: 'SynchronizationKey', value: from.id }];
  }
  if (from.kind !== 'Users') return [];
  const entries: EntityKey[] = [];
  if (UserName) entries.push({ kind: 'UserNames', id: UserName });
  if (SynchronizationKey) entries.push({ kind: 'SynchronizationKeys', id: SynchronizationKey.toLowerCase() });
  return entries.map((to) => ({ from, to, field: 'ExternalId', value: from.id }));
}

async function checkPairs(session: Session, tenant: string, pairs: readonly Pair[]): Promise<string[]> {
  if (pairs.length === 0) return [];
  const wanted = pairs.map(({ to }) => ({ ...to, version: NOT_LOADED }));
  const { rows } = await load(session, tenant, wanted, []);
  const found = new Map(rows.map(({ kind, id, record }) => [keyText(kind, id), record]));
  return pairs.flatMap(({ from, to, field, value }) => {
    const other = found.get(keyText(to.kind, to.id));
    // One that is no JSON is a problem of its own, and found at its page.
    const named = (parseJson(other?.text ?? '') as JsonObject | undefined)?.[field];
    const isSame = field === 'SynchronizationKey' ? String(named).toLowerCase() === value : named === value;
    return isSame
      ? []
      : [`${nameEntity(from)} needs ${nameEntity(to)}, ${other ? 'which is of another' : 'which is not there'}`];
  });
}

function nameEntity({ kind, id }: EntityKey): string {
  return `${kind} ${JSON.stringify(id)}`;
}
