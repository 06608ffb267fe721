/**
 * Finds the start and the end of a sitting, and checks whether it has enough time for every candidate. An end that was
 * chosen must leave more time than the assessment takes, with the extra time of each candidate. Two cases are only warnings:
 * a default end, which the platform chose, and extra time that only the user has and the request does not mention.
 */
import type { Assessment } from '../../platform/catalogue.ts';
import type { ScheduleEntity } from '../../platform/entities.ts';
import type { Path } from '../../platform/problem.ts';
import {
  type Candidate,
  DEFAULT_END_MARGIN_MINUTES,
  type Schedule,
  type ScheduleRequest,
  scheduleResource,
} from '../../platform/resources/schedule.ts';
import type { StoreView } from '../../store/port.ts';
import { mergeFields } from '../merge.ts';
import type { Problems } from '../request.ts';
import { hasStoredFields } from './as-stored.ts';

const MINUTE_MS = 60_000;

interface WindowInput {
  /** The fields that somebody chose: those of the store and of the request, without defaults. */
  readonly chosen: Schedule;
  readonly request: ScheduleRequest;
  readonly existing: ScheduleEntity | undefined;
  /** The day of the start in the time zone of the sitting, if known. */
  readonly localDay: string | undefined;
}

/** Returns the fields whose defaults come from the assessment. */
export function checkWindow(
  view: StoreView,
  problems: Problems,
  { chosen, request, existing, localDay }: WindowInput,
): Pick<Schedule, 'StartDateTime' | 'EndDateTime' | 'Title'> | undefined {
  const assessment = view.get('Assessments', chosen.AssessmentExtId);
  if (assessment === undefined) {
    const message = `No assessment has the external id ${chosen.AssessmentExtId}`;
    problems.add('schedule.assessment.not-found', ['Schedule', 'AssessmentExtId'], message);
    return undefined;
  }
  const { StartDateTime } = chosen;
  const EndDateTime = chosen.EndDateTime || defaultEnd(StartDateTime, assessment);
  const isStillDefault = existing?.Defaulted?.includes('EndDateTime') === true && hasStoredFields(existing, request);
  const isDefault = !chosen.EndDateTime || isStillDefault;
  checkTime(view, problems, { assessment, start: StartDateTime, end: EndDateTime, isDefault, request, existing });
  return {
    StartDateTime,
    EndDateTime,
    Title: chosen.Title || generateTitle(assessment, localDay ?? dayOf(StartDateTime)),
  };
}

function dayOf(dateTime: string): string {
  return dateTime.slice(0, 'yyyy-mm-dd'.length);
}

/** "Generated if not set": the assessment and the day, cut to the maximum length of a title. */
function generateTitle({ Title, ExternalId }: Assessment, day: string): string {
  const room = scheduleResource.fields.Title.max - day.length - 1;
  return `${[...(Title || ExternalId)].slice(0, room).join('').trimEnd()} ${day}`;
}

/** Limits, 4. A year has four digits in the interface, so no sitting ends after the year 9999. */
function defaultEnd(start: string, { MaxTimePerAttempt }: Assessment): string {
  const minutes = MaxTimePerAttempt + DEFAULT_END_MARGIN_MINUTES;
  return new Date(Math.min(Date.parse(start) + minutes * MINUTE_MS, END_OF_TIME_MS)).toISOString();
}

const END_OF_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

const PERCENT_OF_MINUTE_MS = MINUTE_MS / 100;
const END_PATH = ['Schedule', 'EndDateTime'];

interface Sitting {
  readonly assessment: Assessment;
  readonly start: string;
  readonly end: string;
  /** Whether the platform chose the end. */
  readonly isDefault: boolean;
  readonly request: ScheduleRequest;
  readonly existing: ScheduleEntity | undefined;
}

