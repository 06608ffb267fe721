/** Endpoints, 5: Delete invigilators from schedule. */
import { type ConditionRule, codeOf } from '../contract/conditions/index.ts';
import type { ScheduleEntity } from '../contract/entities.ts';
import { type Answer, refuse, succeed } from '../contract/envelope.ts';
import type { InvigilatorError, InvigilatorsContent } from '../contract/invigilators.ts';
import { type Path, problem, toApiError } from '../contract/problem.ts';
import type { EngineDependencies } from './dependencies.ts';

export async function removeInvigilators(
  { store }: EngineDependencies,
  externalId: string,
  userExtIds: readonly string[],
): Promise<Answer<InvigilatorsContent>> {
  if (isBlank(externalId)) {
    return refuseListed('invigilators.schedule-ext-id.required', ['externalId'], 'The schedule external id is empty');
  }
  const unusable = checkBody(userExtIds);
  if (unusable) return unusable;
  return store.transact(async (transaction) => {
    const schedule = await transaction.get('Schedules', externalId);
    const refusal = checkSchedule(schedule, externalId);
    if (schedule === undefined || refusal !== undefined) return refusal ?? notFound(externalId);
    const content = removeFrom(schedule, [...new Set(userExtIds)]);
    const removed = new Set(content.SuccessfullyRemoved);
    const Invigilators = schedule.Invigilators.filter((id) => !removed.has(id));
    transaction.put('Schedules', externalId, { ...schedule, Invigilators });
    return succeed(content);
  });
}

/** 100 and 200. A body that is no array at all is a malformed request. */
function checkBody(body: unknown): Answer<never> | undefined {
  if (body === null || body === undefined || body === '' || (Array.isArray(body) && body.length === 0)) {
    return refuseListed('invigilators.body.empty', [], 'The request body is null or empty');
  }
  if (!Array.isArray(body)) {
    const message = 'The request body must be an array of external user ids';
    return refuse(400, [toApiError(problem({ rule: 'invigilators.body.type', path: [], message }))]);
  }
  return body.every(isBlank)
    ? refuseListed('invigilators.body.no-valid-id', [], 'The request has no valid external user id')
    : undefined;
}

/** 301, 302 and 305. */
function checkSchedule(schedule: ScheduleEntity | undefined, externalId: string): Answer<never> | undefined {
  if (schedule === undefined) return notFound(externalId);
  if (schedule.Status === 'ARCHIVED') {
    return refuseListed('invigilators.schedule.archived', ['externalId'], `Schedule ${externalId} is archived`);
  }
  if (schedule.Status === 'FINISHED') {
    return refuseListed('invigilators.schedule.finished', ['externalId'], `Schedule ${externalId} is finished`);
  }
  return undefined;
}

function notFound(externalId: string): Answer<never> {
  return refuseListed('invigilators.schedule.not-found', ['externalId'], `Schedule not found: ${externalId}`);
}

/** 319, per user. */
function removeFrom({ Invigilators }: ScheduleEntity, ids: readonly unknown[]): InvigilatorsContent {
  const present = new Set<unknown>(Invigilators);
  const errors = ids.filter((id) => !present.has(id)).map(notAnInvigilator);
  return { SuccessfullyRemoved: ids.filter((id): id is string => present.has(id)), Errors: errors };
}

function notAnInvigilator(id: unknown): InvigilatorError {
  const rule: ConditionRule = 'invigilators.user.not-invigilator';
  return {
    UserExtId: typeof id === 'string' ? id : JSON.stringify(id),
    Code: codeOf(rule) ?? 0,
    Error: 'User has not been added as invigilator of this schedule',
  };
}

/** The interface lists these conditions with status 200: the envelope alone says that nothing was done. */
function refuseListed(rule: ConditionRule, path: Path, message: string): Answer<never> {
  return refuse(200, [toApiError(problem({ rule, path, message }))]);
}

function isBlank(id: unknown): boolean {
  return typeof id !== 'string' || id.trim() === '';
}
