/** The proposals of a draft while it is made: which field reads which columns, and why. */
import type { ColumnField } from '../../column-field.ts';
import type { PartName } from '../../words/table.ts';
import type { FieldSteps, Mapping } from '../mapping.ts';
import type { DraftRequest } from './draft-request.ts';

export interface DraftColumn {
  readonly index: number;
  readonly header: string;
  /** The different texts of its cells, trimmed, in the order of the file. */
  readonly texts: readonly string[];
  /** The parts of fields that the header can mean. */
  readonly parts: readonly PartName[];
}

export interface Proposals {
  readonly columns: readonly DraftColumn[];
  readonly fits: DraftRequest['fits'];
  /** The columns that no field reads yet and that are not ignored. */
  open(): readonly DraftColumn[];
  /** The open columns that can be this part of a field. */
  openPart(part: PartName): readonly DraftColumn[];
  isOpen(column: DraftColumn): boolean;
  isIgnored(column: DraftColumn): boolean;
  /** Returns the field of the kind with this name. */
  field(name: string): ColumnField | undefined;
  has(field: string): boolean;
  set(field: string, steps: string | FieldSteps, columns: readonly DraftColumn[], why: string): void;
  /** Says why a column stays open. */
  explain(column: DraftColumn, why: string): void;
  /** Ignores a column, since the preset does. */
  ignore(column: DraftColumn): void;
  ignoreGiven(): void;
  fields(): Mapping['fields'];
  fieldsOf(column: DraftColumn): readonly string[];
  whyOf(column: DraftColumn): string;
}

export function createProposals(
  columns: readonly DraftColumn[],
  { fields, given, ignored, fits }: DraftRequest,
): Proposals {
  const proposed = new Map<string, string | FieldSteps>();
  const readBy = new Map<DraftColumn, string[]>();
  const why = new Map<DraftColumn, string>();
  const ignoredColumns = new Set<DraftColumn>();
  const isOpen = (column: DraftColumn) => !readBy.has(column) && !ignoredColumns.has(column);
  const open = () => columns.filter(isOpen);
  const set: Proposals['set'] = (name, steps, read, reason) => {
    proposed.set(name, steps);
    for (const column of read) {
      readBy.set(column, [...(readBy.get(column) ?? []), name]);
      why.set(column, reason);
    }
  };
  return {
    columns,
    fits,
    open,
    isOpen,
    set,
    openPart: (part) => open().filter(({ parts }) => parts.includes(part)),
    isIgnored: (column) => ignoredColumns.has(column),
    field: (name) => fields.find((field) => field.name === name),
    has: (name) => proposed.has(name),
    explain: (column, reason) => void why.set(column, reason),
    ignore: (column) => {
      ignoredColumns.add(column);
      why.set(column, 'the preset ignores it');
    },
    ignoreGiven: () => {
      for (const column of columns) {
        const field = given.get(column.header);
        if (field !== undefined) set(field, column.header.replace(/[{}]/g, '$&$&'), [column], 'as you said');
        else if (ignored.includes('*') || ignored.includes(column.header) || column.header.startsWith('_')) {
          ignoredColumns.add(column);
          why.set(column, 'ignored, as you said');
        } else if (column.texts.length === 0) {
          ignoredColumns.add(column);
          why.set(column, 'all cells are empty');
        }
      }
    },
    fields: () => Object.fromEntries([...proposed].sort(([a], [b]) => orderOf(a) - orderOf(b))),
    fieldsOf: (column) => readBy.get(column) ?? [],
    whyOf: (column) => why.get(column) ?? 'no field has this header, in any language that is known',
  };

  function orderOf(name: string): number {
    return fields.findIndex((field) => field.name === name);
  }
}
