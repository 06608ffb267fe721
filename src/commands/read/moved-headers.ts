/** Reports headers of a saved mapping that the files no longer have, and the headers that replace them. */
import { closest, foldName } from '../../base/closest.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import type { Input } from '../../input/port.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { ReadOptions } from '../options/bulk-options.ts';

interface Reporting {
  readonly inputs: readonly Input[];
  readonly output: Output;
}

/** Skips fields of other kinds, since a mapping may serve several kinds. `--map` is checked elsewhere. */
export function reportMovedHeaders(
  { map, mapFile }: ReadOptions,
  mapping: ReadonlyMap<string, string>,
  { parts, resource }: Kind<unknown>,
  { inputs, output }: Reporting,
): void {
  const headers = inputs.flatMap((input) => (input.kind === 'table' ? input.header.names : []));
  if (mapFile === undefined || headers.length === 0) return;
  const fieldOf = (header: string) => foldName(mapping.get(header) ?? header);
  const fields = new Set((parts ?? [resource]).flatMap(({ fields: own }) => Object.keys(own).map(foldName)));
  const unknownHeaders = headers.filter((header) => !fields.has(fieldOf(header)));
  for (const [header, field] of mapping) {
    if (map?.has(header) || headers.includes(header) || !fields.has(foldName(field))) continue;
    const now = headers.find((name) => fieldOf(name) === foldName(field));
    // A mapping may have several headers for one field. A file needs only one of them.
    if (now !== undefined && mapping.has(now)) continue;
    const missing = `${mapFile} names the column ${JSON.stringify(header)}, which no input file has`;
    if (now !== undefined) {
      output.note(`${missing}: ${field} is read from ${JSON.stringify(now)} now`);
      continue;
    }
    const like = closest(header, unknownHeaders);
    const question = like === undefined ? '' : `; did ${JSON.stringify(like)} take its place?`;
    output.warn(`${missing}: no column is read as ${field}${question}`);
  }
}
