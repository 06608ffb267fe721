/**
 * Folds the index entries of a new user's name and key into the row of the user, which then replaces three rows:
 * `schema/folded-users.ts` explains it.
 */
import type { TextChange } from '../../transaction.ts';
import type { Session } from '../connection/database.ts';

/** A change, and the changes of the index entries that need no rows of their own. */
export interface FoldedChange {
  readonly change: TextChange;
  readonly entries: readonly TextChange[];
}

/**
 * Characters that have the same bytes in an id, in JSON and in the database, which searches them in the body of the
 * user.
 */
const PLAIN = /^[ !#-[\]-~]+$/;
/** For other characters, the database might have other lower-case letters than JavaScript. */
const PLAIN_KEY = /^[\da-f-]+$/;
const NONE: readonly TextChange[] = [];

/** Whether users may be folded: not if older servers, which do not know folded users, may still run. */
export async function mayFold(session: Session): Promise<boolean> {
  const [found] = await session.query<{ folds: boolean }>({ text: 'SELECT examctl.may_fold() AS folds' });
  return found?.folds ?? false;
}

export function withoutFolding(changes: readonly TextChange[]): FoldedChange[] {
  return changes.map((change) => ({ change, entries: NONE }));
}

/** Folds the changes of one transaction. The engine writes the index entries of a user directly after the user. */
export function foldEntries(changes: readonly TextChange[]): FoldedChange[] {
  const folded: FoldedChange[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    if (change === undefined) continue;
    const entries = change.kind === 'Users' && change.isNew ? entriesOf(change, changes, at + 1) : NONE;
    folded.push({ change, entries });
    at += entries.length;
  }
  return folded;
}

/** Returns the next changes if they are exactly the index entries of the user; otherwise none. */
function entriesOf(
  { id, after = '' }: TextChange,
  changes: readonly TextChange[],
  from: number,
): readonly TextChange[] {
  const name = textField(after, 'UserName');
  const key = textField(after, 'SynchronizationKey')?.toLowerCase();
  if (!PLAIN.test(id) || (name !== undefined && !PLAIN.test(name)) || (key !== undefined && !PLAIN_KEY.test(key)))
    return NONE;
  const body = `{"ExternalId":"${id}"}`;
  const isEntry = (change: TextChange | undefined, kind: TextChange['kind'], of: string): boolean =>
    change?.kind === kind && change.id === of && change.isNew === true && change.after === body;
  let to = from;
  if (name !== undefined && !isEntry(changes[to++], 'UserNames', name)) return NONE;
  if (key !== undefined && !isEntry(changes[to++], 'SynchronizationKeys', key)) return NONE;
  return changes.slice(from, to);
}

/** Finds the text of a field in the same way as the database, for bodies without a backslash. */
function textField(body: string, field: string): string | undefined {
  const begin = `"${field}":"`;
  const at = body.indexOf(begin);
  if (at < 0) return undefined;
  const from = at + begin.length;
  return body.slice(from, body.indexOf('"', from)) || undefined;
}
