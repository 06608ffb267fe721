/**
 * What the comparison of sittings needs of each schedule, as numbers: several threads can note schedules at the same
 * time. Each pair of functions writes and reads in the same order.
 */
import type { NumberWriter } from '../../../base/bytes/number-writer.ts';
import { ownList, ownValue } from '../../../base/own-value.ts';
import { type Hash, hash64 } from '../../../base/text-hash.ts';
import { timeOf } from '../../../platform/fields/formats.ts';
import type { Compared, Notes } from '../across-records.ts';
import { foldId } from '../repeats/alike-ids.ts';
import { type ExtraTime, extraTimeOf, personDigestOf } from './id-conflicts.ts';

/** A schedule, without its seats. */
interface NotedSitting {
  /** The times in milliseconds; `undefined` if they could not be read. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The hash of the group's id, and the digest of its name. All are 0 if one of the two is missing. */
  readonly group: NotedGroup;
  /** The hash of the schedule's id; 0 if it has none. */
  readonly id: Hash;
  /** The number of seats, which follow. */
  readonly seats: number;
}

export type NotedGroup = readonly [high: number, low: number, name: number];

/** The seat of a candidate, or of a proctor of that candidate. */
interface NotedSeat extends ExtraTime {
  /** The position of the candidate in the schedule. */
  readonly candidate: number;
  /** The position of the proctor among those of the candidate; `undefined` in the candidate's own seat. */
  readonly proctor: number | undefined;
  readonly person: Hash;
  readonly line: number;
  /** A digest of what names the person; 0 for a proctor: only the id is known. */
  readonly digest: number;
}

export function noteSitting(record: Compared, notes: NumberWriter): void {
  const schedule = ownValue(record.request, 'Schedule');
  noteTime(ownValue(schedule, 'StartDateTime'), notes);
  noteTime(ownValue(schedule, 'EndDateTime'), notes);
  const [group, name] = [ownValue(schedule, 'GroupExtId'), ownValue(schedule, 'GroupName')];
  const isNamed = typeof group === 'string' && typeof name === 'string';
  for (const word of isNamed ? [...hash64(group), groupNameDigest(name)] : [0, 0, 0]) notes.push(word);
  const scheduleId = ownValue(schedule, 'ScheduleExtId');
  for (const word of typeof scheduleId === 'string' ? hash64(scheduleId) : [0, 0]) notes.push(word);
  const count = notes.length;
  notes.push(0);
  notes.set(count, noteSeats(record, notes));
}

export function readSitting(notes: Notes): NotedSitting {
  const [start, end] = [readTime(notes), readTime(notes)];
  const group = [notes(), notes(), notes()] as const;
  const id = [notes(), notes()] as const;
  return { start, end, group, id, seats: notes() };
}

/** Returns the number of seats. */
function noteSeats(record: Compared, notes: NumberWriter): number {
  let seats = 0;
  for (const [index, candidate] of ownList(record.request, 'Candidates').entries()) {
    const id = ownValue(candidate, 'CandidateExtId');
    const proctors = ownValue(candidate, 'ProctorUIds');
    if (typeof id !== 'string' && !Array.isArray(proctors)) continue;
    const { line } = record.locate(['Candidates', index, 'CandidateExtId']);
    if (typeof id === 'string') {
      const told = { ...extraTimeOf(candidate), digest: personDigestOf(candidate) };
      noteSeat({ candidate: index, proctor: undefined, person: hash64(id), line, ...told }, notes);
      seats += 1;
    }
    if (!Array.isArray(proctors)) continue;
    for (const [at, proctor] of proctors.entries()) {
      if (typeof proctor !== 'string') continue;
      noteSeat({ candidate: index, proctor: at, person: hash64(proctor), line, ...UNTOLD }, notes);
      seats += 1;
    }
  }
  return seats;
}

const UNTOLD = { percent: 0, specialNeeds: 0, digest: 0 } as const;

function noteSeat({ candidate, proctor, person, line, digest, ...time }: NotedSeat, notes: NumberWriter): void {
  notes.push(candidate).push(proctor === undefined ? 0 : proctor + 1);
  notes.push(person[0]).push(person[1]);
  // One number has both: the lower two bits say whether the candidate has special needs.
  notes
    .push(time.percent * 4 + time.specialNeeds)
    .push(line)
    .push(digest);
}

export function readSeat(notes: Notes): NotedSeat {
  const [candidate, mark] = [notes(), notes()];
  const person = [notes(), notes()] as const;
  const [time, line, digest] = [notes(), notes(), notes()];
  const [percent, specialNeeds] = [Math.floor(time / 4), (time % 4) as ExtraTime['specialNeeds']];
  return { candidate, proctor: mark === 0 ? undefined : mark - 1, person, percent, specialNeeds, line, digest };
}

const HIGH = 2 ** 32;
/** Added to noted times: no date is before the year 0, and notes have no negative numbers. */
const NOTED_SHIFT = -Date.parse('0000-01-01T00:00:00Z') + 1;

/** Notes a time as two numbers. Both are 0 if the value is not a time. */
function noteTime(value: unknown, notes: NumberWriter): void {
  const time = timeOf(value);
  const noted = Number.isNaN(time) ? 0 : Math.max(1, time + NOTED_SHIFT);
  notes.push(Math.floor(noted / HIGH)).push(noted % HIGH);
}

function readTime(notes: Notes): number | undefined {
  const noted = notes() * HIGH + notes();
  return noted === 0 ? undefined : noted - NOTED_SHIFT;
}

/** Names that differ only in case and white space have the same digest. */
function groupNameDigest(name: string): number {
  return hash64(foldId(name.trim().replace(/\s+/g, ' ')))[1];
}
