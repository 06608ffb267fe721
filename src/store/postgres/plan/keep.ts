/** Commits the changes in the temporary tables at once. Meanwhile, no other transaction of the tenant can commit. */
import { GuardError } from '../../../errors.ts';
import type { EntityKind } from '../../../platform/entities.ts';
import { type Address, describeDatabase } from '../connection/address.ts';
import type { Session } from '../connection/database.ts';
import { databaseFailure } from '../connection/failures.ts';
import { newCommitNumber } from '../state/exchange.ts';
import type { PlannedChanges } from './planned-changes.ts';

export interface PlanToKeep {
  readonly planned: PlannedChanges;
  /** The digests of the lists of ids that the plan has read. */
  readonly lists: ReadonlyMap<EntityKind, string>;
}

export async function keepPlanned(session: Session, address: Address, { planned, lists }: PlanToKeep): Promise<void> {
  const { tenant } = address;
  await session.query({ text: 'SELECT pg_advisory_lock(examctl.tenant_lock($1))', values: [tenant] });
  await assertUnchanged(session, address, lists);
  await keepAll(session, address, planned);
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

async function keepAll(session: Session, address: Address, planned: PlannedChanges): Promise<void> {
  let isCommitting = false;
  try {
    await session.query({ text: 'BEGIN' });
    await writeAll(session, address.tenant, planned);
    isCommitting = true;
    await session.query({ text: 'COMMIT' });
  } catch (error) {
    if (!isCommitting) await session.query({ text: 'ROLLBACK' }).catch(() => {});
    throw databaseFailure(address, error, isCommitting);
  }
}

/** The last change of each entity that existed before, in the database or in the plan. */
const LAST = `SELECT DISTINCT ON (kind, id) kind, id, body FROM pg_temp.examctl_planned
  WHERE NOT is_new ORDER BY kind, id, n DESC`;

const UNFOLD = `SELECT examctl.unfold($1, f.id) FROM (${LAST}) AS w
CROSS JOIN LATERAL examctl.to_unfold($1, w.kind, w.id, w.body) AS f`;

const DELETE = `SELECT examctl.remove($1, kind, id) FROM (${LAST}) AS w WHERE body IS NULL`;

const ON_CONFLICT = 'ON CONFLICT (tenant, kind, id) DO UPDATE SET version = excluded.version, body = excluded.body';

const WRITE = `
INSERT INTO examctl.entities (tenant, kind, id, version, body)
SELECT $1, kind, id, $2, body FROM (${LAST}) AS w WHERE body IS NOT NULL ${ON_CONFLICT}`;

/** New entities, each once, take two thirds of the time. They are written before later changes of the same entities. */
const WRITE_NEW = `
INSERT INTO examctl.entities (tenant, kind, id, version, body, folds)
SELECT $1, kind, id, $2, body, folds FROM pg_temp.examctl_planned WHERE is_new`;

async function writeAll(session: Session, tenant: string, { areAllNew }: PlannedChanges): Promise<void> {
  const number = newCommitNumber();
  await session.query({ text: WRITE_NEW, values: [tenant, number] });
  if (areAllNew) return;
  await session.query({ text: UNFOLD, values: [tenant] });
  await session.query({ text: DELETE, values: [tenant] });
  await session.query({ text: WRITE, values: [tenant, number] });
}
