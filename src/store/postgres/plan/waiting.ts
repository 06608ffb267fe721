/**
 * What is planned waits in temporary tables of one connection: neither this process nor the log of the database holds it,
 * and it goes with the connection. They also hold the versions of all that the plan was made on.
 */
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey } from '../../port.ts';
import type { TextChange } from '../../transaction.ts';
import type { Session } from '../connection/database.ts';
import { bytesToId, keyColumns } from '../state/keys.ts';

/** A change is found by its number, which the plan knows: an index of the keys would take longer than all else. */
const TABLES = `
CREATE TEMPORARY TABLE examctl_planned (n integer PRIMARY KEY, kind text COLLATE "C", id bytea, body text);
CREATE TEMPORARY TABLE examctl_seen (kind text COLLATE "C", id bytea, version bigint)`;

const LOOK_UP = `
WITH found AS MATERIALIZED (
  SELECT w.n, w.kind, w.id, p.n AS planned, CASE WHEN p.n IS NULL THEN e.body ELSE p.body END AS body,
    coalesce(e.version, 0) AS version
  FROM examctl.lines($2, $3, $4, '') AS w
  LEFT JOIN pg_temp.examctl_planned AS p ON p.n = w.version AND p.kind = w.kind AND p.id = w.id
  LEFT JOIN examctl.entities AS e ON p.n IS NULL AND e.tenant = $1 AND e.kind = w.kind AND e.id = w.id
), noted AS (
  INSERT INTO pg_temp.examctl_seen SELECT kind, id, version FROM found WHERE planned IS NULL
)
SELECT n, body FROM found WHERE body IS NOT NULL`;

const IDS = `
SELECT id FROM (
  SELECT DISTINCT ON (id) id, is_there FROM (
    SELECT id, 0 AS n, true AS is_there FROM examctl.entities WHERE tenant = $1 AND kind = $2
    UNION ALL
    SELECT id, n, body IS NOT NULL FROM pg_temp.examctl_planned WHERE kind = $2
  ) AS known ORDER BY id, n DESC
) AS last WHERE is_there`;

const ADD = `
INSERT INTO pg_temp.examctl_planned
SELECT version, kind, id, nullif(body, '-') FROM examctl.lines($1, $2, $3, $4)`;

export async function createTables(session: Session): Promise<void> {
  await session.query({ text: TABLES });
}

export async function dropTables(session: Session): Promise<void> {
  await session.query({ text: 'DROP TABLE IF EXISTS pg_temp.examctl_planned, pg_temp.examctl_seen' });
}

/**
 * The texts of entities with all that is planned, by their position; absent where there is none. A key comes with the number
 * of its last change, or with 0; that of another key is taken for none.
 */
export async function lookUp(
  session: Session,
  tenant: string,
  keys: readonly EntityKey[],
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const values = [tenant, ...keyColumns(keys), numbers.join('\n')];
  const found = await session.query<{ n: string; body: string }>({ name: 'look up', text: LOOK_UP, values });
  return new Map(found.map(({ n, body }) => [Number(n) - 1, body]));
}

/** The ids of a kind with all that is planned, in no order. */
export async function plannedIds(session: Session, tenant: string, kind: EntityKind): Promise<string[]> {
  const found = await session.query<{ id: Buffer }>({ text: IDS, values: [tenant, kind] });
  return found.map(({ id }) => bytesToId(id));
}

/** Adds changes, of which the first gets this number. */
export async function addPlanned(session: Session, changes: readonly TextChange[], first: number): Promise<void> {
  const bodies = changes.map(({ after }) => after ?? '-').join('\n');
  const values = [...keyColumns(changes), changes.map((_, index) => first + index).join('\n'), bodies];
  await session.query({ name: 'add planned', text: ADD, values });
}
