/**
 * Commits the changes in the temporary tables, group by group. Meanwhile, no other transaction of the tenant can
 * commit.
 */
import { GuardError } from '../../../errors.ts';
import type { EntityKind } from '../../../platform/entities.ts';
import type { KeepOptions } from '../../port.ts';
import { entityText } from '../../transaction.ts';
import { type Address, describeDatabase } from '../connection/address.ts';
import type { Session } from '../connection/database.ts';
import { databaseFailure } from '../connection/failures.ts';
import { newCommitNumber } from '../state/exchange.ts';
import { idToBytes } from '../state/keys.ts';
import type { PlannedChanges } from './planned-changes.ts';

/** The maximum number of transactions in a group. */
const MAX_GROUP = 2_000;
/** The maximum number of texts in a group that need `finish`, which is slow: an abort waits for the whole group. */
const MAX_TO_FINISH = 64;

export interface PlanToKeep {
  readonly planned: PlannedChanges;
  /** The digests of the lists of ids that the plan has read. */
  readonly lists: ReadonlyMap<EntityKind, string>;
}

export async function keepPlanned(
  session: Session,
  address: Address,
  { planned, lists }: PlanToKeep,
  options: KeepOptions,
): Promise<void> {
  const { tenant } = address;
  await session.query({ text: 'SELECT pg_advisory_lock(examctl.tenant_lock($1))', values: [tenant] });
  await assertUnchanged(session, address, lists);
  for (let kept = 0; kept < planned.size && !options.signal?.aborted; ) {
    const to = await endOfGroup(session, planned, kept, options.marker);
    const group = { to, changes: [planned.endOf(kept), planned.endOf(to)], areAllNew: planned.areAllNew } as const;
    await keepGroup(session, address, group, options);
    kept = to;
    options.onKept?.(kept);
  }
  await session.query({ text: 'SELECT pg_advisory_unlock(examctl.tenant_lock($1))', values: [tenant] });
}

const HAS_CHANGED = `
SELECT EXISTS (
  SELECT FROM pg_temp.examctl_seen AS s
  LEFT JOIN LATERAL examctl.find($1, s.kind, s.id) AS e ON true
  WHERE coalesce(e.version, 0) <> s.version
) OR examctl.list_digests($1, $2) <> $3 AS changed`;

/** The decisions of the plan, and the checks of guards, are right only for the state that they have read. */
async function assertUnchanged(session: Session, address: Address, lists: PlanToKeep['lists']): Promise<void> {
  const values = [address.tenant, [...lists.keys()].join('\n'), [...lists.values()].join('\n')];
  const [found] = await session.query<{ changed: boolean }>({ text: HAS_CHANGED, values });
  if (!found?.changed) return;
  throw new GuardError(
    `Others have changed the database ${describeDatabase(address)} since the plan was made; nothing was written`,
    {
      hint: 'Run the command again: it plans on the new state.',
    },
  );
}

/** Transactions that are committed together. */
interface Group {
  /** The number of transactions that are kept with this group and the groups before it. */
  readonly to: number;
  /** The number of the last change before the group, and of the last change in it. */
  readonly changes: readonly [number, number];
  readonly areAllNew: boolean;
}

const LAST_TO_FINISH = `
SELECT n FROM pg_temp.examctl_planned WHERE n > $1 AND n <= $2 AND position($3 in body) > 0
ORDER BY n OFFSET ${MAX_TO_FINISH - 1} LIMIT 1`;

async function endOfGroup(
  session: Session,
  planned: PlannedChanges,
  from: number,
  marker: string | undefined,
): Promise<number> {
  const to = Math.min(planned.size, from + MAX_GROUP);
  if (marker === undefined) return to;
  const values = [planned.endOf(from), planned.endOf(to), marker];
  const [last] = await session.query<{ n: number }>({ text: LAST_TO_FINISH, values });
  return last === undefined ? to : planned.transactionsUpTo(last.n);
}

async function keepGroup(session: Session, address: Address, group: Group, options: KeepOptions): Promise<void> {
  let isCommitting = false;
  try {
    await finishTexts(session, group.changes, options);
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
SELECT n, body FROM pg_temp.examctl_planned
WHERE n > $1 AND n <= $2 AND position($3 in body) > 0 ORDER BY n`;

const FINISH = `
UPDATE pg_temp.examctl_planned AS p SET body = w.body FROM examctl.lines('', '', $1, $2) AS w WHERE p.n = w.version`;

async function finishTexts(
  session: Session,
  changes: Group['changes'],
  { marker, finish }: KeepOptions,
): Promise<void> {
  if (marker === undefined || finish === undefined) return;
  const marked = await session.query<{ n: number; body: string }>({ text: MARKED, values: [...changes, marker] });
  if (marked.length === 0) return;
  const finished = await finish(marked.map(({ body }) => body));
  await session.query({ text: FINISH, values: [marked.map(({ n }) => n).join('\n'), finished.join('\n')] });
}

/** The last change in the group of each entity that existed before, in the database or in the plan. */
const LAST = `SELECT DISTINCT ON (kind, id) kind, id, body FROM pg_temp.examctl_planned
  WHERE n > $2 AND n <= $3 AND NOT is_new ORDER BY kind, id, n DESC`;

const UNFOLD = `SELECT examctl.unfold($1, f.id) FROM (${LAST}) AS w
CROSS JOIN LATERAL examctl.to_unfold($1, w.kind, w.id, w.body) AS f`;

const DELETE = `SELECT examctl.remove($1, kind, id) FROM (${LAST}) AS w WHERE body IS NULL`;

const ON_CONFLICT = 'ON CONFLICT (tenant, kind, id) DO UPDATE SET version = excluded.version, body = excluded.body';

const WRITE = `
INSERT INTO examctl.entities (tenant, kind, id, version, body)
SELECT $1, kind, id, $4, body FROM (${LAST}) AS w WHERE body IS NOT NULL ${ON_CONFLICT}`;

/** New entities, each once, take two thirds of the time. They are written before later changes of the same entities. */
const WRITE_NEW = `
INSERT INTO examctl.entities (tenant, kind, id, version, body, folds)
SELECT $1, kind, id, $4, body, folds FROM pg_temp.examctl_planned WHERE n > $2 AND n <= $3 AND is_new`;

const PROGRESS = `
INSERT INTO examctl.entities (tenant, kind, id, version, body) VALUES ($1, $2, $3, $4, $5) ${ON_CONFLICT}`;

async function writeGroup(
  session: Session,
  tenant: string,
  { to, changes, areAllNew }: Group,
  { progress }: KeepOptions,
): Promise<void> {
  const number = newCommitNumber();
  await session.query({ text: WRITE_NEW, values: [tenant, ...changes, number] });
  if (!areAllNew) {
    await session.query({ text: UNFOLD, values: [tenant, ...changes] });
    await session.query({ text: DELETE, values: [tenant, ...changes] });
    await session.query({ text: WRITE, values: [tenant, ...changes, number] });
  }
  const report = progress?.(to);
  if (report === undefined) return;
  const { kind, id, entity } = report;
  await session.query({ text: PROGRESS, values: [tenant, kind, idToBytes(id), number, entityText(entity, kind, id)] });
}
