/** The rows of the HTML report's table: findings, changes and records, in the order of the files. */
import type { RejectedRow } from '../../model/draft.ts';
import { type Finding, SEVERITIES } from '../../model/finding.ts';
import type { FieldChange, ReportedRun } from '../../model/report.ts';
import { isSecret } from '../../platform/secrets.ts';
import { describeSubject } from '../report/changes.ts';
import { maskPersonal } from '../report/mask.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';

/** What a row can be about, the worst first. */
export const ROW_KINDS = [...SEVERITIES, 'change', 'record'] as const;

/** What a row holds, in this order: what it is chosen by comes first. */
export const ROW_PARTS = [
  ...(['severity', 'rule', 'file', 'line', 'column', 'value', 'key', 'name'] as const),
  ...(['message', 'suggestion', 'code', 'outcome'] as const),
] as const;

export type ReportRow = Readonly<Record<(typeof ROW_PARTS)[number], string | number>> & {
  readonly severity: (typeof ROW_KINDS)[number];
  /** The row of the file that a finding is about, where it was rejected. */
  readonly source?: SourceRow;
};

interface SourceRow {
  /** Personal data is masked. */
  readonly cells: readonly string[];
  /** The place of the one that is wrong; -1 where it is none of them. */
  readonly wrong: number;
}

export interface ReportRows {
  /** The names of the cells of source rows. */
  readonly header: readonly string[];
  readonly count: number;
  rows(): Generator<ReportRow>;
}

/** A browser unpacks as many in the time of a few frames. */
export const BLOCK_ROWS = 2_000;

/** Between the rows of a block and their sources. */
export const PART_END = '\f';

const MAX_UNITS = 1_000;

export function reportRows(run: ReportedRun): ReportRows {
  const { layout, rejects, report } = run;
  const records = recordsOf(report);
  const header = layout?.format === 'csv' ? layout.header : [];
  const sources = sourcesOf(rejects, report.findings);
  const mask = createCellMask(header, run);
  const sourceOf = (finding: Finding): SourceRow | undefined => {
    const content = sources.get(placeOf(finding));
    if (content === undefined || !('cells' in content)) return undefined;
    const wrong = finding.column === null ? -1 : header.indexOf(finding.column);
    return { cells: content.cells.map((cell, column) => shown(mask(cell, column))), wrong };
  };
  return {
    header: header.map(shown),
    count: records.reduce((sum, { findings, changes }) => sum + Math.max(findings.length + changes.length, 1), 0),
    rows: function* () {
      for (const record of records) {
        for (const finding of record.findings) {
          const source = sourceOf(finding);
          const value = source?.cells[source.wrong] ?? '';
          yield { ...rowOf(record), ...ofFinding(finding), value, ...(source && { source }) };
        }
        for (const change of record.changes) yield { ...rowOf(record), ...ofChange(change) };
        if (record.findings.length + record.changes.length === 0) yield rowOf(record);
      }
    },
  };
}

/** The cells of the rows that findings are about. */
function sourcesOf(
  rejects: ReportedRun['rejects'],
  findings: readonly Finding[],
): ReadonlyMap<string, RejectedRow['row']['content']> {
  const places = new Set(findings.map(placeOf));
  const sources = new Map<string, RejectedRow['row']['content']>();
  for (const { row } of rejects) if (places.has(placeOf(row))) sources.set(placeOf(row), row.content);
  return sources;
}

/**
 * Some rows as the page reads them: a line each with the parts of the row between tabs; after a form feed, as many
 * lines with the place of the wrong cell and the cells of their sources. `shown` leaves no such character in a part.
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

function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>): string {
  return `${line}:${file}`;
}

function rowOf({ file, line, key, name, action, outcome }: ReportedRecord): ReportRow {
  return {
    ...{ severity: 'record', file: shown(file), line, column: '', value: '', key: shown(key), name: shown(name) },
    ...{ message: action ?? '', suggestion: '', rule: '', code: '', outcome: outcome ?? '' },
  };
}

function ofFinding({ severity, file, line, column, field, message, suggestion, rule, code }: Finding) {
  return {
    ...{ severity, file: shown(file), line, column: shown(column ?? field), message: shown(message) },
    ...{ suggestion: shown(suggestion), rule: shown(rule), code: code ?? '' },
  };
}

function ofChange({ field, before, after, candidate, name }: FieldChange) {
  const who = candidate === undefined ? '' : `${describeSubject(candidate, name, false)}: `;
  const message = `${who}${shown(before ?? '(none)')} → ${shown(after ?? '(none)')}`;
  return { severity: 'change' as const, column: shown(field), message };
}

/** What a page could be turned around with, or what cannot be seen, is written out. */
function shown(text: string | null): string {
  if (text === null) return '';
  return forTerminal(text.length > MAX_UNITS ? `${text.slice(0, MAX_UNITS)}…` : text);
}

/**
 * Masks the cells of rejected rows: secrets always, personal data unless it is to be revealed. A column without a known field
 * may hold anything, so it counts as personal.
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
    return mode === 'secret' ? '(not shown)' : maskPersonal(cell);
  };
}
