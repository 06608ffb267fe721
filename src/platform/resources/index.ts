/** The lists of resources, from which others derive. Only `openapi-schemas.ts` lists them too, with their names. */
import type { Resource } from '../fields/field.ts';
import { collectionResource } from './collection.ts';
import { invigilatorResource } from './invigilators.ts';
import { reviewSessionResource } from './review-session.ts';
import { candidateResource, scheduleRequestResource, scheduleResource } from './schedule.ts';
import { userResource } from './user.ts';

/** The requests of the interface, one for each operation with a body. */
const REQUESTS: readonly Resource[] = [scheduleRequestResource, userResource, collectionResource, invigilatorResource];

/** The resources whose fields are the columns of a table. Each can have defaults for its fields. */
export const ROW_RESOURCES: readonly Resource[] = [
  ...[scheduleResource, candidateResource],
  ...[userResource, collectionResource, invigilatorResource],
];

/** The requests, each followed by the resources in it. */
export const REQUEST_RESOURCES: readonly Resource[] = REQUESTS.flatMap(withParts);

/** The resources of requests and answers. */
export const RESOURCES: readonly Resource[] = [...REQUEST_RESOURCES, ...withParts(reviewSessionResource)];

/** Returns a resource, followed by the resources of its fields. */
export function withParts(resource: Resource): Resource[] {
  const parts = Object.values(resource.fields).flatMap((field) => {
    const value = field.kind === 'list' ? field.of : field;
    return value.kind === 'object' ? withParts(value.resource) : [];
  });
  return [resource, ...parts];
}
