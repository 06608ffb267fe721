/**
 * The links from a run's answers, in a file beside the run record that only its owner can read. A link lets a candidate
 * into the exam, and no platform gives it a second time. The run record itself holds no secret.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { ownList, ownValue } from '../base/own-value.ts';
import { errorCode } from '../disk/file-access.ts';
import { readLines } from '../disk/read-lines.ts';
import type { ReportTarget } from '../model/report.ts';
import type { Links } from '../platform/envelope.ts';
import { type AppendFile, createAppendFile, openAppendFile } from './append-file.ts';
import { recordError } from './record/record-error.ts';

/** The first line. */
interface Header {
  readonly type: 'links';
  readonly target: ReportTarget;
}

/** The links of one answer. A line counts as a whole or not at all. */
interface LinksLine {
  readonly at: string;
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
  const path = linksPath(recordPath);
  let file: Promise<AppendFile> | undefined;
  return {
    keep: async (schedule, links, request) => {
      file ??= openLinksFile(path, { type: 'links', target });
      const line: LinksLine = { at: new Date().toISOString(), schedule, links: withPeople(links, request) };
      const opened = await file;
      opened.add(`${JSON.stringify(line)}\n`);
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

/** Opens the file, which an earlier part of the run may have made. A crash may have cut any line, even the first. */
async function openLinksFile(path: string, header: Header): Promise<AppendFile> {
  const start = JSON.stringify(header);
  if (!existsSync(path)) return createAppendFile(path, `${start}\n`);
  const file = await openAppendFile(path);
  file.add(`\n${start}\n`);
  return file;
}

export interface KeptLinks {
  readonly links: readonly KeptLink[];
  /** Files with lines that cannot be read. */
  readonly damaged: readonly string[];
}

/** The newest links of a schedule's candidates, from all runs in a folder with the right target. */
export async function readKeptLinks(
  folder: string,
  schedule: string,
  isTarget: (target: ReportTarget) => Promise<boolean>,
): Promise<KeptLinks> {
  const lines: LinksLine[] = [];
  const damaged: string[] = [];
  for (const path of await listFiles(folder)) {
    const read = await readFile(path, schedule);
    if (read.isDamaged) damaged.push(basename(path));
    if (read.header !== undefined && (await isTarget(read.header.target))) lines.push(...read.lines);
  }
  lines.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  return { links: newestOf(lines), damaged };
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

interface ReadFile {
  header?: Header;
  readonly lines: LinksLine[];
  isDamaged: boolean;
}

async function readFile(path: string, schedule: string): Promise<ReadFile> {
  const read: ReadFile = { lines: [], isDamaged: false };
  try {
    for await (const texts of readLines(path)) {
      for (const text of texts) if (text !== '') take(read, parseLine(text), schedule);
    }
  } catch (cause) {
    throw recordError(path, `${path} cannot be read`, cause);
  }
  return read;
}

function take(read: ReadFile, line: Header | LinksLine | undefined, schedule: string): void {
  if (line === undefined) read.isDamaged = true;
  else if ('target' in line) read.header ??= line;
  else if (line.schedule === schedule) read.lines.push(line);
}

function parseLine(text: string): Header | LinksLine | undefined {
  const line = parseJson(text) as Partial<Header & LinksLine> | null | undefined;
  const isKnown = line?.target !== undefined || (typeof line?.at === 'string' && Array.isArray(line.links));
  return isKnown ? (line as Header | LinksLine) : undefined;
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
