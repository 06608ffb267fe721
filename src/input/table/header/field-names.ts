/** Fields by the names of their columns. */
import { foldName } from '../../../base/closest.ts';
import type { ColumnField } from '../../column-field.ts';
import { parseEntryHeader } from './entry-header.ts';

export type FieldsByName = ReadonlyMap<string, ColumnField>;

export function byFoldedName(fields: readonly ColumnField[]): FieldsByName {
  return new Map(fields.toReversed().map((field) => [foldName(field.name), field]));
}

export function fieldNamed(name: string, byName: FieldsByName): ColumnField | undefined {
  return byName.get(foldName(name)) ?? parseEntryHeader(name, byName);
}
