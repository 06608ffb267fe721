/** Finds the links of schedules, in the store or in the files that keep the links from a remote. */
import { KINDS } from '../../bulk/kinds/kinds.ts';
import { UsageError } from '../../errors.ts';
import { openTimeZone } from '../../input/values/time-zone.ts';
import type { CandidateLinks } from '../../platform/entities.ts';
import { type KeptLink, readKeptLinks } from '../../runs/kept-links.ts';
import type { Call } from '../options/call.ts';
import { withPlatform } from '../options/store-options.ts';
import type { TargetCall } from '../options/target-options.ts';
import { openSources } from '../read/open-sources.ts';
import { meantId } from '../target/known-entries.ts';
import { runsFolder } from '../target/runs-there.ts';

export interface LinksFlags {
  readonly from?: string | undefined;
  readonly out?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly timezone?: string | undefined;
}

/** Any part may be unknown: a platform may return links without a candidate, or only one of the two links. */
export type LinkRow = { readonly [K in keyof CandidateLinks]: string | null } & { readonly ScheduleExtId: string };

type LinksCall = TargetCall<LinksFlags>;

/** Returns the rows by sitting and name, with their times in `--timezone`. Throws a UsageError about an unknown schedule. */
export async function runLinks(call: LinksCall, named: readonly string[]): Promise<readonly LinkRow[]> {
  const { from, timezone } = call.flags;
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

/** The ids of the schedules in a file. Its other columns do not matter. */
async function schedulesOf(call: LinksCall, file: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { drafts } of await openSources({ ...call, flags: {}, given: [] }, KINDS.schedules, { files: [file] })) {
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

/** A row without any known part. */
const UNKNOWN = {
  CandidateExtId: null,
  FirstName: null,
  LastName: null,
  Email: null,
  ScheduleTitle: null,
  StartDateTime: null,
  EndDateTime: null,
  StartupLink: null,
  LaunchUrl: null,
} as const satisfies Omit<LinkRow, 'ScheduleExtId'>;

/** A row for each candidate. Links without a known candidate have a row each. */
function toRows(ScheduleExtId: string, links: readonly KeptLink[]): LinkRow[] {
  const rows: LinkRow[] = [];
  for (const { CandidateExtId, name, url, ...about } of links) {
    const column = name === 'LaunchUrl' ? name : 'StartupLink';
    const last = rows.at(-1);
    // The links of one candidate are next to each other.
    const isSame = CandidateExtId !== null && last?.CandidateExtId === CandidateExtId && last[column] === null;
    const row = isSame ? rows.pop() : undefined;
    rows.push({ ...UNKNOWN, ScheduleExtId, CandidateExtId, ...about, ...row, [column]: url });
  }
  return rows;
}
