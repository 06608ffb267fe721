/** The columns that no field reads. A value in one of them stops the file, so that nothing vanishes. */
import { mask } from '../../../base/text/mask.ts';
import type { Finding } from '../../../model/finding.ts';
import type { TableRow } from '../../port.ts';
import { type Columns, type MatchedTable, sheetPlace, type UnreadColumn } from './match-columns.ts';
import { didYouMean } from './suggestions.ts';

/** Called with values of columns that no field reads, by the names of the columns. */
export type OnUnread = (column: string, text: string) => void;

/** The number of values that a finding shows. */
const SAMPLES = 3;

/** Returns a function that reports the first different values of unread columns. It soon has nothing left to do. */
export function noteUnread({ unread }: Columns, onUnread: OnUnread | undefined): ((row: TableRow) => void) | undefined {
  if (onUnread === undefined || unread.length === 0) return undefined;
  let open = unread.map((column) => ({ ...column, seen: new Set<string>() }));
  return ({ cells }) => {
    for (const { index, name, seen } of open) {
      const text = (cells[index] ?? '').trim();
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      onUnread(name, text);
      if (seen.size === SAMPLES) open = open.filter((column) => column.seen.size < SAMPLES);
    }
  };
}

export interface UnreadTexts {
  readonly add: OnUnread;
  /** Returns the findings about the unread columns of tables whose rows have all been read. */
  readonly findings: (tables: readonly MatchedTable[]) => Finding[];
}

/** Collects the values. `reveal` shows them as they are. */
export function collectUnread(reveal = false): UnreadTexts {
  const texts = new Map<string, Set<string>>();
  return {
    add: (column, text) => {
      const known = texts.get(column) ?? new Set();
      texts.set(column, known);
      if (known.size < SAMPLES) known.add(text);
    },
    findings: (tables) => tables.flatMap((table) => findingsOf(table, texts, reveal)),
  };
}

function findingsOf(
  { input: { file, sheet, header }, columns: { unread } }: MatchedTable,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
  reveal: boolean,
): Finding[] {
  const filled = unread.filter(({ name }) => texts.has(name));
  return unread.map((column): Finding => {
    const found = [...(texts.get(column.name) ?? [])];
    const name = column.hasHeader ? column.name : null;
    const place = {
      file,
      line: header.line,
      ...sheetPlace(sheet, header, name),
      record: 0,
      column: name,
      field: column.meant ?? null,
    };
    const about = { ...place, key: null, code: null, rule: 'input.header.unknown' };
    const said = column.hasHeader ? `column ${JSON.stringify(name)}` : `${column.name}, which has no header`;
    if (found.length === 0)
      return { ...about, severity: 'note', message: `No field reads the ${said}, and it is empty`, suggestion: null };
    const samples = found.map((text) => (reveal ? text : mask(text))).join(', ');
    return {
      ...about,
      severity: 'error',
      message: `No field reads the ${said}, which has values such as ${samples}`,
      suggestion: adviceFor(column, filled),
    };
  });
}

function adviceFor({ name, meant, hasHeader }: UnreadColumn, filled: readonly UnreadColumn[]): string {
  const named = filled.filter((column) => column.hasHeader).map((column) => column.name);
  const all = filled.every((column) => column.hasHeader) ? `--ignore ${JSON.stringify(named.join(','))} or ` : '';
  const ignore = `to leave ${filled.length === 1 ? 'it' : 'these columns'} out: ${all}--ignore "*"`;
  if (!hasHeader) return `give the column a header; ${ignore}`;
  return meant === undefined ? ignore : didYouMean(name, meant, ignore);
}
