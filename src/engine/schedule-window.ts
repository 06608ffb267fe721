/** When a sitting starts and ends, and whether there is time enough in between. */
import type { Assessment } from '../contract/catalogue.ts';
import type { ScheduleEntity } from '../contract/entities.ts';
import type { Path } from '../contract/problem.ts';
import {
  type Candidate,
  DEFAULT_END_MARGIN_MINUTES,
  type Schedule,
  type ScheduleRequest,
  scheduleResource,
} from '../contract/schedule.ts';
import type { StoreView } from '../store/port.ts';
import { mergeFields } from './merge.ts';
import type { Problems } from './transaction.ts';

const MINUTE_MS = 60_000;
const END_PATH = ['Schedule', 'EndDateTime'];

interface WindowInput {
  /** The schedule as it was chosen to be: stored fields and the request's, without defaults. */
  readonly chosen: Schedule;
  readonly request: ScheduleRequest;
  readonly existing: ScheduleEntity | undefined;
}

/**
 * The fields that follow from the assessment. The default end is always accepted; an explicit one must leave more
 * than the assessment's duration with extra time, for each candidate of the request as well.
 */
export async function checkWindow(
  view: StoreView,
  problems: Problems,
  { chosen, request, existing }: WindowInput,
): Promise<Pick<Schedule, 'StartDateTime' | 'EndDateTime' | 'Title'> | undefined> {
  const assessment = await view.get('Assessments', chosen.AssessmentExtId);
  if (assessment === undefined) {
    const message = `No assessment has the external id ${chosen.AssessmentExtId}`;
    problems.add('schedule.assessment.not-found', ['Schedule', 'AssessmentExtId'], message);
    return undefined;
  }
  const { StartDateTime, EndDateTime } = chosen;
  if (EndDateTime) checkSpan(problems, assessment, chosen, EndDateTime, adjustmentsOf(request, existing));
  return {
    StartDateTime,
    EndDateTime: EndDateTime || defaultEnd(StartDateTime, assessment),
    Title: chosen.Title || generateTitle(assessment, chosen),
  };
}

/** "Generated if not set": assessment and day, and not longer than a title may be. */
function generateTitle({ Title, ExternalId }: Assessment, { StartDateTime }: Schedule): string {
  const day = StartDateTime.slice(0, 'yyyy-mm-dd'.length);
  const room = scheduleResource.fields.Title.max - day.length - 1;
  return `${[...(Title || ExternalId)].slice(0, room).join('').trimEnd()} ${day}`;
}

/** Limits, 4. A year has four digits on the wire, so that nothing ends after the last of them. */
function defaultEnd(start: string, { MaxTimePerAttempt }: Assessment): string {
  const minutes = MaxTimePerAttempt + DEFAULT_END_MARGIN_MINUTES;
  return new Date(Math.min(Date.parse(start) + minutes * MINUTE_MS, END_OF_TIME_MS)).toISOString();
}

const END_OF_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A candidate's extra time, and where the request is to blame when there is no room for it. */
interface Adjustment {
  readonly candidate: string;
  readonly percentage: number;
  readonly path: Path;
}

/** Those of the request's candidates, and of stored candidates that the request does not name. */
function adjustmentsOf({ Candidates }: ScheduleRequest, existing: ScheduleEntity | undefined): Adjustment[] {
  const stored = new Map((existing?.Candidates ?? []).map((candidate) => [candidate.CandidateExtId, candidate]));
  const named = Candidates.map((candidate, index): Adjustment => {
    const merged = mergeFields<Partial<Candidate>>(stored.get(candidate.CandidateExtId), candidate);
    stored.delete(candidate.CandidateExtId);
    return adjustmentOf(merged, ['Candidates', index, 'ReasonableAdjustmentPercentage']);
  });
  return [...named, ...[...stored.values()].map((candidate) => adjustmentOf(candidate, END_PATH))];
}

function adjustmentOf(candidate: Partial<Candidate>, path: Path): Adjustment {
  const percentage = candidate.SpecialNeeds === 'true' ? (candidate.ReasonableAdjustmentPercentage ?? 0) : 0;
  return { candidate: candidate.CandidateExtId ?? '', percentage, path };
}

function checkSpan(
  problems: Problems,
  { MaxTimePerAttempt, ExtraTime }: Assessment,
  { StartDateTime }: Schedule,
  end: string,
  adjustments: readonly Adjustment[],
): void {
  const span = (Date.parse(end) - Date.parse(StartDateTime)) / MINUTE_MS;
  const needed = MaxTimePerAttempt + (ExtraTime ?? 0);
  if (span <= needed) {
    const message = `The span from start to end is ${round(span)} minutes and must be more than ${needed}`;
    problems.add('schedule.end-date-time.too-early', END_PATH, message);
    return;
  }
  for (const { candidate, percentage, path } of adjustments) {
    const own = needed + (MaxTimePerAttempt * percentage) / 100;
    if (span > own) continue;
    const message = `With extra time candidate ${candidate} needs ${round(own)} minutes; the sitting has ${round(span)}`;
    problems.add('candidate.adjustment.exceeds-window', path, message);
  }
}

function round(minutes: number): number {
  return Math.round(minutes * 10) / 10;
}
