/** Finds the links of schedules, in the store or in the files that keep those from a remote, and writes them as text or file. */
import { KINDS } from '../../bulk/kinds/kinds.ts';
import { UsageError } from '../../errors.ts';
import { openTimeZone } from '../../input/values/conversion.ts';
import type { FileContent } from '../../output/files/write-file.ts';
import { formatCsvRow } from '../../output/formats/csv-text.ts';
import { wrapHanging } from '../../output/terminal/display-width.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import type { CandidateLinks } from '../../platform/entities.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import { type KeptLink, readKeptLinks } from '../../runs/kept-links.ts';
import { withMapping } from '../mapping/known-mappings.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { type TargetCall, withPlatform } from '../options/target-options.ts';
import { openSources } from '../read/open-sources.ts';
import { meantId } from '../target/known-entries.ts';
import { runsFolder } from '../target/runs-there.ts';

export interface LinksFlags extends Pick<ReadOptions, 'mapping' | 'set' | 'defaults' | 'delimiter' | 'timezone'> {
  readonly from?: string | undefined;
  readonly out?: string | undefined;
}

/** Any part may be unknown: a platform may return links without a candidate, or only one of the two links. */
export type LinkRow = { readonly [K in keyof CandidateLinks]: string | null } & { readonly ScheduleExtId: string };

export const LINK_COLUMNS = [
  ...(['ScheduleExtId', 'ScheduleTitle', 'StartDateTime', 'EndDateTime'] as const),
  ...(['FirstName', 'LastName', 'Email', 'CandidateExtId', 'StartupLink', 'LaunchUrl'] as const),
] as const satisfies readonly (keyof LinkRow)[];

type LinksCall = TargetCall<LinksFlags>;

/** Returns the rows by sitting and name, with their times in `--timezone`. Throws a UsageError about an unknown schedule. */
export async function runLinks(call: LinksCall, named: readonly string[]): Promise<readonly LinkRow[]> {
  const { from, mapping, set, timezone } = call.flags;
  if (from === undefined && (mapping !== undefined || set !== undefined)) {
    throw new UsageError('--mapping and --set say how a file is read, and --from names none');
  }
  const zone = timezone === undefined ? undefined : await openTimeZone(timezone);
  const schedules = [...new Set([...named, ...(from === undefined ? [] : await schedulesOf(call, from))])];
  if (schedules.length === 0) {
    throw new UsageError('SCHEDULE is missing: external ids of schedules', {
      hint: 'Name schedules, or a file of schedules with --from FILE. See examctl schedule links --help.',
    });
  }
  const { target } = call;
  const rows =
    target.kind === 'remote' ? await keptLinks(call, schedules, target.baseUrl) : await stored(call, schedules);
  const local = (time: string | null) => (time === null || zone === undefined ? time : zone.withOffset(time));
  return rows
    .toSorted(compareRows)
    .map((row) => ({ ...row, StartDateTime: local(row.StartDateTime), EndDateTime: local(row.EndDateTime) }));
}

const SORTED_BY = ['StartDateTime', 'ScheduleExtId', 'LastName', 'FirstName', 'CandidateExtId'] as const;

function compareRows(one: LinkRow, other: LinkRow): number {
  const orders = SORTED_BY.map((name) => (one[name] ?? '').localeCompare(other[name] ?? '', 'en'));
  return orders.find((order) => order !== 0) ?? 0;
}

/** The ids of the schedules in a file. One that has none gets it from the other columns, as "schedule push" read them. */
async function schedulesOf(call: LinksCall, file: string): Promise<string[]> {
  const { mapping, set, defaults, timezone } = call.flags;
  const reading = { ...call, flags: { mapping, set, defaults, timezone }, given: [] };
  const flags = await withMapping(reading, 'schedules');
  const ids: string[] = [];
  for (const { drafts } of await openSources({ ...reading, flags }, KINDS.schedules, { files: [file] })) {
    for await (const { key } of drafts) if (key !== null) ids.push(key);
  }
  if (ids.length > 0) return ids;
  throw new UsageError(`--from: ${file} has no schedule with a ScheduleExtId`, {
    hint: 'Give the file that "schedule push" reads.',
  });
}

async function stored(call: TargetCall, schedules: readonly string[]): Promise<LinkRow[]> {
  return withPlatform(call, 'read', 'schedule links', async (platform) => {
    const rows: LinkRow[] = [];
    for (const ScheduleExtId of schedules) {
      const links = await platform.links(ScheduleExtId);
      if (links === undefined) {
        const meant = await meantId(platform, 'Schedules', ScheduleExtId);
        throw new UsageError(`There is no schedule ${JSON.stringify(ScheduleExtId)} in the store`, {
          hint: meant ?? 'examctl local show schedules lists those that there are.',
        });
      }
      for (const link of links) rows.push({ ScheduleExtId, ...link });
    }
    return rows;
  });
}

