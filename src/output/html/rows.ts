/** The rows of the HTML report's table: findings, changes and records, in the order of the files. */
import type { RejectedRow } from '../../bulk/model/draft.ts';
import type { Finding } from '../../bulk/model/finding.ts';
import type { FieldChange, ReportedRun } from '../../bulk/model/report.ts';
import { describeSubject } from '../report/changes.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';
import { createCellMask } from './cell-mask.ts';

/** What a row holds, in this order; `row` and `cell` say where the cells of its source are and which one is wrong. */
export const ROW_PARTS = [
  ...(['severity', 'file', 'line', 'column', 'value', 'key', 'name'] as const),
  ...(['message', 'suggestion', 'rule', 'code', 'outcome', 'row', 'cell'] as const),
] as const;

export type ReportRow = Readonly<Record<(typeof ROW_PARTS)[number], string | number>>;

export interface ReportRows {
  readonly header: readonly string[];
  rows(): Generator<ReportRow>;
  /** The cells of the rows that were rejected; personal data is masked. */
  cells(): Generator<readonly string[]>;
}

const MAX_UNITS = 1_000;

export function reportRows(run: ReportedRun): ReportRows {
  const { layout, rejects, report } = run;
  const records = recordsOf(report);
  const header = layout?.format === 'csv' ? layout.header : [];
  const sources = rejects.filter((reject) => 'cells' in reject.row.content && reject.findings.length > 0);
  const numbers = new Map(sources.map(({ row }, index) => [placeOf(row), index]));
  const mask = createCellMask(header, run);
  const toCells = ({ row: { content } }: RejectedRow) => ('cells' in content ? content.cells : []).map(mask);
  return {
    header: header.map(shown),
    cells: function* () {
      for (const source of sources) yield toCells(source).map(shown);
    },
    rows: function* () {
      for (const record of records) {
        yield* record.findings.map((finding) => {
          const row = numbers.get(placeOf(finding)) ?? -1;
          const cell = finding.column === null ? -1 : header.indexOf(finding.column);
          const source = sources[row];
          const value = source === undefined ? '' : (toCells(source)[cell] ?? '');
          return { ...rowOf(record), ...ofFinding(finding), value: shown(value), row, cell };
        });
        yield* record.changes.map((change) => ({ ...rowOf(record), ...ofChange(change) }));
        if (record.findings.length + record.changes.length === 0) yield rowOf(record);
      }
    },
  };
}

function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>): string {
  return `${line}:${file}`;
}

function rowOf({ file, line, key, name, action, outcome }: ReportedRecord): ReportRow {
  return {
    ...{ severity: 'record', file: shown(file), line, column: '', value: '', key: shown(key), name: shown(name) },
    ...{ message: action ?? '', suggestion: '', rule: '', code: '', outcome: outcome ?? '', row: -1, cell: -1 },
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
  return { severity: 'change', column: shown(field), message };
}

/** What a page could be turned around with, or what cannot be seen, is written out. */
function shown(text: string | null): string {
  if (text === null) return '';
  return forTerminal(text.length > MAX_UNITS ? `${text.slice(0, MAX_UNITS)}…` : text);
}
