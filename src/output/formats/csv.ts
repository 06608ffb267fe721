/** The report as CSV: each record with its changes and findings, with the delimiter of the input. */
import type { Finding } from '../../model/finding.ts';
import type { FieldChange, ReportedRun } from '../../model/report.ts';
import { cutNotes } from '../report/headline.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, formatCsvRow } from './csv-text.ts';

/** One row: a finding, a changed field, or a record without findings and changes. */
interface Row {
  readonly record: ReportedRecord;
  readonly finding?: Finding;
  readonly change?: FieldChange;
}

/** The columns: first the keys of findings as in the JSON report, then those of records and changes. */
const COLUMNS = {
  severity: ({ finding }) => finding?.severity ?? null,
  file: ({ record, finding = record }) => finding.file,
  line: ({ record, finding = record }) => finding.line || null,
  // A finding from a result of the target has a line and no record number.
  record: ({ finding }) => finding?.record || null,
  column: ({ finding }) => finding?.column ?? null,
  field: ({ finding, change }) => finding?.field ?? change?.field ?? null,
  key: ({ record }) => record.key,
  code: ({ finding }) => finding?.code ?? null,
  rule: ({ finding }) => finding?.rule ?? null,
  message: ({ finding }) => finding?.message ?? null,
  suggestion: ({ finding }) => finding?.suggestion ?? null,
  name: ({ record }) => record.name,
  action: ({ record }) => record.action,
  outcome: ({ record }) => record.outcome,
  candidate: ({ change }) => change?.candidate ?? null,
  candidateName: ({ change }) => change?.name ?? null,
  before: ({ change }) => change?.before ?? null,
  after: ({ change }) => change?.after ?? null,
  sheet: ({ record, finding = record }) => finding.sheet ?? null,
  cell: ({ finding }) => finding?.cell ?? null,
} as const satisfies Record<keyof Finding, (row: Row) => CsvCell> & Record<string, (row: Row) => CsvCell>;

/** For a file. Without the byte order mark, spreadsheet programs read a CSV in the old encoding of the system. */
export function* renderReportCsv(run: ReportedRun): Generator<string> {
  yield BYTE_ORDER_MARK;
  yield* renderCsvRows(run);
}

/** For a stream to a program, which would read a byte order mark as part of the first column's name. */
export function* renderCsvRows({ report, layout }: ReportedRun): Generator<string> {
  const delimiter = layout?.format === 'rows' ? layout.delimiter : undefined;
  yield formatCsvRow(Object.keys(COLUMNS), delimiter);
  for (const record of recordsOf(report)) {
    for (const row of rowsOf(record)) {
      yield formatCsvRow(
        Object.values(COLUMNS).map((cellOf) => cellOf(row)),
        delimiter,
      );
    }
  }
  for (const note of cutNotes(report)) {
    yield formatCsvRow(
      Object.keys(COLUMNS).map((name) => (name === 'message' ? note : null)),
      delimiter,
    );
  }
}

function rowsOf(record: ReportedRecord): Row[] {
  const { findings, changes } = record;
  const rows = [...findings.map((finding) => ({ record, finding })), ...changes.map((change) => ({ record, change }))];
  return rows.length > 0 ? rows : [{ record }];
}
