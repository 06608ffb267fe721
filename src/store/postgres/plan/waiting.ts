/**
 * Planned changes wait in temporary tables of one connection. So they need no memory of this process and no log of the
 * database, and they end with the connection. The tables also have the versions of all rows that the plan has read.
 */
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey } from '../../port.ts';
import type { Session } from '../connection/database.ts';
import { bytesToId, keyColumns } from '../state/keys.ts';
import type { PlannedChange } from './planned-changes.ts';

/** The plan finds a change by its number. An index of the keys would take longer than all other work. */
const TABLES = `
CREATE TEMPORARY TABLE examctl_planned (n integer PRIMARY KEY, kind text COLLATE "C", id bytea, body text,
  is_new boolean, folds boolean);
CREATE TEMPORARY TABLE examctl_seen (kind text COLLATE "C", id bytea, version bigint)`;

/** The planned changes, with the index entries that are folded into rows of users. Folded entries are always new. */
const PLANNED = `
SELECT n, kind, id, body FROM pg_temp.examctl_planned
UNION ALL
SELECT p.n, f.kind COLLATE "C", f.id, f.body FROM pg_temp.examctl_planned AS p CROSS JOIN LATERAL examctl.entries(p.id,
  examctl.text_field(p.body, 'UserName'), lower(examctl.text_field(p.body, 'SynchronizationKey'))) AS f WHERE p.folds`;

const LOOK_UP = `
WITH found AS MATERIALIZED (
  SELECT w.n, w.kind, w.id, p.n AS planned, CASE WHEN p.n IS NULL THEN e.body ELSE p.body END AS body,
    coalesce(e.version, 0) AS version
  FROM examctl.lines($2, $3, $4, '') AS w
  LEFT JOIN LATERAL (
    SELECT p.n, p.body FROM (${PLANNED}) AS p WHERE w.version > 0 AND p.n = w.version AND p.kind = w.kind AND p.id = w.id OFFSET 0
  ) AS p ON true
  LEFT JOIN LATERAL examctl.find($1, w.kind, w.id) AS e ON p.n IS NULL
), noted AS (
  INSERT INTO pg_temp.examctl_seen SELECT kind, id, version FROM found WHERE planned IS NULL
)
SELECT n, body FROM found WHERE body IS NOT NULL`;

const IDS = `
SELECT id FROM (
  SELECT DISTINCT ON (id) id, is_there FROM (
    SELECT id, 0 AS n, true AS is_there FROM examctl.ids($1, $2)
    UNION ALL
    SELECT id, n, body IS NOT NULL FROM (${PLANNED}) AS p WHERE kind = $2
  ) AS known ORDER BY id, n DESC
) AS last WHERE is_there`;

const ADD = `
INSERT INTO pg_temp.examctl_planned
SELECT version, kind, id, nullif(body, '-'), substr($5, n::integer, 1) <> '-', substr($5, n::integer, 1) = '+' FROM examctl.lines($1, $2, $3, $4)`;

export async function createTables(session: Session): Promise<void> {
  await session.query({ text: TABLES });
}

export async function dropTables(session: Session): Promise<void> {
  await session.query({ text: 'DROP TABLE IF EXISTS pg_temp.examctl_planned, pg_temp.examctl_seen' });
}

/**
 * Returns the texts of entities, with planned changes, by the position of their keys. A missing entity has no text.
 * `numbers` has the number of the last change of each key, or 0. A number that belongs to another key counts as 0.
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

/** Returns the ids of a kind, with planned changes, in no particular order. */
export async function plannedIds(session: Session, tenant: string, kind: EntityKind): Promise<string[]> {
  const found = await session.query<{ id: Buffer }>({ text: IDS, values: [tenant, kind] });
  return found.map(({ id }) => bytesToId(id));
}

/** Adds changes to the table. The first one gets the number `first`. */
export async function addPlanned(session: Session, changes: readonly PlannedChange[], first: number): Promise<void> {
  const rows = changes.map(({ change }) => change);
  const numbers = rows.map((_, index) => first + index).join('\n');
  const bodies = rows.map(({ after }) => after ?? '-').join('\n');
  const marks = changes.map(({ isNew, entries }) => (entries.length > 0 ? '+' : isNew ? '=' : '-')).join('');
  const values = [...keyColumns(rows), numbers, bodies, marks];
  await session.query({ name: 'add planned', text: ADD, values });
}
