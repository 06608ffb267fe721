/**
 * Finds contradictions between sittings: people in two sittings at once, one id for two people, a start in the past, a
 * group with two names.
 */

import { createCompactMap } from '../../../base/compact-map.ts';
import { createNumbers, createShorts } from '../../../base/lists/compact-lists.ts';
import { ownList } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { describePlace, type Place, type RecordPlace } from '../../../model/place.ts';
import { type Path, problem } from '../../../platform/problem.ts';
import { DEFAULT_END_MARGIN_MINUTES } from '../../../platform/resources/schedule.ts';
import type { CrossCheck, Notes } from '../across-records.ts';
import { toFinding } from '../findings.ts';
import { CLASH_RULES, CUT_MESSAGE, clashMessage } from './clash-words.ts';
import { DIFFERS_RULE, differsMessage, EXTRA_TIME_RULE, extraTimeMessage } from './id-conflicts.ts';
import { createSeats, type Seat, type Seats } from './seats.ts';
import { type NotedGroup, noteSitting, readSeat, readSitting } from './sitting-notes.ts';

/** The time between a start and an end that the platform sets, without that of the assessment. */
const DEFAULT_END_MS = DEFAULT_END_MARGIN_MINUTES * 60_000;

/** Compares each schedule with those before it, across files. `now` is the clock. */
export function createSittingCheck(now: () => number): CrossCheck {
  const seats = createSeats();
  const groups = createGroups();
  const places = createSittingPlaces();
  /** The first sitting of each id. A repeated schedule is an error of its own, and no other sitting of its people. */
  const known = createCompactMap(1);
  const moment = now();
  return {
    note: noteSitting,
    compare: (notes, place, draft) => {
      const { start, end, group, id, seats: count } = readSitting(notes);
      let sitting = id[1] === 0 ? undefined : known.get(id)?.[0];
      if (sitting === undefined) {
        sitting = start === undefined ? seats.addSitting(0, 0) : seats.addSitting(start, endOrDefault(start, end));
        places.add(place);
        if (id[1] !== 0) known.set(id, sitting);
      }
      const found: Finding[] = [];
      const add = (finding: Finding | undefined) => void (finding && found.push(finding));
      if (start !== undefined && start < moment) add(warnOf(draft(), START_PATH, PAST_RULE, PAST));
      const other = groups.compare(group, sitting);
      if (other !== undefined) add(groupNameFinding(draft(), places.at(other)));
      const seating = { sitting, seats, places, draft, watchedBy: createWatchCounts(draft) };
      for (let left = count; left > 0; left -= 1) found.push(...checkSeat(notes, seating));
      return found;
    },
  };
}

/** The end of a sitting in milliseconds. `end` is undefined if the schedule has none: then the platform sets the end. */
export function endOrDefault(start: number, end: number | undefined, maxTime = 0): number {
  return end ?? start + maxTime * 60_000 + DEFAULT_END_MS;
}

interface Seating {
  readonly sitting: number;
  readonly seats: Seats;
  readonly places: SittingPlaces;
  readonly draft: () => Draft;
  /** Returns the number of candidates whom the proctor at a path of the request watches. */
  readonly watchedBy: (candidate: number, proctor: number) => number;
}

const NONE: readonly never[] = [];

