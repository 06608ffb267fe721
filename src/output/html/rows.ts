/** The rows of the HTML report's table: errors, warnings, notes, then changes and records, each in the order of the files. */
import { type Finding, SEVERITIES } from '../../model/finding.ts';
import { describePlace } from '../../model/place.ts';
import type { BulkReport, FieldChange } from '../../model/report.ts';
import { describeSubject } from '../report/changes.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';

/** The kinds of rows in the order in which the table has them. */
export const ROW_KINDS = [...SEVERITIES, 'change', 'record'] as const;

/** The columns of the table. */
export const COLUMNS = ['Kind', 'Place', 'Column', 'Id', 'Name', 'Message', 'Rule', 'Outcome'] as const;

/** The texts of the columns, then the suggestion. No text has a tab or a line break. */
export type ReportRow = readonly string[];

const MAX_UNITS = 1_000;

export function* reportRows(report: BulkReport): Generator<ReportRow> {
  const records = recordsOf(report);
  for (const severity of SEVERITIES) {
    for (const record of records) {
      for (const finding of record.findings) if (finding.severity === severity) yield findingRow(record, finding);
    }
  }
  for (const record of records) {
    const { changes, findings, action } = record;
    for (const change of changes) {
      yield toRow(record, { Kind: 'change', Column: printable(change.field), Message: describeChange(change) });
    }
    if (findings.length + changes.length === 0) yield toRow(record, { Kind: 'record', Message: action ?? '' });
  }
}

/** The row of a record. Its own texts come before those of the record. */
function toRow(
  record: ReportedRecord,
  own: Partial<Record<(typeof COLUMNS)[number], string>>,
  suggestion = '',
): ReportRow {
  const texts: Partial<Record<string, string>> = {
    Place: printable(describePlace(record)),
    Id: printable(record.key),
    Name: printable(record.name),
    Outcome: record.outcome ?? '',
    ...own,
  };
  return [...COLUMNS.map((name) => texts[name] ?? ''), suggestion];
}

function findingRow(record: ReportedRecord, finding: Finding): ReportRow {
  const { severity, column, field, message, suggestion, rule, code } = finding;
  const texts = {
    Kind: severity,
    Place: printable(describePlace(finding)),
    Column: printable(column ?? field),
    Message: printable(message),
    Rule: printable(rule) + (code === null ? '' : ` (${code})`),
  };
  return toRow(record, texts, printable(suggestion));
}

function describeChange({ before, after, candidate, name }: FieldChange): string {
  const who = candidate === undefined ? '' : `${describeSubject(candidate, name)}: `;
  return `${who}${printable(before ?? '(none)')} → ${printable(after ?? '(none)')}`;
}

/** Escapes invisible characters and those that change the direction of the text; cuts long text. */
function printable(text: string | null): string {
  if (text === null) return '';
  return forTerminal(text.length > MAX_UNITS ? `${text.slice(0, MAX_UNITS)}…` : text);
}
