/** Fields that several resources share. A change here changes all of them. */

const PERSON_NAME = {
  kind: 'text',
  oneLine: true,
  required: true,
  max: 500,
  personal: true,
  surroundingSpace: 'warning',
  isName: true,
} as const;
export const FIRST_NAME = { ...PERSON_NAME, meaning: 'First name' } as const;
export const LAST_NAME = { ...PERSON_NAME, meaning: 'Last name' } as const;

/** Limits, 2: extra time of candidates and users. */
export const ADJUSTMENT_PERCENTAGE = {
  kind: 'integer',
  min: 0,
  max: 999,
  advice: 'write the extra time in percent here, such as 25; SpecialNeeds can stay as it is',
  personal: true,
  meaning: 'Extra time in percent of the duration; only where SpecialNeeds is true',
} as const;
