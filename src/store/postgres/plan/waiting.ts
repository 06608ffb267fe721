/**
 * What is planned waits in temporary tables of one connection: neither this process nor the log of the database holds it,
 * and it goes with the connection. They also hold the versions of all that the plan was made on.
 */
import type { EntityKind } from '../../../platform/entities.ts';
import type { TextChange } from '../../transaction.ts';
import type { Session } from '../connection/database.ts';
import { bytesToId, type Key, keyColumns } from '../state/keys.ts';

const TABLES = `
CREATE TEMPORARY TABLE examctl_planned (
  at integer, kind text COLLATE "C", id bytea, body text, PRIMARY KEY (kind, id, at));
CREATE INDEX ON pg_temp.examctl_planned (at);
CREATE TEMPORARY TABLE examctl_seen (kind text COLLATE "C", id bytea, version bigint, PRIMARY KEY (kind, id))`;

const LOOK_UP = `
WITH found AS MATERIALIZED (
  SELECT w.n, w.kind, w.id, p.at, CASE WHEN p.at IS NULL THEN e.body ELSE p.body END AS body, coalesce(e.version, 0) AS version
  FROM examctl.lines($2, $3, '', '') AS w
  LEFT JOIN LATERAL (
    SELECT at, body FROM pg_temp.examctl_planned AS p WHERE p.kind = w.kind AND p.id = w.id ORDER BY at DESC LIMIT 1
  ) AS p ON true
  LEFT JOIN examctl.entities AS e ON p.at IS NULL AND e.tenant = $1 AND e.kind = w.kind AND e.id = w.id
), noted AS (
  INSERT INTO pg_temp.examctl_seen SELECT kind, id, version FROM found WHERE at IS NULL ON CONFLICT DO NOTHING
)
SELECT n, body FROM found WHERE body IS NOT NULL`;

const IDS = `
SELECT id FROM examctl.entities AS e WHERE tenant = $1 AND kind = $2
  AND NOT EXISTS (SELECT FROM pg_temp.examctl_planned AS p WHERE p.kind = e.kind AND p.id = e.id)
UNION ALL
SELECT id FROM (
  SELECT DISTINCT ON (id) id, body FROM pg_temp.examctl_planned WHERE kind = $2 ORDER BY id, at DESC
) AS planned WHERE body IS NOT NULL`;

const ADD = `
INSERT INTO pg_temp.examctl_planned
SELECT version, kind, id, nullif(body, '-') FROM examctl.lines($1, $2, $3, $4)`;

export async function createTables(session: Session): Promise<void> {
  await session.query({ text: TABLES });
}

export async function dropTables(session: Session): Promise<void> {
  await session.query({ text: 'DROP TABLE IF EXISTS pg_temp.examctl_planned, pg_temp.examctl_seen' });
}

/** The texts of entities with all that is planned, by their position; absent where there is none. */
export async function lookUp(
  session: Session,
  tenant: string,
  keys: readonly Key[],
): Promise<ReadonlyMap<number, string>> {
  const values = [tenant, ...keyColumns(keys)];
  const found = await session.query<{ n: string; body: string }>({ name: 'look up', text: LOOK_UP, values });
  return new Map(found.map(({ n, body }) => [Number(n) - 1, body]));
}

/** The ids of a kind with all that is planned, in no order. */
export async function plannedIds(session: Session, tenant: string, kind: EntityKind): Promise<string[]> {
  const found = await session.query<{ id: Buffer }>({ text: IDS, values: [tenant, kind] });
  return found.map(({ id }) => bytesToId(id));
}

/** One change of the transaction with this number. */
export interface PlannedChange extends TextChange {
  readonly at: number;
}

export async function addPlanned(session: Session, changes: readonly PlannedChange[]): Promise<void> {
  const bodies = changes.map(({ after }) => after ?? '-').join('\n');
  const values = [...keyColumns(changes), changes.map(({ at }) => at).join('\n'), bodies];
  await session.query({ name: 'add planned', text: ADD, values });
}
