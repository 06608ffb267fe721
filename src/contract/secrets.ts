/** Which fields are never written to a report, record or log. */
import type { Resource } from './field.ts';
import { candidateResource, scheduleResource } from './schedule.ts';
import { userResource } from './user.ts';

const RESOURCES: readonly Resource[] = [scheduleResource, candidateResource, userResource];

/** Names of all secret fields that a request may have. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCES.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (field.kind === 'text' && field.secret ? [name] : [])),
  ),
);
