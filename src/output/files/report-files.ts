/** Reports as files (`--report FILE`). A further format is one more entry of the table. */
import type { Finding } from '../../bulk/model/finding.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { UsageError } from '../../errors.ts';
import { type CsvCell, formatCsvRow } from './csv.ts';
import { renderJson } from './json.ts';
import { findingsOfResults } from '../report/result-findings.ts';
import type { TextParts } from '../terminal/text-parts.ts';

export type ReportFileKind = 'json' | 'csv';

interface ReportFormat {
  /** The ending of file names that means this format. */
  readonly ending: string;
  render(report: BulkReport): TextParts;
}

const REPORT_FORMATS = {
  json: { ending: '.json', render: renderJson },
  csv: { ending: '.csv', render: renderReportCsv },
} as const satisfies Record<ReportFileKind, ReportFormat>;

export function renderReportFile(kind: ReportFileKind, report: BulkReport): TextParts {
  return REPORT_FORMATS[kind].render(report);
}

const KINDS = Object.keys(REPORT_FORMATS) as ReportFileKind[];

/** The endings as help and errors name them: `.json or .csv`. */
export const REPORT_ENDINGS = KINDS.map((kind) => REPORT_FORMATS[kind].ending).join(' or ');

/** The format that a file's ending means. */
export function reportKindOf(file: string): ReportFileKind {
  const found = KINDS.find((kind) => file.toLowerCase().endsWith(REPORT_FORMATS[kind].ending));
  if (found === undefined) throw new UsageError(`--report: ${file} must end in ${REPORT_ENDINGS}`);
  return found;
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
