/** What a planted fault is, and the ways to make one. */
import type { Severity } from '../../../src/model/finding.ts';
import type { SittingColumn } from './sittings.ts';

type Cells = Readonly<Partial<Record<SittingColumn, string>>>;

/** A row as its cells by column. */
export type CellReader = (column: SittingColumn) => string;

export interface Fault {
  /** One word for what is wrong; several faults may be of one kind. */
  readonly kind: string;
  /** Where it is planted: in one row, in every row of a schedule, or as a copy of an earlier candidate. */
  readonly on: 'row' | 'schedule' | 'copy' | 'width';
  /** Where the finding points; null for the row as a whole. */
  readonly column: SittingColumn | null;
  readonly rule: string;
  readonly severity: Severity;
  /** What is written; `width` faults say by how many cells the row is too long instead. */
  readonly cells: (original: CellReader) => Cells;
  readonly surplus?: number;
  /** Rows that the fault can stand in. */
  readonly suits?: (original: CellReader) => boolean;
}

const PERCENTAGE = 'ReasonableAdjustmentPercentage';

export function hasWorkflow(workflow: string): (original: CellReader) => boolean {
  return (original) => original('Workflow') === workflow;
}

/** One fault for each text, each in a row of its own. */
export function inRow(
  kind: string,
  column: SittingColumn,
  rule: string,
  texts: readonly string[],
  suits?: (original: CellReader) => boolean,
): Fault[] {
  const rest = suits === undefined ? {} : { suits };
  return texts.map((text) => ({
    kind,
    on: 'row',
    column,
    rule,
    severity: 'error',
    cells: () => ({ [column]: text }),
    ...rest,
  }));
}

/** So many faults that are made of the original text. */
export function changed(
  kind: string,
  column: SittingColumn,
  rule: string,
  count: number,
  change: (text: string) => string,
): Fault[] {
  const cells = (original: CellReader) => ({ [column]: change(original(column)) });
  return Array.from({ length: count }, () => ({ kind, on: 'row', column, rule, severity: 'error', cells }));
}

export function warnings(faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, severity: 'warning' }));
}

/** The candidate does have special needs: only the number is wrong. */
export function percentage(kind: string, problem: 'range' | 'type', texts: readonly string[]): Fault[] {
  const rule = `candidate.reasonable-adjustment-percentage.${problem}`;
  return inRow(kind, PERCENTAGE, rule, texts).map((fault, index) => ({
    ...fault,
    cells: () => ({ SpecialNeeds: 'yes', [PERCENTAGE]: texts[index] ?? '' }),
  }));
}

export function disagreement(column: SittingColumn, rule: string, text: string): Fault[] {
  return inRow('schedule-disagrees', column, rule, [text], (original) => original(column) !== '');
}

export function inSchedule(kind: string, column: SittingColumn, rule: string, text: string): Fault[] {
  return inRow(kind, column, rule, [text]).map((fault) => ({ ...fault, on: 'schedule' }));
}

export function copy(): Fault {
  const column = 'CandidateExtId';
  const rule = 'candidate.candidate-ext-id.duplicates';
  const suits = hasWorkflow('DEFAULT');
  return { kind: 'candidate-twice', on: 'copy', column, rule, severity: 'error', cells: () => ({}), suits };
}

export function width(surplus: number): Fault {
  const cells = () => ({});
  return { kind: 'row-width', on: 'width', column: null, rule: 'input.row.width', severity: 'error', cells, surplus };
}
