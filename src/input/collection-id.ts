import { checkCollectionRequest } from '../platform/request-rules.ts';
import type { CollectionRequest } from '../platform/resources/collection.ts';
import { digestOfFields } from './schedules/generated-id.ts';

/** The interface allows letters and digits only. */
const ID_PREFIX = 'auto';

/**
 * Adds an external id to a request without one. The id depends only on the content, so that a collection that is sent
 * twice is stored once; without an id, the platform would make a new one each time. An invalid request gets no id.
 */
export function withCollectionId(request: Record<string, unknown>): Record<string, unknown> {
  if (request['ExternalId'] !== undefined && request['ExternalId'] !== null) return request;
  const form = checkCollectionRequest(request);
  return 'value' in form ? { ...request, ExternalId: deriveCollectionId(form.value) } : request;
}

/** Returns a digest of the content. The order of keys does not count, and an empty list counts like an absent one. */
function deriveCollectionId(collection: Omit<CollectionRequest, 'LoRepositoryExternalIds'>): string {
  const fields = Object.entries(collection).filter(([name, value]) => {
    const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    return name !== 'ExternalId' && !isEmpty;
  });
  return ID_PREFIX + digestOfFields(fields.map(([name, value]) => [name, inOrder(value)]));
}

/** Returns the value with the fields of all objects sorted. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