function checkTime(view: StoreView, problems: Problems, sitting: Sitting): void {
  const { assessment, start, end, isDefault } = sitting;
  const { MaxTimePerAttempt } = assessment;
  // In milliseconds, as whole numbers: fractions of minutes are not exact.
  const span = Date.parse(end) - Date.parse(start);
  const needed = (MaxTimePerAttempt + (assessment.ExtraTime ?? 0)) * MINUTE_MS;
  if (span <= needed) {
    const message = `The span from start to end is ${inMinutes(span)} minutes and must be more than ${inMinutes(needed)}`;
    if (isDefault) problems.warn('schedule.end-date-time.too-early', END_PATH, message, endAfter(start, needed));
    else problems.add('schedule.end-date-time.too-early', END_PATH, message);
    return;
  }
  for (const { candidate, percentage, path, isOfUser } of adjustmentsOf(view, sitting)) {
    const own = needed + MaxTimePerAttempt * percentage * PERCENT_OF_MINUTE_MS;
    if (span > own) continue;
    const rule = 'candidate.adjustment.exceeds-window';
    const whose = isOfUser ? `the extra time of the user (${percentage}%)` : 'extra time';
    const needs = `needs more than ${inMinutes(own)} minutes`;
    const message = `With ${whose} candidate ${candidate} ${needs}; the sitting has ${inMinutes(span)}`;
    if (!isDefault && !isOfUser) problems.add(rule, path, message);
    else problems.warn(rule, path, `${message}: ${missing(wholeAfter(own) - span)}`, endAfter(start, own));
  }
}

function missing(ms: number): string {
  return `${inMinutes(ms)} ${ms === MINUTE_MS ? 'is' : 'are'} missing`;
}

/** The first whole minute after a time: the interface says "greater than". */
function wholeAfter(ms: number): number {
  return (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;
}

function endAfter(start: string, ms: number): string {
  const end = new Date(Date.parse(start) + wholeAfter(ms));
  return `set EndDateTime to ${end.toISOString()} or later`;
}

/** Returns minutes, with so many digits that different times look different. */
function inMinutes(ms: number): number {
  return Number((ms / MINUTE_MS).toFixed(5));
}

/** The extra time of a candidate, and the path for an error about it. */
interface Adjustment {
  readonly candidate: string;
  readonly percentage: number;
  readonly path: Path;
  /** Whether the extra time is that of the user: neither the request nor the schedule has one. */
  readonly isOfUser: boolean;
}

/** The extra time of the request's candidates, and of stored candidates whom the request does not name. */
function adjustmentsOf(view: StoreView, { request, existing }: Sitting): Adjustment[] {
  const stored = new Map((existing?.Candidates ?? []).map((candidate) => [candidate.CandidateExtId, candidate]));
  const adjustments: Adjustment[] = [];
  for (const [index, candidate] of request.Candidates.entries()) {
    const known = stored.get(candidate.CandidateExtId);
    const merged = known === undefined ? candidate : mergeFields<Candidate>(known, candidate);
    const cleared = candidate.SpecialNeeds === null || candidate.ReasonableAdjustmentPercentage === null;
    const path = ['Candidates', index, 'ReasonableAdjustmentPercentage'];
    stored.delete(candidate.CandidateExtId);
    adjustments.push(adjustmentOf(view, merged, path, cleared));
  }
  for (const candidate of stored.values()) adjustments.push(adjustmentOf(view, candidate, END_PATH));
  return adjustments.filter(({ percentage }) => percentage > 0);
}

function adjustmentOf(view: StoreView, candidate: Candidate, path: Path, cleared = false): Adjustment {
  const { CandidateExtId, SpecialNeeds, ReasonableAdjustmentPercentage } = candidate;
  const own = SpecialNeeds === 'true' ? (ReasonableAdjustmentPercentage ?? undefined) : undefined;
  const isOfUser = own === undefined && SpecialNeeds !== 'false' && !cleared;
  const user = isOfUser ? view.get('Users', CandidateExtId) : undefined;
  const percentage = own ?? (user?.SpecialNeeds === true ? (user.ReasonableAdjustmentPercentage ?? 0) : 0);
  return { candidate: CandidateExtId, percentage, path, isOfUser };
}
