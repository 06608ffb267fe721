/** The names of the kinds. They have a file of their own, since flags need the names without the kinds. */
export const KIND_NAMES = ['schedules', 'candidates', 'users', 'collections', 'invigilators'] as const;
export type KindName = (typeof KIND_NAMES)[number];
