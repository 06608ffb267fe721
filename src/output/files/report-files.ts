/** Reports as files (`--report FILE`). A further format is one more entry of the table. */
import type { Finding } from '../../bulk/model/finding.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { type CsvCell, formatCsvRow } from './csv.ts';
import { renderJson } from './json.ts';
import { findingsOfResults } from '../report/result-findings.ts';
import type { TextParts } from '../terminal/text-parts.ts';

export type ReportFileKind = 'json' | 'csv';

interface ReportFormat {
  /** Endings of file names that mean this format. */
  readonly endings: readonly string[];
  render(report: BulkReport): TextParts;
}

const REPORT_FORMATS = {
  json: { endings: ['.json'], render: renderJson },
  csv: { endings: ['.csv'], render: renderReportCsv },
} as const satisfies Record<ReportFileKind, ReportFormat>;

export function renderReportFile(kind: ReportFileKind, report: BulkReport): TextParts {
  return REPORT_FORMATS[kind].render(report);
}

/** The format that a file's ending means; undefined if it means none. */
export function reportKindOf(file: string): ReportFileKind | undefined {
  const name = file.toLowerCase();
  const kinds = Object.keys(REPORT_FORMATS) as ReportFileKind[];
  return kinds.find((kind) => REPORT_FORMATS[kind].endings.some((ending) => name.endsWith(ending)));
}

const CSV_COLUMNS = {
  severity: (finding) => finding.severity,
  file: (finding) => finding.file,
  line: (finding) => finding.line,
  // A result of the target knows the line alone.
  record: (finding) => finding.record || null,
  column: (finding) => finding.column,
  field: (finding) => finding.field,
  key: (finding) => finding.key,
  code: (finding) => finding.code,
  rule: (finding) => finding.rule,
  message: (finding) => finding.message,
  suggestion: (finding) => finding.suggestion,
} as const satisfies Record<keyof Finding, (finding: Finding) => CsvCell>;

/** One row for each finding and for each error of a record that did not succeed. */
function* renderReportCsv({ findings, results }: BulkReport): Generator<string> {
  yield formatCsvRow(Object.keys(CSV_COLUMNS));
  const columns = Object.values(CSV_COLUMNS);
  for (const finding of [...findings, ...findingsOfResults(results)]) {
    yield formatCsvRow(columns.map((cellOf) => cellOf(finding)));
  }
}
