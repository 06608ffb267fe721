/** Which fields are never written to a report, record or log. */
import type { Field, Resource } from './fields/field.ts';
import { reviewResultResource, reviewSessionResource } from './resources/review-session.ts';
import { candidateResource, scheduleResource } from './resources/schedule.ts';
import { userResource } from './resources/user.ts';

const RESOURCES: readonly Resource[] = [
  scheduleResource,
  candidateResource,
  userResource,
  reviewSessionResource,
  reviewResultResource,
];

export function isSecret(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.secret === true;
}

/** Names of all secret fields that a request or an answer may have. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCES.flatMap(({ fields }) => Object.keys(fields).filter((name) => isSecret(fields[name]))),
);
