/** The proposals of a draft while it is made: which field reads which columns, and why. */
import type { ColumnField } from '../../column-field.ts';
import type { PartName } from '../../words/meaning.ts';
import type { FieldSteps, Mapping } from '../mapping.ts';
import { type Steps, stepsFor } from './contents.ts';

export interface DraftColumn {
  readonly header: string;
  /** The template of the column alone. */
  readonly from: string;
  /** The different texts of its cells, trimmed, in the order of the file. */
  readonly texts: readonly string[];
  /** The parts of fields that the header can mean. */
  readonly parts: readonly PartName[];
  /** The fields that read the column; none if it is open or ignored. */
  readonly fields: string[];
  isIgnored: boolean;
  /** Why it is read, ignored or open. */
  why: string;
}

export class Proposals {
  readonly columns: readonly DraftColumn[];
  readonly #known: readonly ColumnField[];
  readonly #proposed = new Map<string, string | FieldSteps>();

  constructor(columns: readonly DraftColumn[], known: readonly ColumnField[]) {
    this.columns = columns;
    this.#known = known;
  }

  /** Returns the fields of the kind that have one of these names. */
  named(...names: string[]): readonly ColumnField[] {
    return this.#known.filter(({ name }) => names.includes(name));
  }

  /** Returns the columns that no field reads yet and that are not ignored. */
  open(): readonly DraftColumn[] {
    return this.columns.filter(isOpen);
  }

  /** Returns the only open column that can be a part and whose texts pass the test; none if there are several. */
  only(part: PartName, test: (texts: readonly string[]) => boolean = () => true): DraftColumn | undefined {
    const [column, other] = this.open().filter(({ parts, texts }) => parts.includes(part) && test(texts));
    return other === undefined ? column : undefined;
  }

  has(field: string): boolean {
    return this.#proposed.has(field);
  }

  /** Whether the kind has a field for which nothing is proposed yet. */
  isFree(name: string): boolean {
    return this.named(name).length > 0 && !this.has(name);
  }

  /** Proposes one column for a field, with the steps that its texts need. */
  setCell(field: ColumnField, column: DraftColumn, why: string): void {
    this.setSteps(field.name, column.from, stepsFor(field, column.texts) ?? {}, [column], why);
  }

  setSteps(name: string, from: string, steps: Steps, columns: readonly DraftColumn[], why: string): void {
    this.set(name, Object.keys(steps).length === 0 ? from : { from, ...steps }, columns, why);
  }

  set(field: string, steps: string | FieldSteps, columns: readonly DraftColumn[], why: string): void {
    this.#proposed.set(field, steps);
    for (const column of columns) {
      if (!column.fields.includes(field)) column.fields.push(field);
      column.why = why;
    }
  }

  /** Returns the steps of all fields that read a column, in the order of the contract. */
  fields(): Mapping['fields'] {
    const orderOf = (name: string) => this.#known.findIndex((field) => field.name === name);
    return Object.fromEntries([...this.#proposed].sort(([a], [b]) => orderOf(a) - orderOf(b)));
  }
}

export function isOpen({ fields, isIgnored }: DraftColumn): boolean {
  return fields.length === 0 && !isIgnored;
}
