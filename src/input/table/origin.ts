/** The origin of drafts: their rows, and the places of values. */
import type { Draft, SourceLayout, SourceRow } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { formatPath, type Path } from '../../platform/problem.ts';
import type { JsonRecord, ReadRecord, RecordsInput, TableInput } from '../port.ts';

/** Returns the origin of a draft from a JSON record. */
export function jsonOrigin(record: JsonRecord): Pick<Draft, 'rows' | 'findings' | 'locate'> {
  const { file, line, record: number, value, numbers, path: within = [] } = record;
  return {
    rows: [rowOf(record, { value, ...(numbers && { numbers }), ...(within.length > 0 && { path: within }) })],
    findings: [],
    locate: (path: Path) => ({
      file,
      line,
      record: number,
      column: null,
      field: formatPath([...within, ...path]) || null,
    }),
  };
}

/** Returns the findings about a file as a whole. */
export function fileFindings({ file, warnings = [] }: Pick<RecordsInput, 'file' | 'warnings'>): Finding[] {
  const none = { record: 0, column: null, field: null, key: null, code: null } as const;
  return warnings.map((warning) => ({ ...none, severity: 'note', file, ...warning }));
}

export function rowOf({ file, line, record, lines, sheet }: ReadRecord, content: SourceRow['content']): SourceRow {
  return { file, line, record, lines, content, sheet };
}

/** Returns the layout for a rejects file of a table. */
export function tableLayout({
  file,
  header,
  delimiter,
  sheet,
  version,
}: TableInput): Extract<SourceLayout, { format: 'rows' }> {
  const isRejects = header.written !== undefined;
  const layout = { format: 'rows', header: header.names, delimiter, isRejects } as const;
  if (sheet === undefined || version === undefined) return layout;
  return {
    ...layout,
    sheet: { file, name: sheet, headerRow: header.line, header: header.written?.names ?? header.names, version },
  };
}
