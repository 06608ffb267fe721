/** Writes the links of a schedule to a file. The ending decides the format. */
import { type FileContent, writeFileAtomically } from '../../output/files/write-file.ts';
import { newWorkbook } from '../../output/xlsx/new-workbook.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import { csvOf } from '../present-result.ts';
import type { ShownLinks } from './run-links.ts';

interface LinksOfSchedule {
  readonly schedule: string;
  readonly columns: readonly (keyof ShownLinks)[];
  readonly rows: readonly ShownLinks[];
}

const LINKS: ReadonlySet<string> = new Set(LINK_FIELDS);

const FORMATS = {
  '.csv': ({ columns, rows }) => csvOf(columns, rows),
  '.xlsx': toWorkbook,
} as const satisfies Record<string, (links: LinksOfSchedule) => FileContent | Promise<FileContent>>;

export type LinksEnding = keyof typeof FORMATS;

export async function writeLinks(file: string, ending: LinksEnding, links: LinksOfSchedule): Promise<void> {
  await writeFileAtomically(file, await FORMATS[ending](links));
}

function toWorkbook({ columns, rows }: LinksOfSchedule): FileContent {
  const cells = rows.map((row) =>
    columns.map((column) => {
      const text = row[column];
      return text !== null && LINKS.has(column) ? { text, style: 'link' as const, link: text } : text;
    }),
  );
  return { bytes: newWorkbook([{ name: 'Links', header: columns, rows: cells }]) };
}
