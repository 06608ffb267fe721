/** Limits that more than one resource has. All others stand in the one field that they belong to. */

/** Limits, 2: ReasonableAdjustmentPercentage of candidates and users, in percent. */
export const ADJUSTMENT_PERCENTAGE = { min: 0, max: 999 } as const;
