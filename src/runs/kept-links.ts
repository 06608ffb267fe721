/**
 * The links that came with a run's answers, in a file beside its record that only its owner can read. A link lets a
 * candidate into the exam and no platform can be asked for it again; the record itself holds no secret.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { ownValue } from '../base/own-value.ts';
import { errorCode } from '../disk/file-access.ts';
import { readLines } from '../disk/read-lines.ts';
import type { ReportTarget } from '../model/report.ts';
import type { Delivery } from '../platform/envelope.ts';
import { type AppendFile, createAppendFile, openAppendFile } from './append-file.ts';
import { recordError } from './record/record-error.ts';

export type Links = NonNullable<Delivery['links']>;

/** The first line. */
interface Header {
  readonly type: 'links';
  readonly target: ReportTarget;
}

/** One line for each answer: it is there whole or not at all. */
interface LinksLine {
  readonly at: string;
  readonly schedule: string;
  readonly links: readonly KeptLink[];
}

/** A link with the person and the time it is for, as the request said: a platform gives only the links. */
export type KeptLink = Links[number] & {
  readonly Name?: string;
  readonly Email?: string;
  readonly ScheduleTitle?: string;
  readonly StartDateTime?: string;
  readonly EndDateTime?: string;
};

const RECORD_ENDING = /\.ndjson$/;
const ENDING = '.links.ndjson';

/** The file of the links of a run, beside its record. */
export function linksPath(recordPath: string): string {
  return recordPath.replace(RECORD_ENDING, ENDING);
}

export interface LinkKeeper {
  /** Resolves when the links are on the disk. */
  keep(schedule: string, links: Links, request?: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Makes no file before there is a link. */
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

function withPeople(links: Links, request?: unknown): KeptLink[] {
  const sitting = textsOf(ownValue(request, 'Schedule'), SITTING_FIELDS);
  const candidates = ownValue(request, 'Candidates');
  const list: readonly unknown[] = Array.isArray(candidates) ? candidates : [];
  const people = new Map(list.map((candidate) => [ownValue(candidate, 'CandidateExtId'), candidate]));
  return links.map((link) => ({ ...link, ...personOf(people.get(link.CandidateExtId)), ...sitting }));
}

const SITTING_FIELDS = { Title: 'ScheduleTitle', StartDateTime: 'StartDateTime', EndDateTime: 'EndDateTime' } as const;

function personOf(candidate: unknown): Pick<KeptLink, 'Name' | 'Email'> {
  const { FirstName = '', LastName = '', Email } = textsOf(candidate, PERSON_FIELDS);
  const Name = `${FirstName} ${LastName}`.trim();
  return { ...(Name !== '' && { Name }), ...(Email !== undefined && { Email }) };
}

const PERSON_FIELDS = { FirstName: 'FirstName', LastName: 'LastName', Email: 'Email' } as const;

/** Those of some fields that have a text, under other names. */
function textsOf<N extends string>(holder: unknown, names: Readonly<Record<string, N>>): { [K in N]?: string } {
  const texts: { [K in N]?: string } = {};
  for (const [field, name] of Object.entries(names)) {
    const value = ownValue(holder, field);
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}

/** An earlier part of the run may have made it, and a crash may have cut any line of it, the first one too. */
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

/** The newest links of a schedule's candidates, of all runs in a folder whose target is the one that is asked for. */
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

/** Files of runs, in the order in which these were begun. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (errorCode(cause) === 'ENOENT') return [];
    throw recordError(join(folder, ENDING), `${folder} cannot be read`, cause);
  });
  return names
    .filter((name) => name.endsWith(ENDING))
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

/** A later answer replaces all links of the candidates that it names, and all that belong to no candidate. */
function newestOf(lines: readonly LinksLine[]): KeptLink[] {
  const newest = new Map<string | null, KeptLink[]>();
  for (const { links } of lines) {
    const ofLine = new Map<string | null, KeptLink[]>();
    for (const link of links) ofLine.set(link.CandidateExtId, [...(ofLine.get(link.CandidateExtId) ?? []), link]);
    for (const [candidate, own] of ofLine) newest.set(candidate, own);
  }
  return [...newest.values()].flat();
}
