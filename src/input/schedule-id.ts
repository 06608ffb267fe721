import { createHash } from 'node:crypto';

const ID_PREFIX = 'auto-';
const ID_HEX_DIGITS = 24;

/**
 * An external id for a schedule that has none, made of its own fields: the same input gives the same id, so that
 * pushing twice cannot make two. Letters, digits and dashes.
 */
export function deriveScheduleExtId(schedule: object): string {
  const fields = Object.entries(schedule)
    .filter(([name, value]) => name !== 'ScheduleExtId' && value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
  return `${ID_PREFIX}${digest.slice(0, ID_HEX_DIGITS)}`;
}
