/** Endpoints, 5: Delete invigilators from schedule. */
import { type ConditionRule, codeOf } from '../../platform/conditions/index.ts';
import type { ScheduleEntity } from '../../platform/entities.ts';
import { type Answer, refuse, succeed } from '../../platform/envelope.ts';
import { type Path, type Problem, problem, toApiError } from '../../platform/problem.ts';
import type { InvigilatorError, InvigilatorsContent } from '../../platform/resources/invigilators.ts';
import type { PlatformRequest } from '../request.ts';

export function removeInvigilators(
  externalId: string,
  userExtIds: readonly string[],
): PlatformRequest<InvigilatorsContent> {
  const malformed = [...checkId(externalId), ...checkBody(userExtIds)];
  if (malformed.length > 0) return { decide: () => refuseListed(malformed) };
  return {
    decide: (state) => {
      const schedule = state.get('Schedules', externalId);
      const problem = checkSchedule(schedule, externalId);
      if (schedule === undefined || problem !== undefined) return refuseListed([problem ?? notFound(externalId)]);
      const content = removeFrom(schedule, userExtIds);
      const removed = new Set(content.SuccessfullyRemoved);
      const Invigilators = schedule.Invigilators.filter((id) => !removed.has(id));
      state.put('Schedules', externalId, { ...schedule, Invigilators });
      return succeed(content);
    },
  };
}

/** Checks condition 300. */
function checkId(externalId: unknown): Problem[] {
  if (!isBlank(externalId)) return [];
  const message = 'The schedule external id is empty';
  return [listed('invigilators.schedule-ext-id.required', ['externalId'], message)];
}

/** Checks conditions 100 and 200. */
function checkBody(body: unknown): Problem[] {
  if (body === null || body === undefined || body === '' || (Array.isArray(body) && body.length === 0)) {
    return [listed('invigilators.body.empty', [], 'The request body is null or empty')];
  }
  if (!Array.isArray(body)) {
    return [
      problem({ rule: NOT_AN_ARRAY, path: [], message: 'The request body must be an array of external user ids' }),
    ];
  }
  if (!body.every(isBlank)) return [];
  return [listed('invigilators.body.no-valid-id', [], 'The request has no valid external user id')];
}

/** The rule for a body that is not an array. The interface has no condition for it. */
const NOT_AN_ARRAY = 'invigilators.body.type';

/** Checks conditions 301, 302 and 305. */
function checkSchedule(schedule: ScheduleEntity | undefined, externalId: string): Problem | undefined {
  if (schedule === undefined) return notFound(externalId);
  if (schedule.Status === 'ARCHIVED')
    return listed('invigilators.schedule.archived', ['externalId'], `Schedule ${externalId} is archived`);
  if (schedule.Status === 'FINISHED')
    return listed('invigilators.schedule.finished', ['externalId'], `Schedule ${externalId} is finished`);
  return undefined;
}

function notFound(externalId: string): Problem {
  return listed('invigilators.schedule.not-found', ['externalId'], `Schedule not found: ${externalId}`);
}

/** Splits the entries into invigilators, which are removed, and errors: 319 for each other entry. */
function removeFrom({ Invigilators }: ScheduleEntity, entries: readonly unknown[]): InvigilatorsContent {
  const present = new Set<unknown>(Invigilators);
  const firstOf = new Map<unknown, number>();
  for (const [index, entry] of entries.entries()) if (!firstOf.has(entry)) firstOf.set(entry, index);
  const ids = [...firstOf.keys()];
  return {
    SuccessfullyRemoved: ids.filter((id): id is string => present.has(id)),
    Errors: ids.filter((id) => !present.has(id)).map((id) => notAnInvigilator(id, firstOf.get(id) ?? 0)),
  };
}

function notAnInvigilator(entry: unknown, index: number): InvigilatorError {
  const rule: ConditionRule = 'invigilators.user.not-invigilator';
  return {
    UserExtId: nameEntry(entry, index),
    Code: codeOf(rule),
    Error: 'User has not been added as invigilator of this schedule',
  };
}

/** The name of an entry in messages. An object or an array may be very large, so its position is shown instead. */
function nameEntry(entry: unknown, index: number): string {
  if (typeof entry === 'string') return entry;
  if (typeof entry === 'number' || typeof entry === 'boolean' || entry === null) return JSON.stringify(entry);
  return `[entry ${index + 1}]`;
}

/** The interface answers its own conditions with status 200: only the envelope says that nothing was done. */
function refuseListed(problems: readonly Problem[]): Answer<never> {
  return refuse(problems.some(({ rule }) => rule === NOT_AN_ARRAY) ? 400 : 200, problems.map(toApiError));
}

function listed(rule: ConditionRule, path: Path, message: string): Problem {
  return problem({ rule, path, message });
}

function isBlank(id: unknown): boolean {
  return typeof id !== 'string' || id.trim() === '';
}
