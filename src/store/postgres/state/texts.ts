/** Reads the texts of some fields in all entities of a kind. */
import type { Store } from '../../port.ts';
import type { Session } from '../connection/database.ts';
import { bytesToId } from './keys.ts';

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
