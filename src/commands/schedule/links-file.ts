/** The list of links as the content of a file. The ending decides the format. */
import { UsageError } from '../../errors.ts';
import { formatCsvRow } from '../../output/files/csv.ts';
import type { FileContent } from '../../output/files/write-file.ts';
import { newWorkbook } from '../../output/xlsx/new-workbook.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import type { LinkRow } from './run-links.ts';

interface LinkList {
  readonly columns: readonly (keyof LinkRow)[];
  readonly rows: readonly LinkRow[];
  readonly delimiter: string | undefined;
}

/** Without it, Excel reads the letters of a CSV in another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

const FORMATS = { '.csv': toCsv, '.xlsx': toWorkbook } as const;
type LinksEnding = keyof typeof FORMATS;

/** Throws a UsageError if no format has the ending. `-`, standard output, is CSV. */
export function endingOf(file: string): LinksEnding {
  if (file === '-') return '.csv';
  const endings = Object.keys(FORMATS) as LinksEnding[];
  const found = endings.find((ending) => file.toLowerCase().endsWith(ending));
  if (found !== undefined) return found;
  throw new UsageError(`--out ${file}: links are written as ${endings.join(' or ')}`, {
    hint: `Give the file one of the endings ${endings.join(', ')}.`,
  });
}

export async function linksBytes(ending: LinksEnding, list: LinkList): Promise<FileContent> {
  return FORMATS[ending](list);
}

function toCsv({ columns, rows, delimiter }: LinkList): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return BYTE_ORDER_MARK + lines.map((cells) => formatCsvRow(cells, delimiter)).join('');
}

const LINKS: ReadonlySet<string> = new Set(LINK_FIELDS);

function toWorkbook({ columns, rows }: LinkList): FileContent {
  const cells = rows.map((row) =>
    columns.map((column) => {
      const text = row[column];
      return text !== null && LINKS.has(column) ? { text, style: 'link' as const, link: text } : text;
    }),
  );
  return { bytes: newWorkbook([{ name: 'Links', header: columns, rows: cells }]) };
}