async function keptLinks({ context, output }: Call, schedules: readonly string[], baseUrl: string): Promise<LinkRow[]> {
  const folder = runsFolder(context.env);
  const here = await context.identify({ kind: 'remote', where: baseUrl });
  const rows: LinkRow[] = [];
  const allDamaged = new Set<string>();
  for (const schedule of schedules) {
    const { links, damaged } = await readKeptLinks(folder, schedule, async (target) => {
      // The file may be damaged, and its target no address.
      return target.kind === 'remote' && (await context.identify(target).catch(() => undefined)) === here;
    });
    for (const file of damaged) allDamaged.add(file);
    if (links.length === 0) {
      throw new UsageError(`No links of schedule ${JSON.stringify(schedule)} at ${baseUrl} are kept in ${folder}`, {
        hint: 'A remote platform cannot be asked for links: they are kept when they come with the answers to "schedule push".',
      });
    }
    rows.push(...toRows(schedule, links));
  }
  for (const file of allDamaged) {
    output.warn(`${file} has a line that cannot be read; a run that is killed while it writes leaves one`);
  }
  return rows;
}

/** A row for each candidate. Links without a known candidate have a row each. */
function toRows(ScheduleExtId: string, links: readonly KeptLink[]): LinkRow[] {
  const unknown = Object.fromEntries(LINK_COLUMNS.map((column) => [column, null])) as Record<keyof LinkRow, null>;
  const rows: LinkRow[] = [];
  for (const { CandidateExtId, name, url, ...about } of links) {
    const column = name === 'LaunchUrl' ? name : 'StartupLink';
    const last = rows.at(-1);
    // The links of one candidate are next to each other.
    const isSame = CandidateExtId !== null && last?.CandidateExtId === CandidateExtId && last[column] === null;
    const row = isSame ? rows.pop() : undefined;
    rows.push({ ...unknown, ScheduleExtId, CandidateExtId, ...about, ...row, [column]: url });
  }
  return rows;
}

const LABEL_WIDTH = Math.max(...LINK_FIELDS.map((name) => name.length)) + 2;

/** No link is broken, however narrow the terminal is. */
export function linksText(rows: readonly LinkRow[], width: number): string {
  if (rows.length === 0) return 'none\n';
  const schedules = [...new Set(rows.map(({ ScheduleExtId }) => ScheduleExtId))];
  const blocks = schedules.flatMap((schedule) => {
    const own = rows.filter(({ ScheduleExtId }) => ScheduleExtId === schedule);
    return [sittingOf(own, width), ...own.map((row) => candidateOf(row, width))];
  });
  return blocks.join('\n\n').concat('\n');
}

function sittingOf(rows: readonly LinkRow[], width: number): string {
  const row = rows.find(({ StartDateTime }) => StartDateTime !== null) ?? rows[0];
  const times = [row?.StartDateTime, row?.EndDateTime].filter((time) => typeof time === 'string');
  const about = [[row?.ScheduleExtId, row?.ScheduleTitle].filter((part) => part).join(', '), times.join(' to ')];
  return wrapped(about.filter((part) => part !== '').join(': '), width);
}

function candidateOf({ CandidateExtId, FirstName, LastName, Email, ...links }: LinkRow, width: number): string {
  const name = [FirstName, LastName].filter((part) => part).join(' ');
  const who = [CandidateExtId, name, Email].filter((part) => part);
  const lines = LINK_FIELDS.flatMap((field) => (links[field] ? [`  ${field.padEnd(LABEL_WIDTH)}${links[field]}`] : []));
  const whose = who.join('  ') || '(the platform did not say whose)';
  return [wrapped(whose, width), ...lines.map((line) => forTerminal(line))].join('\n');
}

function wrapped(text: string, width: number): string {
  return wrapHanging(forTerminal(text), width, 2).join('\n');
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

/** `delimiter` is that of a CSV. */
export async function linksBytes(
  ending: LinksEnding,
  rows: readonly LinkRow[],
  delimiter: string | undefined,
): Promise<FileContent> {
  return FORMATS[ending](rows, delimiter);
}

function toCsv(rows: readonly LinkRow[], delimiter: string | undefined): string {
  const lines = [LINK_COLUMNS, ...rows.map((row) => LINK_COLUMNS.map((column) => row[column] ?? ''))];
  return BYTE_ORDER_MARK + lines.map((cells) => formatCsvRow(cells, delimiter)).join('');
}

const LINKS: ReadonlySet<string> = new Set(LINK_FIELDS);

async function toWorkbook(rows: readonly LinkRow[]): Promise<FileContent> {
  const { newWorkbook } = await import('../../output/xlsx/new-workbook.ts');
  const cells = rows.map((row) =>
    LINK_COLUMNS.map((column) => {
      const text = row[column];
      return text !== null && LINKS.has(column) ? { text, style: 'link' as const, link: text } : text;
    }),
  );
  return { bytes: newWorkbook([{ name: 'Links', header: LINK_COLUMNS, rows: cells }]) };
}
