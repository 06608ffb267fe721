/**
 * Checks whether a sitting has enough time for every candidate. An end that was chosen must leave more time than the
 * assessment takes, with the extra time of each candidate. Two cases are only warnings: a default end, which the
 * platform chose, and extra time that only the user has and the request does not mention.
 */
import type { Assessment } from '../../platform/catalogue.ts';
import type { ScheduleEntity } from '../../platform/entities.ts';
import type { Path } from '../../platform/problem.ts';
import type { Candidate, ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { StoreView } from '../../store/port.ts';
import { mergeFields } from '../merge.ts';
import type { Problems } from '../request.ts';

const MINUTE_MS = 60_000;
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

export function checkTime(view: StoreView, problems: Problems, sitting: Sitting): void {
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
