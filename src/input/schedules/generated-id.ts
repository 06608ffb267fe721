const ID_PREFIX = 'auto-';
const ID_HEX_DIGITS = 24;

/**
 * An external id for a schedule that has none, made of its own fields: the same input gives the same id, so that
 * pushing twice cannot make two. Letters, digits and dashes.
 */
export function deriveScheduleExtId(schedule: object): string {
  const fields = Object.entries(schedule).filter(
    ([name, value]) => name !== 'ScheduleExtId' && value !== null && value !== undefined,
  );
  return ID_PREFIX + digestOfFields(fields);
}

/** Letters and digits that follow from the fields, in whatever order they come. */
export function digestOfFields(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Loaded here: it takes a tenth of the time of a short command, and few of them make ids.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, ID_HEX_DIGITS);
}
