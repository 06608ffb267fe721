/** Columns that hold one entry of a list each: `Labels[0]`, `Hierarchies[1].IsCoordinator`. */
import { foldName } from '../../base/closest.ts';
import type { ColumnField } from './column-field.ts';

const ENTRY_HEADER = /^(.{1,80}?)\[(\d{1,3})\](?:\.(.{1,80}))?$/;

/** The column of an indexed header; `undefined` where it names no list, or no field of its entries. */
export function parseEntryHeader(header: string, byName: ReadonlyMap<string, ColumnField>): ColumnField | undefined {
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
