/** The columns of a table as a mapping describes them. */
import { closest } from '../../../base/closest.ts';
import type { ColumnField } from '../../column-field.ts';
import type { CompiledMapping } from '../../mapping/compile-mapping.ts';
import type { CompiledSteps } from '../../mapping/field-steps.ts';
import { foldWord } from '../../words/meaning.ts';
import { byFoldedName, type FieldsByName, fieldNamed } from './field-names.ts';
import type { HeaderFinding } from './header-findings.ts';

/** A field that the steps of a mapping make of the cells of a row. */
export interface MappedColumn {
  readonly column: ColumnField;
  /** The positions of the cells, in the order of the template. None for a value that is the same for every record. */
  readonly indexes: readonly number[];
  readonly steps: CompiledSteps;
}

/** Rows that are no records, by the cell of one column. */
export interface SkippedRow {
  readonly index: number;
  readonly matches: (cell: string) => boolean;
}

/** What the columns of a table are known by. */
interface Known {
  readonly byName: FieldsByName;
  readonly rules: {
    readonly described?: CompiledMapping | undefined;
    readonly mapping?: ReadonlyMap<string, string> | undefined;
    readonly elsewhere?: readonly ColumnField[] | undefined;
  };
}

/** What a mapping says of a header. `resolved` has the columns that are read as they are; absent without a mapping. */
export interface DescribedColumns {
  readonly mapped: readonly MappedColumn[];
  readonly skips: readonly SkippedRow[];
  readonly resolved?: readonly { readonly field?: ColumnField | undefined }[] | undefined;
  readonly faults: readonly HeaderFinding[];
}

const NOTHING: DescribedColumns = { mapped: [], skips: [], faults: [] };

/** Finds the columns of a mapping. Headers are compared without case, blanks and accents; `--map` comes first. */
export function describeColumns(names: readonly string[], { rules, byName }: Known): DescribedColumns {
  const { described, mapping = new Map() } = rules;
  if (described === undefined) return NOTHING;
  const resolved: { field?: ColumnField | undefined }[] = names.map((name) => {
    const field = mapping.get(name);
    return { field: field === undefined ? undefined : fieldNamed(field, byName) };
  });
  const elsewhere = byFoldedName(rules.elsewhere ?? []);
  const mapped: MappedColumn[] = [];
  const faults: HeaderFinding[] = [];
  const find = (header: string) => names.findIndex((name) => foldWord(name) === foldWord(header));
  const position = (header: string): number[] => {
    const index = find(header);
    if (index === -1) faults.push(missingHeader(described.name, header, names));
    return index === -1 ? [] : [index];
  };
  for (const { name, steps } of described.fields) {
    const column = fieldNamed(name, byName);
    if (column === undefined || resolved.some(({ field }) => field?.name === column.name)) continue;
    const columns = steps.template?.columns ?? [];
    // Each of two joined tables has the field that joins them, perhaps under a header of its own.
    if (fieldNamed(name, elsewhere) !== undefined && columns.some((header) => find(header) === -1)) continue;
    const indexes = columns.flatMap(position);
    if (indexes.length < columns.length) continue;
    const [only] = indexes;
    const isWhole = only !== undefined && steps.isCell && resolved[only]?.field === undefined;
    if (isWhole) resolved[only] = { field: column };
    else mapped.push({ column, indexes, steps });
  }
  const skipRows = described.skipRows.filter(({ column }) => elsewhere.size === 0 || find(column) !== -1);
  const skips = skipRows.flatMap(({ column, matches }) => position(column).map((index) => ({ index, matches })));
  return { resolved, mapped, skips, faults };
}

function missingHeader(mapping: string, header: string, names: readonly string[]): HeaderFinding {
  const meant = closest(header, names);
  return {
    severity: 'error',
    rule: 'input.mapping.column',
    message: `The mapping ${mapping} reads the column ${JSON.stringify(header)}, and the file has none`,
    suggestion:
      meant === undefined ? 'correct the mapping, or export the column' : `did you mean ${JSON.stringify(meant)}?`,
  };
}

/** Returns the test whether a mapping reads a column, for a field or to find rows that it skips. */
export function readColumns({ mapped, skips }: DescribedColumns): (index: number) => boolean {
  const read = new Set([...mapped.flatMap(({ indexes }) => indexes), ...skips.map(({ index }) => index)]);
  return (index) => read.has(index);
}

/** Whether a list of columns to ignore has a header. */
export function isNamed(ignore: readonly string[] | undefined, name: string): boolean {
  return ignore?.some((other) => other === '*' || foldWord(other) === foldWord(name)) === true;
}
