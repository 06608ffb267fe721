/** The kinds of records. Apart from the kinds themselves: flags need the names alone. */
export const KIND_NAMES = ['schedules', 'candidates', 'users', 'collections', 'invigilators'] as const;
export type KindName = (typeof KIND_NAMES)[number];
