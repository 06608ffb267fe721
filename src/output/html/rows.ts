/** The rows of the HTML report's table: errors, warnings, notes, then changes and records, each in the order of the files. */
import type { KeptRow } from '../../model/draft.ts';
import { type Finding, SEVERITIES } from '../../model/finding.ts';
import { describePlace, type Place, recordKey } from '../../model/place.ts';
import type { FieldChange, ReportedRun } from '../../model/report.ts';
import { isSecret, NOT_SHOWN } from '../../platform/secrets.ts';
import { describeSubject } from '../report/changes.ts';
import { maskPersonal } from '../report/mask.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';

/** The kinds of rows, the most severe first. */
export const ROW_KINDS = [...SEVERITIES, 'change', 'record'] as const;

/** The parts of a row in their order. The page filters by the first two, so these come first. */
export const ROW_PARTS = [
  ...(['severity', 'rule', 'place', 'column', 'value', 'key', 'name'] as const),
  ...(['message', 'suggestion', 'code', 'outcome'] as const),
  // The page sorts places by these.
  ...(['file', 'sheet', 'line'] as const),
] as const;

export type ReportRow = Readonly<Record<(typeof ROW_PARTS)[number], string | number>> & {
  readonly severity: (typeof ROW_KINDS)[number];
  /** The row of the file, if the finding is about one. */
  readonly source?: SourceRow;
};

interface SourceRow {
  /** Secrets are masked, and so is personal data unless the user asked to reveal it. */
  readonly cells: readonly string[];
  /** The index of the wrong cell, or -1 if the finding is about no cell. */
  readonly wrong: number;
}

export interface ReportRows {
  /** The names of the cells of source rows. */
  readonly header: readonly string[];
  readonly count: number;
  rows(): Generator<ReportRow>;
}

/** Rows in one block. A browser unpacks this number in the time of a few frames. */
export const BLOCK_ROWS = 2_000;

/** Separates the rows of a block from their source rows. */
export const PART_END = '\f';

const MAX_UNITS = 1_000;

export function reportRows(run: ReportedRun): ReportRows {
  const { layout, rejects, accepted = [], report } = run;
  const records = recordsOf(report);
  const header = layout?.format === 'rows' ? layout.header : [];
  const sources = sourcesOf(rowsOf(rejects, accepted), report.findings);
  const mask = createCellMask(header, run);
  const sourceOf = (finding: Finding): SourceRow | undefined => {
    const content = sources.get(recordKey(finding));
    if (content === undefined || !('cells' in content)) return undefined;
    const wrong = finding.column === null ? -1 : header.indexOf(finding.column);
    return { cells: content.cells.map((cell, column) => printable(mask(cell, column))), wrong };
  };
  return {
    header: header.map(printable),
    count: records.reduce((sum, { findings, changes }) => sum + Math.max(findings.length + changes.length, 1), 0),
    rows: function* () {
      for (const severity of SEVERITIES) {
        for (const record of records) {
          for (const finding of record.findings) {
            if (finding.severity !== severity) continue;
            const source = sourceOf(finding);
            const value = source?.cells[source.wrong] ?? '';
            yield { ...rowOf(record), ...findingParts(finding), value, ...(source && { source }) };
          }
        }
      }
      for (const record of records) {
        for (const change of record.changes) yield { ...rowOf(record), ...changeParts(change) };
        if (record.findings.length + record.changes.length === 0) yield rowOf(record);
      }
    },
  };
}

function* rowsOf(...lists: readonly Iterable<KeptRow>[]): Generator<KeptRow> {
  for (const list of lists) yield* list;
}

/** The content of the rows that have findings, by place. */
function sourcesOf(
  rows: Iterable<KeptRow>,
  findings: readonly Finding[],
): ReadonlyMap<string, KeptRow['row']['content']> {
  const wanted = new Set(findings.map(recordKey));
  const sources = new Map<string, KeptRow['row']['content']>();
  for (const { row } of rows) {
    // A finding may be about the row of another file or sheet that the record was joined from.
    for (const place of [row, ...(row.with === undefined ? [] : [row.with])].map(recordKey)) {
      if (wanted.has(place) && !sources.has(place)) sources.set(place, row.content);
    }
  }
  return sources;
}

/**
 * Rows in blocks, in the format that the script of the page reads. A block has one line for each row, with the parts of
 * the row separated by tabs. After a form feed follows one line for each source row: the index of the wrong cell, then
 * the cells. `printable` removes tabs, line breaks and form feeds from the parts.
 */
export function* blocksOf(rows: Iterable<ReportRow>): Generator<string> {
  let block: ReportRow[] = [];
  for (const row of rows) {
    block.push(row);
    if (block.length < BLOCK_ROWS) continue;
    yield toBlock(block);
    block = [];
  }
  if (block.length > 0) yield toBlock(block);
}

function toBlock(rows: readonly ReportRow[]): string {
  const lines = rows.map((row) => ROW_PARTS.map((part) => row[part]).join('\t'));
  const sources = rows.map(({ source }) => (source === undefined ? '' : [source.wrong, ...source.cells].join('\t')));
  return [lines, sources].map((part) => part.join('\n')).join(PART_END);
}

function rowOf(record: ReportedRecord): ReportRow {
  const { key, name, action, outcome } = record;
  return {
    severity: 'record',
    ...placeParts(record),
    column: '',
    value: '',
    key: printable(key),
    name: printable(name),
    message: action ?? '',
    suggestion: '',
    rule: '',
    code: '',
    outcome: outcome ?? '',
  };
}

function findingParts(finding: Finding) {
  const { severity, column, field, message, suggestion, rule, code } = finding;
  return {
    severity,
    ...placeParts(finding),
    column: printable(column ?? field),
    message: printable(message),
    suggestion: printable(suggestion),
    rule: printable(rule),
    code: code ?? '',
  };
}

function placeParts(place: Place) {
  const { file, line, sheet = '' } = place;
  return { place: printable(describePlace(place)), file: printable(file), sheet: printable(sheet), line };
}

function changeParts({ field, before, after, candidate, name }: FieldChange) {
  const who = candidate === undefined ? '' : `${describeSubject(candidate, name)}: `;
  const message = `${who}${printable(before ?? '(none)')} → ${printable(after ?? '(none)')}`;
  return { severity: 'change' as const, column: printable(field), message };
}

/** Escapes invisible characters and those that change the direction of the text; cuts long text. */
function printable(text: string | null): string {
  if (text === null) return '';
  return forTerminal(text.length > MAX_UNITS ? `${text.slice(0, MAX_UNITS)}…` : text);
}

/**
 * Masks the cells of rejected rows: secrets always, personal data unless `reveal` is set. A column without a known
 * field may hold anything, so it counts as personal.
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
