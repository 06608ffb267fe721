/** External ids for schedules and collections that have none, made from their contents. */
import { checkCollectionRequest } from '../platform/request-rules.ts';
import type { CollectionRequest } from '../platform/resources/collection.ts';

const ID_PREFIX = 'auto-';
const ID_HEX_DIGITS = 24;

/**
 * Makes an external id for a schedule that has none, from its fields: letters, digits and dashes. The same input gives
 * the same id, so that a second push of a file makes no second schedule.
 */
export function deriveScheduleExtId(schedule: object): string {
  const fields = Object.entries(schedule).filter(
    ([name, value]) => name !== 'ScheduleExtId' && value !== null && value !== undefined,
  );
  return ID_PREFIX + digestOfFields(fields);
}

/** Whether a schedule has its id from `deriveScheduleExtId`. */
export function isDerivedId(id: string | null, schedule: object): boolean {
  return id?.startsWith(ID_PREFIX) === true && deriveScheduleExtId(schedule) === id;
}

/** Returns letters and digits that depend on the fields, and not on their order. */
function digestOfFields(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Loaded only here: loading takes a tenth of the time of a short command, and few commands make ids.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, ID_HEX_DIGITS);
}

/** The interface allows letters and digits only. */
const COLLECTION_PREFIX = 'auto';

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
  return COLLECTION_PREFIX + digestOfFields(fields.map(([name, value]) => [name, inOrder(value)]));
}

/** Returns the value with the fields of all objects sorted. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
