/** What `--map` names must be there: a slip in a header would leave its column unread without a word. */
import { closest } from '../../base/closest.ts';
import { UsageError } from '../../errors.ts';
import { isOwnHeader } from '../../input/table/columns.ts';
import type { Input } from '../../input/port.ts';

/** So many columns are named where none is like the one that was not found. */
const MAX_COLUMNS_NAMED = 5;

/** Refuses a header of `--map` that none of the files has. A file of mappings may serve several files, and is not checked. */
export function checkMappedHeaders(map: ReadonlyMap<string, string> | undefined, inputs: readonly Input[]): void {
  const headers = inputs.flatMap((input) => (input.kind === 'table' ? input.header.names : []));
  for (const header of map?.keys() ?? []) {
    const quoted = JSON.stringify(header);
    if (isOwnHeader(header)) {
      throw new UsageError(`--map: the column ${quoted} is never read`, {
        hint: 'Names that begin with _ are those of rejects files; give the column another name.',
      });
    }
    if (headers.includes(header)) continue;
    throw new UsageError(`--map: no input file has a column ${quoted}`, { hint: hintFor(header, headers) });
  }
}

function hintFor(header: string, headers: readonly string[]): string {
  if (headers.length === 0) return 'JSON names fields as they are; --map is for the columns of CSV files.';
  const meant = closest(header, headers);
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  const named = headers.slice(0, MAX_COLUMNS_NAMED).map((name) => JSON.stringify(name));
  return `The columns are ${named.join(', ')}${headers.length > named.length ? ', …' : ''}`;
}
