/** When a sitting starts and ends, and whether there is time enough in between. */
import type { Assessment } from '../../platform/catalogue.ts';
import type { ScheduleEntity } from '../../platform/entities.ts';
import {
  DEFAULT_END_MARGIN_MINUTES,
  type Schedule,
  type ScheduleRequest,
  scheduleResource,
} from '../../platform/resources/schedule.ts';
import type { StoreView } from '../../store/port.ts';
import type { Problems } from '../request.ts';
import { checkTime } from './extra-time.ts';

const MINUTE_MS = 60_000;

interface WindowInput {
  /** The schedule as it was chosen to be: stored fields and the request's, without defaults. */
  readonly chosen: Schedule;
  readonly request: ScheduleRequest;
  readonly existing: ScheduleEntity | undefined;
  /** The day of the start where the sitting is, where that is known. */
  readonly localDay: string | undefined;
}

/** The fields that follow from the assessment. */
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
  const isDefault = !chosen.EndDateTime;
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

/** "Generated if not set": assessment and day, and not longer than a title may be. */
function generateTitle({ Title, ExternalId }: Assessment, day: string): string {
  const room = scheduleResource.fields.Title.max - day.length - 1;
  return `${[...(Title || ExternalId)].slice(0, room).join('').trimEnd()} ${day}`;
}

/** Limits, 4. A year has four digits on the wire, so that nothing ends after the last of them. */
function defaultEnd(start: string, { MaxTimePerAttempt }: Assessment): string {
  const minutes = MaxTimePerAttempt + DEFAULT_END_MARGIN_MINUTES;
  return new Date(Math.min(Date.parse(start) + minutes * MINUTE_MS, END_OF_TIME_MS)).toISOString();
}

const END_OF_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');
