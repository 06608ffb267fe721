/** Loads and commits batches: one statement for each batch, in one round trip. */
import { randomBytes } from 'node:crypto';
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey } from '../../port.ts';
import type { TextChange } from '../../transaction.ts';
import { sortUtf8 } from '../../utf8-order.ts';
import type { Session } from '../connection/database.ts';
import { bytesToId, type KeyMap, keyColumns } from './keys.ts';
import { type List, listOf, type Row, rowOf } from './known.ts';

export interface Loaded {
  /** The rows whose version differs from the known version. */
  readonly rows: readonly Row[];
  readonly lists: ReadonlyMap<EntityKind, List>;
}

/** Rows whose version differs from the known version, and lists of ids: all from the same moment. */
const LOAD = `
SELECT w.n, NULL AS kind, NULL::bytea AS id, coalesce(e.version, 0) AS version, e.body
FROM examctl.lines($2, $3, $4, '') AS w
LEFT JOIN LATERAL examctl.find($1, w.kind, w.id) AS e ON true
WHERE coalesce(e.version, 0) <> w.version
UNION ALL
SELECT NULL, l.kind, e.id, NULL, NULL FROM unnest(string_to_array($5, E'\\n')) AS l (kind)
CROSS JOIN LATERAL examctl.ids($1, l.kind) AS e`;

export async function load(
  session: Session,
  tenant: string,
  known: readonly Pick<Row, 'kind' | 'id' | 'version'>[],
  kinds: readonly EntityKind[],
): Promise<Loaded> {
  const versions = known.map(({ version }) => version).join('\n');
  const values = [tenant, ...keyColumns(known), versions, kinds.join('\n')];
  type Found = { n: string; version: string; body: string | null } | { n: null; kind: EntityKind; id: Buffer };
  const found = await session.query<Found>({ name: 'load', text: LOAD, values });
  const ids = new Map(kinds.map((kind) => [kind, [] as string[]]));
  const rows: Row[] = [];
  for (const row of found) {
    if (row.n === null) ids.get(row.kind)?.push(bytesToId(row.id));
    else rows.push(rowOf(at(known, row.n), row.version, row.body));
  }
  return { rows, lists: new Map([...ids].map(([kind, list]) => [kind, listOf(sortUtf8(list))])) };
}

export interface Decided {
  /** All rows that the decision depends on. */
  readonly rows: readonly Row[];
  readonly lists: ReadonlyMap<EntityKind, List>;
  readonly changes: Pick<KeyMap<TextChange>, 'get'>;
}

export type Committed =
  | { readonly done: true }
  /** Nothing was written, since these rows, or lists of ids, have changed. */
  | { readonly done: false; readonly rows: readonly Row[]; readonly areListsOld: boolean };

/** A function of the database: `schema/folded-users.ts` has its text, and `schema/migrations.ts` its contract. */
const COMMIT = 'SELECT n, version, body FROM examctl.commit($1, $2, $3, $4, $5, $6, $7, $8)';

/** Commits a decision if the rows still have these versions. A repeated call with the same number changes nothing. */
export async function commit(
  session: Session,
  tenant: string,
  number: string,
  { rows, lists, changes }: Decided,
): Promise<Committed> {
  const bodies = rows.map(({ kind, id }) => bodyOf(changes.get(kind, id)));
  const versions = rows.map(({ version }) => version).join('\n');
  const digests = [...lists.values()].map(({ digest }) => digest).join('\n');
  const values = [
    tenant,
    number,
    ...keyColumns(rows),
    versions,
    bodies.join('\n'),
    [...lists.keys()].join('\n'),
    digests,
  ];
  type Changed = { n: string; version: string; body: string | null };
  const changed = await session.query<Changed>({ name: 'commit', text: COMMIT, values });
  if (changed.length === 0) return { done: true };
  return {
    done: false,
    areListsOld: changed.some(({ n }) => n === '0'),
    rows: changed.filter(({ n }) => n !== '0').map(({ n, version, body }) => rowOf(at(rows, n), version, body)),
  };
}

const [READ_ONLY, DELETED] = ['=', '-'];

function bodyOf(change: TextChange | undefined): string {
  return change === undefined ? READ_ONLY : (change.after ?? DELETED);
}

/** Returns the entry with a number of the database, which counts from 1. */
function at<T extends EntityKey>(list: readonly T[], n: string): T {
  const row = list[Number(n) - 1];
  if (row === undefined) throw new Error(`The database gave row ${n} of ${list.length}`);
  return row;
}

/** Makes a unique number for a commit: 62 random bits, plus 1, since 0 is the version of a missing row. */
export function newCommitNumber(): string {
  return String((randomBytes(NUMBER_BYTES).readBigUInt64BE() >> 2n) + 1n);
}

const NUMBER_BYTES = 8;
