/** Conditions that are in more than one table of the interface. */

export const ADJUSTMENT_INVALID = { code: 249, meaning: 'ReasonableAdjustmentPercentage invalid' } as const;

export const ADJUSTMENT_WITHOUT_SPECIAL_NEEDS = {
  code: 250,
  meaning: 'ReasonableAdjustmentPercentage set while SpecialNeeds is false',
} as const;
