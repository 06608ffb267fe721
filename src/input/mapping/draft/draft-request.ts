/** What a draft is made of. */
import type { ColumnField } from '../../column-field.ts';
import type { Mapping } from '../mapping.ts';

/** A table as a draft sees it: the texts of its cells, as templates get them. */
export interface DraftTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface DraftRequest {
  readonly kind: Mapping['kind'];
  readonly fields: readonly ColumnField[];
  /** How the file is read: the flags that the draft keeps. */
  readonly read: NonNullable<Mapping['read']>;
  /** A mapping to begin with. */
  readonly preset?: Mapping | undefined;
  /** Fields by header, and columns to ignore, that the user has said. */
  readonly given: ReadonlyMap<string, string>;
  readonly ignored: readonly string[];
  /** Whether a column has values that the field accepts. */
  readonly fits: (field: ColumnField, texts: readonly string[]) => boolean;
}
