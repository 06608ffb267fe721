/**
 * Finds contradictions between sittings: people in two sittings at once, one id for two people, a start in the past, a
 * group with two names.
 */

import { textOrNull } from '../../../base/json-value.ts';
import { ownList, ownValue } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { describePlace, type Place } from '../../../model/place.ts';
import { timeOf } from '../../../platform/fields/formats.ts';
import { type Path, problem } from '../../../platform/problem.ts';
import { DEFAULT_END_MARGIN_MINUTES } from '../../../platform/resources/schedule.ts';
import { toFinding } from '../findings.ts';
import { lineOfCandidate } from '../identity/people.ts';
import { foldId } from '../repeats/alike-ids.ts';
import type { CrossCheck } from '../validate.ts';
import {
  CLASH_RULES,
  CUT_MESSAGE,
  clashMessage,
  createSeats,
  DIFFERS_RULE,
  differsMessage,
  EXTRA_TIME_RULE,
  extraTimeMessage,
  extraTimeOf,
  NO_EXTRA_TIME,
  namesOf,
  type Seat,
  type Seats,
} from './seats.ts';

/** The time between a start and an end that the platform sets, without that of the assessment. */
const DEFAULT_END_MS = DEFAULT_END_MARGIN_MINUTES * 60_000;

/** Compares each schedule with those before it, across files. `now` is the clock. */
export function createSittingCheck(now: () => number): CrossCheck {
  const seats = createSeats();
  /** The name of each group, with the first sitting that gives it. */
  const groups = new Map<string, { readonly name: string; readonly place: Place }>();
  const places: Place[] = [];
  /** The first sitting of each id. A repeated schedule is an error of its own, and no other sitting of its people. */
  const known = new Map<string, number>();
  const moment = now();
  return {
    see: (draft, place) => {
      const schedule = ownValue(draft.request, 'Schedule');
      const [start, end] = [timeIn(schedule, 'StartDateTime'), timeIn(schedule, 'EndDateTime')];
      const id = textOrNull(ownValue(schedule, 'ScheduleExtId'));
      let sitting = id === null ? undefined : known.get(id);
      if (sitting === undefined) {
        sitting = start === undefined ? seats.addSitting(0, 0) : seats.addSitting(start, endOrDefault(start, end));
        places[sitting] = place;
        if (id !== null) known.set(id, sitting);
      }
      const found: Finding[] = [];
      if (start !== undefined && start < moment) found.push(warnOf(draft, START_PATH, PAST_RULE, PAST));
      const [group, name] = [ownValue(schedule, 'GroupExtId'), ownValue(schedule, 'GroupName')];
      if (typeof group === 'string' && typeof name === 'string') {
        const folded = foldId(name.trim().replace(/\s+/g, ' '));
        const first = groups.get(group);
        if (first === undefined) groups.set(group, { name: folded, place });
        else if (first.name !== folded) found.push(groupNameFinding(draft, first.place));
      }
      return [...found, ...checkSeats({ sitting, seats, places, draft, watchedBy: createWatchCounts(draft) })];
    },
  };
}

/** A time in milliseconds; `undefined` if the value is not a time. */
function timeIn(schedule: unknown, name: string): number | undefined {
  const time = timeOf(ownValue(schedule, name));
  return Number.isNaN(time) ? undefined : time;
}

/** The end of a sitting in milliseconds. `end` is undefined if the schedule has none: then the platform sets the end. */
export function endOrDefault(start: number, end: number | undefined, maxTime = 0): number {
  return end ?? start + maxTime * 60_000 + DEFAULT_END_MS;
}

interface Seating {
  readonly sitting: number;
  readonly seats: Seats;
  readonly places: readonly Place[];
  readonly draft: Draft;
  /** Returns the number of candidates whom the proctor at a path of the request watches. */
  readonly watchedBy: (candidate: number, proctor: number) => number;
}

/** Checks the seats of all candidates of a schedule, and of their proctors. */
function checkSeats(seating: Seating): Finding[] {
  const { draft, sitting } = seating;
  const candidates = ownList(draft.request, 'Candidates');
  const found: Finding[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const id = ownValue(candidate, 'CandidateExtId');
    const proctors = ownList(candidate, 'ProctorUIds');
    if (typeof id !== 'string' && proctors.length === 0) continue;
    const place = lineOfCandidate(draft, index, candidates.length);
    if (typeof id === 'string') {
      const seat = { sitting, place, ...extraTimeOf(candidate), isProctor: false };
      found.push(...checkSeat(id, seat, namesOf(candidate), { ...seating, candidate: index, proctor: undefined }));
    }
    for (const [proctor, watcher] of proctors.entries()) {
      if (typeof watcher !== 'string') continue;
      const seat = { sitting, place, ...NO_EXTRA_TIME, isProctor: true };
      found.push(...checkSeat(watcher, seat, undefined, { ...seating, candidate: index, proctor }));
    }
  }
  return found;
}

interface SeatPosition extends Seating {
  readonly candidate: number;
  readonly proctor: number | undefined;
}

/** A sitting whose times could not be read overlaps no other. */
function checkSeat(id: string, seat: Seat, named: string | undefined, at: SeatPosition): readonly Finding[] {
  const { seats, places, draft, candidate, proctor, watchedBy } = at;
  const { clash, isCut, differs, otherTime } = seats.addSeat(id, seat, named);
  if (clash === undefined && differs === undefined && otherTime === undefined && !isCut) return [];
  const path: Path = [
    'Candidates',
    candidate,
    ...(proctor === undefined ? ['CandidateExtId'] : ['ProctorUIds', proctor]),
  ];
  const whereIs = ({ sitting, place: line }: Seat) =>
    describePlace({ file: '', ...places[sitting], line }, draft.locate(path), 'another schedule on this line');
  const rule = CLASH_RULES[seat.isProctor ? 'proctor' : 'candidate'];
  const found: Finding[] = [];
  if (differs !== undefined) found.push(warnOf(draft, path, DIFFERS_RULE, differsMessage(whereIs(differs))));
  if (otherTime !== undefined) {
    const field = ['Candidates', candidate, 'SpecialNeeds'];
    found.push(warnOf(draft, field, EXTRA_TIME_RULE, extraTimeMessage(whereIs(otherTime))));
  }
  if (isCut) found.push(warnOf(draft, path, rule, { message: CUT_MESSAGE, suggestion: undefined }));
  if (clash === undefined) return found;
  const { first, count } = clash;
  const times = { start: seats.startOf(first.sitting), end: seats.endOf(first) };
  const watched = proctor === undefined ? 0 : watchedBy(candidate, proctor);
  const words = clashMessage({ seat, other: first, count, where: whereIs(first), times, watched });
  return [...found, warnOf(draft, path, rule, words)];
}

/** Counts once for all clashes of a schedule: it may have very many candidates and proctors. */
function createWatchCounts(draft: Draft): Seating['watchedBy'] {
  let lists: readonly (readonly unknown[])[] | undefined;
  const counts = new Map<unknown, number>();
  return (candidate, proctor) => {
    if (lists === undefined) {
      lists = ownList(draft.request, 'Candidates').map((one) => ownList(one, 'ProctorUIds'));
      for (const ids of lists) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts.get(lists[candidate]?.[proctor]) ?? 0;
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
