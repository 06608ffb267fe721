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

/** The texts of the columns, then the suggestion. */
export type ReportRow = Readonly<Record<(typeof COLUMNS)[number] | 'suggestion', string>> & {
  /** The row of the file: the index of the wrong cell or -1, then the cells, masked. */
  readonly source?: readonly (string | number)[] | undefined;
};

export interface ReportRows {
  /** The names of the cells of source rows. */
  readonly header: readonly string[];
  readonly count: number;
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
    count: records.reduce((sum, { findings, changes }) => sum + Math.max(findings.length + changes.length, 1), 0),
    rows: function* () {
      for (const severity of SEVERITIES) {
        for (const record of records) {
          for (const finding of record.findings) {
            if (finding.severity === severity) yield findingRow(record, finding, sourceOf(finding));
          }
        }
      }
      for (const record of records) {
        for (const change of record.changes) yield changeRow(record, change);
        if (record.findings.length + record.changes.length === 0) yield recordRow(record);
      }
    },
  };
}

function recordRow(record: ReportedRecord): ReportRow {
  const { key, name, action, outcome } = record;
  return {
    ...{ Kind: 'record', Place: printable(describePlace(record)), Column: '', Value: '' },
    ...{ Id: printable(key), Name: printable(name), Message: action ?? '', Rule: '' },
    ...{ Outcome: outcome ?? '', suggestion: '' },
  };
}

function findingRow(record: ReportedRecord, finding: Finding, source: ReportRow['source']): ReportRow {
  const { severity, column, field, message, suggestion, rule, code } = finding;
  const [wrong = -1, ...cells] = source ?? [];
  return {
    ...recordRow(record),
    Kind: severity,
    Place: printable(describePlace(finding)),
    Column: printable(column ?? field),
    Value: String(cells[Number(wrong)] ?? ''),
    Message: printable(message),
    Rule: printable(rule) + (code === null ? '' : ` (${code})`),
    suggestion: printable(suggestion),
    source,
  };
}

function changeRow(record: ReportedRecord, { field, before, after, candidate, name }: FieldChange): ReportRow {
  const who = candidate === undefined ? '' : `${describeSubject(candidate, name)}: `;
  const Message = `${who}${printable(before ?? '(none)')} → ${printable(after ?? '(none)')}`;
  return { ...recordRow(record), Kind: 'change', Column: printable(field), Message };
}

/** Finds the row of the file that a finding is about. */
function createSources(run: ReportedRun, header: readonly string[]): (finding: Finding) => ReportRow['source'] {
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
    if (content === undefined || !('cells' in content)) return undefined;
    const wrong = finding.column === null ? -1 : header.indexOf(finding.column);
    return [wrong, ...content.cells.map((cell, column) => printable(mask(cell, column)))];
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
