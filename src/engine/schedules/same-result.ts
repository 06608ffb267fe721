/** Whether a schedule is there because an earlier attempt of this very request has made it. */
import { isDeepStrictEqual } from 'node:util';
import type { ScheduleEntity } from '../../platform/entities.ts';
import { withoutLinks } from './links.ts';
import { omit } from '../rules/merge.ts';

/** `made` may have moved on in its life since; links are made anew each time. */
export function isSameResult(made: ScheduleEntity, entity: ScheduleEntity): boolean {
  return isDeepStrictEqual(comparable(made), comparable(entity));
}

function comparable(entity: ScheduleEntity): object {
  return { ...omit(entity, 'Status', 'Invigilators'), Candidates: entity.Candidates.map(withoutLinks) };
}
