/** A fault of a generated list, and functions that create faults. */
import type { Severity } from '../../../src/model/finding.ts';
import type { SittingColumn } from './sittings.ts';

type Cells = Readonly<Partial<Record<SittingColumn, string>>>;

/** The cells of a row, by column. */
export type CellReader = (column: SittingColumn) => string;

export interface Fault {
  /** The kind of fault, in one word. */
  readonly kind: string;
  /** Where the fault is written: in one row, in all rows of a schedule, or as a copy of an earlier candidate. */
  readonly on: 'row' | 'schedule' | 'copy' | 'width';
  /** The column of the finding; null for the whole row. */
  readonly column: SittingColumn | null;
  readonly rule: string;
  readonly severity: Severity;
  /** The text to write. For `width` faults: by how many cells the row is too long. */
  readonly cells: (original: CellReader) => Cells;
  readonly surplus?: number;
  /** Whether the fault can be in a row. */
  readonly suits?: (original: CellReader) => boolean;
}

const PERCENTAGE = 'ReasonableAdjustmentPercentage';

export function hasWorkflow(workflow: string): (original: CellReader) => boolean {
  return (original) => original('Workflow') === workflow;
}

/** Creates one fault for each text. Each needs a row of its own. */
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

/** Creates a number of faults that change the original text. */
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

/** The candidate has special needs, so only the number is wrong. */
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
