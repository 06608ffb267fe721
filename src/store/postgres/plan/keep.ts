/** Commits what waits in the temporary tables, group by group, while no other transaction of the tenant is committed. */
import { GuardError } from '../../../errors.ts';
import type { EntityKind } from '../../../platform/entities.ts';
import type { KeepOptions } from '../../port.ts';
import { entityText } from '../../transaction.ts';
import { type Address, placeOf } from '../connection/address.ts';
import type { Session } from '../connection/database.ts';
import { databaseFailure } from '../connection/failures.ts';
import { newCommitNumber } from '../state/exchange.ts';
import { idToBytes } from '../state/keys.ts';

/** Transactions of one group, at most. */
const GROUP = 2_000;
/** Texts of one group that are finished first: who wants to stop waits for no more of them. */
const GROUP_FINISHED = 64;

export interface PlanToKeep {
  readonly size: number;
  /** The digests of the lists of ids that it was made on. */
  readonly lists: ReadonlyMap<EntityKind, string>;
}

export async function keepPlanned(
  session: Session,
  address: Address,
  { size, lists }: PlanToKeep,
  options: KeepOptions,
): Promise<void> {
  const { tenant } = address;
  await session.query({ text: 'SELECT pg_advisory_lock(examctl.tenant_lock($1))', values: [tenant] });
  await assertUnmoved(session, address, lists);
  for (let kept = 0; kept < size && !options.signal?.aborted; ) {
    const end = await endOfGroup(session, kept, Math.min(size, kept + GROUP), options.marker);
    await keepGroup(session, address, [kept, end], options);
    kept = end;
    options.onKept?.(kept);
  }
  await session.query({ text: 'SELECT pg_advisory_unlock(examctl.tenant_lock($1))', values: [tenant] });
}

const MOVED = `
SELECT EXISTS (
  SELECT FROM pg_temp.examctl_seen AS s
  LEFT JOIN examctl.entities AS e ON e.tenant = $1 AND e.kind = s.kind AND e.id = s.id
  WHERE coalesce(e.version, 0) <> s.version
) OR examctl.list_digests($1, $2) <> $3 AS moved`;

/** What was decided, and what guards have seen, is right only on the state that it was decided on. */
async function assertUnmoved(session: Session, address: Address, lists: PlanToKeep['lists']): Promise<void> {
  const values = [address.tenant, [...lists.keys()].join('\n'), [...lists.values()].join('\n')];
  const [found] = await session.query<{ moved: boolean }>({ text: MOVED, values });
  if (!found?.moved) return;
  throw new GuardError(
    `Others have changed the database ${placeOf(address)} since the plan was made; nothing was written`,
    {
      hint: 'Run the command again: it plans on what is there now.',
    },
  );
}

const LAST_OF_FEW = `
SELECT at FROM pg_temp.examctl_planned WHERE at > $1 AND at <= $2 AND position($3 in body) > 0
ORDER BY at OFFSET ${GROUP_FINISHED - 1} LIMIT 1`;

async function endOfGroup(session: Session, from: number, to: number, marker: string | undefined): Promise<number> {
  if (marker === undefined) return to;
  const [last] = await session.query<{ at: number }>({ text: LAST_OF_FEW, values: [from, to, marker] });
  return last?.at ?? to;
}

async function keepGroup(
  session: Session,
  address: Address,
  group: [number, number],
  options: KeepOptions,
): Promise<void> {
  let isCommitting = false;
  try {
    await finishTexts(session, group, options);
    await session.query({ text: 'BEGIN' });
    await writeGroup(session, address.tenant, group, options);
    isCommitting = true;
    await session.query({ text: 'COMMIT' });
  } catch (error) {
    if (!isCommitting) await session.query({ text: 'ROLLBACK' }).catch(() => {});
    throw databaseFailure(address, error, isCommitting);
  }
}

const MARKED = `
SELECT at, kind, encode(id, 'hex') AS id, body FROM pg_temp.examctl_planned
WHERE at > $1 AND at <= $2 AND position($3 in body) > 0 ORDER BY at`;

const FINISH = `
UPDATE pg_temp.examctl_planned AS p SET body = w.body FROM (
  SELECT l.body, (
    SELECT q.ctid FROM pg_temp.examctl_planned AS q WHERE q.kind = l.kind AND q.id = l.id AND q.at = l.version
  ) AS place FROM examctl.lines($1, $2, $3, $4) AS l OFFSET 0
) AS w WHERE p.ctid = w.place`;

async function finishTexts(
  session: Session,
  [from, to]: [number, number],
  { marker, finish }: KeepOptions,
): Promise<void> {
  if (marker === undefined || finish === undefined) return;
  type Marked = { at: number; kind: EntityKind; id: string; body: string };
  const marked = await session.query<Marked>({ text: MARKED, values: [from, to, marker] });
  if (marked.length === 0) return;
  const finished = await finish(marked.map(({ body }) => body));
  const columns = [
    marked.map(({ kind }) => kind),
    marked.map(({ id }) => `\\x${id}`),
    marked.map(({ at }) => at),
    finished,
  ];
  await session.query({ text: FINISH, values: columns.map((column) => column.join('\n')) });
}

/** Of each entity, what the last transaction of the group has left. */
const LAST = `SELECT DISTINCT ON (kind, id) kind, id, body FROM pg_temp.examctl_planned
  WHERE at > $2 AND at <= $3 ORDER BY kind, id, at DESC`;

/** By their places, which are looked up one by one: a join could begin with all rows of the tenant. */
const DELETE = `
DELETE FROM examctl.entities WHERE ctid = ANY (ARRAY(
  SELECT (SELECT e.ctid FROM examctl.entities AS e WHERE e.tenant = $1 AND e.kind = w.kind AND e.id = w.id)
  FROM (${LAST}) AS w WHERE w.body IS NULL))`;

const ON_CONFLICT = 'ON CONFLICT (tenant, kind, id) DO UPDATE SET version = excluded.version, body = excluded.body';

const WRITE = `
INSERT INTO examctl.entities (tenant, kind, id, version, body)
SELECT $1, kind, id, $4, body FROM (${LAST}) AS w WHERE body IS NOT NULL ${ON_CONFLICT}`;

const PROGRESS = `
INSERT INTO examctl.entities (tenant, kind, id, version, body) VALUES ($1, $2, $3, $4, $5) ${ON_CONFLICT}`;

async function writeGroup(
  session: Session,
  tenant: string,
  [from, to]: [number, number],
  { progress }: KeepOptions,
): Promise<void> {
  const number = newCommitNumber();
  await session.query({ text: DELETE, values: [tenant, from, to] });
  await session.query({ text: WRITE, values: [tenant, from, to, number] });
  const report = progress?.(to);
  if (report === undefined) return;
  const { kind, id, entity } = report;
  await session.query({ text: PROGRESS, values: [tenant, kind, idToBytes(id), number, entityText(entity, kind, id)] });
}
