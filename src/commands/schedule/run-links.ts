/** Finds the links of a schedule, in the store or in the files that keep the links from a remote. */

import { UsageError } from '../../errors.ts';
import type { CandidateLinks } from '../../platform/entities.ts';
import { type KeptLink, readKeptLinks } from '../../runs/kept-links.ts';
import { runsFolder } from '../bulk/open-run-record.ts';
import type { Call } from '../options/call.ts';
import { withPlatform } from '../options/store-options.ts';
import type { TargetCall } from '../options/target-options.ts';
import { meantId } from '../target/known-entries.ts';

/** Any part may be unknown: a platform may return links without a candidate, or only one of the two links. */
export type ShownLinks = { readonly [K in keyof CandidateLinks]: string | null };

export async function runLinks(call: TargetCall, schedule: string): Promise<readonly ShownLinks[]> {
  if (call.target.kind === 'remote') return keptLinks(call, schedule, call.target.baseUrl);
  return withPlatform(call, 'read', 'schedule links', async (platform) => {
    const links = await platform.links(schedule);
    if (links !== undefined) return links;
    const meant = await meantId(platform, 'Schedules', schedule);
    throw new UsageError(`There is no schedule ${JSON.stringify(schedule)} in the store`, {
      hint: meant ?? 'examctl local show schedules lists those that there are.',
    });
  });
}

async function keptLinks({ context, output }: Call, schedule: string, baseUrl: string): Promise<ShownLinks[]> {
  const folder = runsFolder(context.env);
  const here = await context.identify({ kind: 'remote', where: baseUrl });
  const { links, damaged } = await readKeptLinks(folder, schedule, async (target) => {
    // The file may be damaged, and its target no address.
    return target.kind === 'remote' && (await context.identify(target).catch(() => undefined)) === here;
  });
  for (const file of damaged) {
    output.warn(`${file} has a line that cannot be read; a run that is killed while it writes leaves one`);
  }
  if (links.length > 0) return toRows(links);
  throw new UsageError(`No links of schedule ${JSON.stringify(schedule)} at ${baseUrl} are kept in ${folder}`, {
    hint: 'A remote platform cannot be asked for links: they are kept when they come with the answers to "schedule push".',
  });
}

/** A row without any known part. */
const UNKNOWN: ShownLinks = {
  CandidateExtId: null,
  Name: null,
  Email: null,
  ScheduleTitle: null,
  StartDateTime: null,
  EndDateTime: null,
  StartupLink: null,
  LaunchUrl: null,
};

/** A row for each candidate. Links without a known candidate have a row each. */
function toRows(links: readonly KeptLink[]): ShownLinks[] {
  const rows: ShownLinks[] = [];
  for (const { CandidateExtId, name, url, ...about } of links) {
    const column = name === 'LaunchUrl' ? name : 'StartupLink';
    const last = rows.at(-1);
    // The links of one candidate are next to each other.
    const isSame = CandidateExtId !== null && last?.CandidateExtId === CandidateExtId && last[column] === null;
    const row = isSame ? rows.pop() : undefined;
    rows.push({ ...UNKNOWN, CandidateExtId, ...about, ...row, [column]: url });
  }
  return rows;
}
