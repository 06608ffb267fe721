/** Loads rows and lists of ids in one statement, so all are from the same moment. */
import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey, Store } from '../../port.ts';
import { StoredRecord } from '../../transaction.ts';
import { sortUtf8 } from '../../utf8-order.ts';
import type { Session } from '../connection/database.ts';
import { bytesToId, idToHex, keyColumns } from './keys.ts';

/** A row of the database, or the fact that there is none. */
export interface Row {
  /** The number of the commit that wrote it, as the database writes it. */
  readonly version: string;
  readonly record: StoredRecord | undefined;
}

/** The version of a key without a row. */
export const NO_ROW = '0';

/** The ids of a kind, with the same digest as the database makes. */
export interface List {
  readonly ids: readonly string[];
  readonly digest: string;
}

interface Loaded {
  /** The rows in the order of their keys. */
  readonly rows: readonly Row[];
  readonly lists: ReadonlyMap<EntityKind, List>;
}

export type Load = (keys: readonly EntityKey[], kinds: readonly EntityKind[]) => Promise<Loaded>;

const LOAD = `
SELECT w.n, NULL AS kind, NULL::bytea AS id, coalesce(e.version, 0) AS version, e.body
FROM examctl.lines($2, $3) AS w LEFT JOIN LATERAL examctl.find($1, w.kind, w.id) AS e ON true
UNION ALL
SELECT NULL, l.kind, e.id, NULL, NULL
FROM unnest(string_to_array($4, E'\\n')) AS l (kind) CROSS JOIN LATERAL examctl.ids($1, l.kind) AS e`;

export async function load(session: Session, tenant: string, ...[keys, kinds]: Parameters<Load>): Promise<Loaded> {
  const values = [tenant, ...keyColumns(keys), kinds.join('\n')];
  type Found = { n: string; version: string; body: string | null } | { n: null; kind: EntityKind; id: Buffer };
  const found = await session.query<Found>({ name: 'load', text: LOAD, values });
  const ids = new Map(kinds.map((kind) => [kind, [] as string[]]));
  const rows: Row[] = [];
  for (const row of found) {
    if (row.n === null) ids.get(row.kind)?.push(bytesToId(row.id));
    else {
      const record = row.body === null ? undefined : new StoredRecord(row.body);
      rows[Number(row.n) - 1] = { version: row.version, record };
    }
  }
  return { rows, lists: new Map([...ids].map(([kind, list]) => [kind, listOf(sortUtf8(list))])) };
}

function listOf(ids: readonly string[]): List {
  // The database sorts ids by their bytes.
  const bytes = ids.map(idToHex).sort();
  return { ids, digest: createHash('md5').update(bytes.join(',')).digest('hex') };
}

/**
 * The statement has no name, so that the database plans it for each page. A shared query plan would start at the first
 * row.
 */
const EACH = `
SELECT id, ARRAY(SELECT examctl.text_field(body, name) FROM unnest($3::text[]) WITH ORDINALITY AS n (name, at) ORDER BY at) AS texts
FROM examctl.entities WHERE tenant = $1 AND kind = $2 AND ($4::bytea IS NULL OR id > $4) ORDER BY id LIMIT $5`;

/** Rows of a page. */
const ROWS = 20_000;

export async function eachText(
  session: Session,
  tenant: string,
  ...[{ kind, names }, see]: Parameters<Store['eachText']>
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const values = [tenant, kind, `{${names.map((name) => JSON.stringify(name)).join()}}`, after, ROWS];
    const rows: readonly Found[] = await session.query<Found>({ text: EACH, values });
    for (const { id, texts } of rows) see(bytesToId(id), texts.map(unescaped));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = `\\x${last.id.toString('hex')}`;
  }
}

interface Found {
  readonly id: Buffer;
  /** The JSON texts between the quotes; null for a missing or empty text. */
  readonly texts: readonly (string | null)[];
}

function unescaped(text: string | null): string | undefined {
  if (!text) return undefined;
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
}
