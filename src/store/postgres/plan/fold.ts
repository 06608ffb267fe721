/** New users whose rows stand for the entries of their names and keys too: see the schema's step of folded users. */
import type { TextChange } from '../../transaction.ts';
import type { Session } from '../connection/database.ts';

/** A change with those of the entries that need no rows of their own. */
export interface FoldedChange {
  readonly change: TextChange;
  readonly entries: readonly TextChange[];
}

/** What is the same bytes in an id, in JSON and in the database, which finds it in the body of the user. */
const PLAIN = /^[ !#-[\]-~]+$/;
/** Of other keys, the database might make other small letters. */
const PLAIN_KEY = /^[\da-f-]+$/;
const NONE: readonly TextChange[] = [];

/** Not where servers may run that know nothing of it. */
export async function mayFold(session: Session): Promise<boolean> {
  const [found] = await session.query<{ folds: boolean }>({ text: 'SELECT examctl.may_fold() AS folds' });
  return found?.folds ?? false;
}

export function unfolded(changes: readonly TextChange[]): FoldedChange[] {
  return changes.map((change) => ({ change, entries: NONE }));
}

/** The changes of one transaction. The engine writes the entries of a user right after it. */
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

/** The entries that come next, if they are all that the user has; otherwise none. */
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

/** As the database finds it, where its text has no backslash. */
function textField(body: string, field: string): string | undefined {
  const begin = `"${field}":"`;
  const at = body.indexOf(begin);
  if (at < 0) return undefined;
  const from = at + begin.length;
  return body.slice(from, body.indexOf('"', from)) || undefined;
}
