/** Fields by the names of their columns. */
import { foldName } from '../../../base/closest.ts';
import type { ColumnField } from '../../column-field.ts';

export type FieldsByName = ReadonlyMap<string, ColumnField>;

export function byFoldedName(fields: readonly ColumnField[]): FieldsByName {
  return new Map(fields.toReversed().map((field) => [foldName(field.name), field]));
}

export function fieldNamed(name: string, byName: FieldsByName): ColumnField | undefined {
  return byName.get(foldName(name)) ?? parseEntryHeader(name, byName);
}

/** Returns the path of a column after those of the list and the entry that it is a part of. */
export function pathsOf({ name, entry }: ColumnField): string[] {
  if (entry === undefined) return [name];
  const at = `${name}[${entry.index}]`;
  return entry.part === undefined ? [name, at] : [name, at, `${at}.${entry.part}`];
}

const ENTRY_HEADER = /^(.{1,80}?)\[(\d{1,3})\](?:\.(.{1,80}))?$/;

/**
 * Returns the field of a header such as `Labels[0]` or `Hierarchies[1].IsCoordinator`; `undefined` for other headers.
 */
function parseEntryHeader(header: string, byName: ReadonlyMap<string, ColumnField>): ColumnField | undefined {
  const [, listName, digits, partName] = ENTRY_HEADER.exec(header.trim()) ?? [];
  const list = listName === undefined ? undefined : byName.get(foldName(listName));
  if (list?.field.kind !== 'list') return undefined;
  const index = Number(digits);
  const entry = list.field.of;
  if (partName === undefined) return { ...list, field: entry, entry: { index } };
  if (entry.kind !== 'object') return undefined;
  const part = Object.entries(entry.resource.fields).find(([name]) => foldName(name) === foldName(partName));
  return part && { ...list, field: part[1], entry: { index, part: part[0] } };
}
