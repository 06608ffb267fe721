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
export function digestOfFields(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Loaded only here: loading takes a tenth of the time of a short command, and few commands make ids.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, ID_HEX_DIGITS);
}
