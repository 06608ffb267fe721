/**
 * The links from a run's answers, in a file beside the run record that only its owner can read. A link lets a candidate
 * into the exam, and no platform gives it a second time. The run record itself holds no secret.
 */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject } from '../base/json-value.ts';
import { ownList, ownValue } from '../base/own-value.ts';
import { errorCode } from '../disk/file-access.ts';
import type { ReportTarget } from '../model/report.ts';
import type { Links } from '../platform/envelope.ts';
import { type LineFile, openLineFile, readJsonLines, recordError } from './line-file.ts';

/** The links of one answer. A line counts as a whole or not at all. */
interface LinksLine {
  readonly at: string;
  readonly target: ReportTarget;
  readonly schedule: string;
  readonly links: readonly KeptLink[];
}

/** A link with its person and time from the request, since a platform returns only the links. */
export type KeptLink = Links[number] & {
  readonly FirstName?: string;
  readonly LastName?: string;
  readonly Email?: string;
  readonly ScheduleTitle?: string;
  readonly StartDateTime?: string;
  readonly EndDateTime?: string;
};

const RECORD_ENDING = /\.ndjson$/;
export const LINKS_ENDING = '.links.ndjson';

/** The file of the links of a run, beside its record. */
export function linksPath(recordPath: string): string {
  return recordPath.replace(RECORD_ENDING, LINKS_ENDING);
}

export interface LinkKeeper {
  /** Resolves when the links are on the disk. */
  keep(schedule: string, links: Links, request?: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Makes the file when the first link comes. */
export function createLinkKeeper(recordPath: string, target: ReportTarget): LinkKeeper {
  let file: Promise<LineFile> | undefined;
  return {
    keep: async (schedule, links, request) => {
      file ??= openLineFile(linksPath(recordPath));
      const opened = await file;
      const at = new Date().toISOString();
      opened.add({ at, target, schedule, links: withPeople(links, request) } satisfies LinksLine);
      await opened.synced();
    },
    close: async () => {
      await (await file?.catch(() => undefined))?.close();
    },
  };
}

function withPeople(links: Links, request: unknown): KeptLink[] {
  const sitting = textsOf(ownValue(request, 'Schedule'), SITTING_FIELDS);
  const candidates = ownList(request, 'Candidates');
  const people = new Map(candidates.map((candidate) => [ownValue(candidate, 'CandidateExtId'), candidate]));
  return links.map((link) => ({ ...link, ...textsOf(people.get(link.CandidateExtId), PERSON_FIELDS), ...sitting }));
}

const SITTING_FIELDS = { Title: 'ScheduleTitle', StartDateTime: 'StartDateTime', EndDateTime: 'EndDateTime' } as const;

const PERSON_FIELDS = { FirstName: 'FirstName', LastName: 'LastName', Email: 'Email' } as const;

/** The non-empty texts of some fields, under other names. */
function textsOf<N extends string>(holder: unknown, names: Readonly<Record<string, N>>): { [K in N]?: string } {
  const texts: { [K in N]?: string } = {};
  for (const [field, name] of Object.entries(names)) {
    const value = ownValue(holder, field);
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}

export interface KeptLinks {
  readonly links: readonly KeptLink[];
  /** Files with lines that cannot be read. */
  readonly damaged: readonly string[];
}

/** The newest links of a schedule's candidates, from all runs in a folder with the right target. Throws a RunRecordError. */
export async function readKeptLinks(
  folder: string,
  schedule: string,
  isTarget: (target: ReportTarget) => Promise<boolean>,
): Promise<KeptLinks> {
  const lines: LinksLine[] = [];
  const damaged = new Set<string>();
  for (const path of await listFiles(folder)) {
    for await (const read of readJsonLines(path)) {
      for (const line of read) {
        if (!isLinksLine(line)) damaged.add(basename(path));
        else if (line.schedule === schedule && (await isTarget(line.target))) lines.push(line);
      }
    }
  }
  lines.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  return { links: newestOf(lines), damaged: [...damaged] };
}

/** The files of links, in the order of their runs. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (errorCode(cause) === 'ENOENT') return [];
    throw recordError(join(folder, LINKS_ENDING), `${folder} cannot be read`, cause);
  });
  return names
    .filter((name) => name.endsWith(LINKS_ENDING))
    .sort()
    .map((name) => join(folder, name));
}

function isLinksLine(line: unknown): line is LinksLine {
  const { at, target, links } = (isObject(line) ? line : {}) as Partial<LinksLine>;
  return typeof at === 'string' && isObject(target) && Array.isArray(links);
}

/** A later answer replaces all links of its candidates. Its links without a candidate replace all such links. */
function newestOf(lines: readonly LinksLine[]): KeptLink[] {
  const newest = new Map<string | null, KeptLink[]>();
  for (const { links } of lines) {
    const ofLine = new Map<string | null, KeptLink[]>();
    for (const link of links) ofLine.set(link.CandidateExtId, [...(ofLine.get(link.CandidateExtId) ?? []), link]);
    for (const [candidate, own] of ofLine) newest.set(candidate, own);
  }
  return [...newest.values()].flat();
}
