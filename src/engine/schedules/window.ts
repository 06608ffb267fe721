/** Finds the start and the end of a sitting, and checks the time between them. */
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
import { hasStoredFields } from './as-stored.ts';
import { checkTime } from './extra-time.ts';

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