/** A sitting whose times could not be read overlaps no other. */
function checkSeat(notes: Notes, { sitting, seats, places, draft, watchedBy }: Seating): readonly Finding[] {
  const { candidate, proctor, person, percent, specialNeeds, line, digest } = readSeat(notes);
  const isProctor = proctor !== undefined;
  const seat = { sitting, place: line, percent, specialNeeds, isProctor };
  const { clash, isCut, differs, otherTime } = seats.addSeat(person, seat, digest);
  if (clash === undefined && differs === undefined && otherTime === undefined && !isCut) return NONE;
  const path: Path = ['Candidates', candidate, ...(isProctor ? ['ProctorUIds', proctor] : ['CandidateExtId'])];
  const whereIs = ({ sitting: other, place }: Seat) =>
    describePlace({ ...places.at(other), line: place }, draft().locate(path), 'another schedule on this line');
  const rule = CLASH_RULES[isProctor ? 'proctor' : 'candidate'];
  const found: Finding[] = [];
  if (differs !== undefined) found.push(warnOf(draft(), path, DIFFERS_RULE, differsMessage(whereIs(differs))));
  if (otherTime !== undefined) {
    const field = ['Candidates', candidate, 'SpecialNeeds'];
    found.push(warnOf(draft(), field, EXTRA_TIME_RULE, extraTimeMessage(whereIs(otherTime))));
  }
  if (isCut) found.push(warnOf(draft(), path, rule, { message: CUT_MESSAGE, suggestion: undefined }));
  if (clash === undefined) return found;
  const { first, count } = clash;
  const times = { start: seats.startOf(first.sitting), end: seats.endOf(first) };
  const watched = isProctor ? watchedBy(candidate, proctor) : 0;
  const words = clashMessage({ seat, other: first, count, where: whereIs(first), times, watched });
  return [...found, warnOf(draft(), path, rule, words)];
}

/** Counts once for all clashes of a schedule: it may have very many candidates and proctors. */
function createWatchCounts(draft: () => Draft): Seating['watchedBy'] {
  let lists: readonly (readonly unknown[])[] | undefined;
  const counts = new Map<unknown, number>();
  return (candidate, proctor) => {
    if (lists === undefined) {
      lists = ownList(draft().request, 'Candidates').map((one) => ownList(one, 'ProctorUIds'));
      for (const ids of lists) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts.get(lists[candidate]?.[proctor]) ?? 0;
  };
}

/** Finds groups that have two names. */
function createGroups() {
  const firstOf = createCompactMap(2);
  return {
    /** Returns an earlier sitting in which the group has another name. */
    compare: ([high, low, name]: NotedGroup, sitting: number): number | undefined => {
      if (low === 0) return undefined;
      const known = firstOf.get([high, low]);
      if (known === undefined) firstOf.set([high, low], sitting, name);
      return known === undefined || known[1] === name ? undefined : known[0];
    },
  };
}

type SittingPlaces = ReturnType<typeof createSittingPlaces>;

/** The file and line of each sitting. */
function createSittingPlaces() {
  const files: Pick<Place, 'file' | 'sheet'>[] = [];
  const [lines, fileOf] = [createNumbers(), createShorts()];
  return {
    add: ({ file, sheet, line }: RecordPlace & { readonly sheet?: string | undefined }): void => {
      const last = files.at(-1);
      if (last?.file !== file || last.sheet !== sheet) files.push({ file, sheet });
      lines.push(line);
      fileOf.push(files.length - 1);
    },
    at: (sitting: number): Place => {
      const { file = '', sheet } = files[fileOf.at(sitting)] ?? {};
      return { file, line: lines.at(sitting), ...(sheet !== undefined && { sheet }) };
    },
  };
}

const START_PATH = ['Schedule', 'StartDateTime'];
const PAST_RULE = 'schedule.start-date-time.past';
const PAST = { message: 'StartDateTime is in the past', suggestion: 'see whether the date is that of an earlier list' };

function groupNameFinding(draft: Draft, first: Place): Finding {
  const path = ['Schedule', 'GroupName'];
  const where = describePlace(first, draft.locate(path), 'an earlier schedule on this line');
  const message = `GroupName is not as in ${where} for the same GroupExtId: a group has one name`;
  return warnOf(draft, path, 'schedule.group-name.another', { message, suggestion: undefined });
}

function warnOf(
  draft: Draft,
  path: Path,
  rule: string,
  words: { readonly message: string; readonly suggestion: string | undefined },
): Finding {
  return toFinding(draft, problem({ path, rule, ...words }), 'warning');
}
