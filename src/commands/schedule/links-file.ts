/** Writes the links of a schedule to a file. The ending decides the format. */
import { UsageError } from '../../errors.ts';
import { type FileContent, writeFileAtomically } from '../../output/files/write-file.ts';
import { type CalendarEvent, renderCalendar } from '../../output/formats/calendar.ts';
import { linkCell } from '../../output/formats/xlsx.ts';
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
  '.ics': (links) => renderCalendar([toEvent(links)], new Date()),
} as const satisfies Record<string, (links: LinksOfSchedule) => FileContent | Promise<FileContent>>;

export type LinksEnding = keyof typeof FORMATS;

export async function writeLinks(file: string, ending: LinksEnding, links: LinksOfSchedule): Promise<void> {
  await writeFileAtomically(file, await FORMATS[ending](links));
}

function toWorkbook({ columns, rows }: LinksOfSchedule): FileContent {
  const cells = rows.map((row) =>
    columns.map((column) => {
      const text = row[column];
      return text !== null && LINKS.has(column) ? linkCell(text) : text;
    }),
  );
  return { bytes: newWorkbook([{ name: 'Links', header: columns, rows: cells }]) };
}

/** The event of a sitting. Its description has one line for each candidate. */
function toEvent({ schedule, rows }: LinksOfSchedule): CalendarEvent {
  const { StartDateTime: start, EndDateTime: end, ScheduleTitle: title } = rows[0] ?? {};
  if (!start) {
    throw new UsageError(
      `When schedule ${JSON.stringify(schedule)} starts is not known, so it cannot be in a calendar`,
      {
        hint: 'Write its links as .csv or .xlsx.',
      },
    );
  }
  return {
    identity: [siteOf(rows), schedule],
    title: title ?? schedule,
    start,
    end: end ?? undefined,
    description: rows.map(lineOf).join('\n'),
  };
}

/** The host of the platform. It is part of the identity, since two platforms may have schedules with the same id. */
function siteOf(rows: readonly ShownLinks[]): string {
  const link = rows.map(({ StartupLink }) => StartupLink).find((one) => one !== null) ?? '';
  return URL.canParse(link) ? new URL(link).host : '';
}

function lineOf({ CandidateExtId, Name, Email, StartupLink, LaunchUrl }: ShownLinks): string {
  return [CandidateExtId, Name, Email, LaunchUrl ?? StartupLink].filter((part) => part !== null).join(' ');
}
