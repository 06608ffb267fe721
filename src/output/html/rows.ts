/** The rows of the HTML report's table: errors, warnings, notes, then changes and records, each in the order of the files. */
import type { KeptRow } from '../../model/draft.ts';
import { type Finding, SEVERITIES } from '../../model/finding.ts';
import { describePlace, recordKey } from '../../model/place.ts';
import type { FieldChange, ReportedRun } from '../../model/report.ts';
import { isSecret, NOT_SHOWN } from '../../platform/secrets.ts';
import { describeSubject } from '../report/changes.ts';
import { maskPersonal } from '../report/mask.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';

/** The kinds of rows in the order in which the table has them. */
export const ROW_KINDS = [...SEVERITIES, 'change', 'record'] as const;

/** The columns of the table. */
export const COLUMNS = ['Kind', 'Place', 'Column', 'Value', 'Id', 'Name', 'Message', 'Rule', 'Outcome'] as const;

/**
 * The texts of the columns, then the suggestion. If the finding is about a row of the file, the index of the wrong cell
 * follows, or -1, and then its cells, masked. No text has a tab or a line break.
 */
type ReportRow = readonly string[];

export interface ReportRows {
  /** The names of the cells of source rows. */
  readonly header: readonly string[];
  readonly isEmpty: boolean;
  rows(): Generator<ReportRow>;
}

const MAX_UNITS = 1_000;

export function reportRows(run: ReportedRun): ReportRows {
  const { layout, report } = run;
  const records = recordsOf(report);
  const header = layout?.format === 'rows' ? layout.header : [];
  const sourceOf = createSources(run, header);
  return {
    header: header.map(printable),
    isEmpty: records.length === 0,
    rows: function* () {
      for (const severity of SEVERITIES) {
        for (const record of records) {
          for (const finding of record.findings) {
            if (finding.severity === severity) yield findingRow(record, finding, sourceOf(finding));
          }
        }
      }
      for (const record of records) {
        const { changes, findings, action } = record;
        for (const change of changes) {
          yield toRow(record, { Kind: 'change', Column: printable(change.field), Message: describeChange(change) });
        }
        if (findings.length + changes.length === 0) yield toRow(record, { Kind: 'record', Message: action ?? '' });
      }
    },
  };
}

/** The row of a record. Its own texts come before those of the record. */
function toRow(record: ReportedRecord, own: Partial<Record<(typeof COLUMNS)[number], string>>, rest = ['']): ReportRow {
  const texts: Partial<Record<string, string>> = {
    Place: printable(describePlace(record)),
    Id: printable(record.key),
    Name: printable(record.name),
    Outcome: record.outcome ?? '',
    ...own,
  };
  return [...COLUMNS.map((name) => texts[name] ?? ''), ...rest];
}

function findingRow(record: ReportedRecord, finding: Finding, source: readonly string[]): ReportRow {
  const { severity, column, field, message, suggestion, rule, code } = finding;
  const [wrong, ...cells] = source;
  const texts = {
    Kind: severity,
    Place: printable(describePlace(finding)),
    Column: printable(column ?? field),
    Value: cells[Number(wrong)] ?? '',
    Message: printable(message),
    Rule: printable(rule) + (code === null ? '' : ` (${code})`),
  };
  return toRow(record, texts, [printable(suggestion), ...source]);
}

function describeChange({ before, after, candidate, name }: FieldChange): string {
  const who = candidate === undefined ? '' : `${describeSubject(candidate, name)}: `;
  return `${who}${printable(before ?? '(none)')} → ${printable(after ?? '(none)')}`;
}

/** Finds the row of the file that a finding is about. */
function createSources(run: ReportedRun, header: readonly string[]): (finding: Finding) => readonly string[] {
  const { rejects, accepted = [], report } = run;
  const wanted = new Set(report.findings.map(recordKey));
  const contents = new Map<string, KeptRow['row']['content']>();
  for (const kept of [rejects, accepted]) {
    for (const { row } of kept) {
      // A finding may be about the row of another file or sheet that the record was joined from.
      for (const place of [row, ...(row.with === undefined ? [] : [row.with])].map(recordKey)) {
        if (wanted.has(place) && !contents.has(place)) contents.set(place, row.content);
      }
    }
  }
  const mask = createCellMask(header, run);
  return (finding) => {
    const content = contents.get(recordKey(finding));
    if (content === undefined || !('cells' in content)) return [];
    const wrong = finding.column === null ? -1 : header.indexOf(finding.column);
    return [String(wrong), ...content.cells.map((cell, column) => printable(mask(cell, column)))];
  };
}

/** Escapes invisible characters and those that change the direction of the text; cuts long text. */
function printable(text: string | null): string {
  if (text === null) return '';
  return forTerminal(text.length > MAX_UNITS ? `${text.slice(0, MAX_UNITS)}…` : text);
}

/**
 * Masks the cells of rows: secrets always, personal data unless `reveal` is set. A column without a known field may hold
 * anything, so it counts as personal.
 */
function createCellMask(
  header: readonly string[],
  { columnFields, reveal = false }: Pick<ReportedRun, 'columnFields' | 'reveal'>,
): (cell: string, column: number) => string {
  const modes = header.map((name): 'shown' | 'masked' | 'secret' => {
    const fields = columnFields?.get(name);
    if (fields?.some(isSecret)) return 'secret';
    return reveal || fields?.every(({ personal }) => !personal) ? 'shown' : 'masked';
  });
  return (cell, column) => {
    const mode = modes[column] ?? 'masked';
    if (mode === 'shown' || cell === '') return cell;
    return mode === 'secret' ? NOT_SHOWN : maskPersonal(cell);
  };
}
