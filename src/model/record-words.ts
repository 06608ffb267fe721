/** The words of reports, progress and questions for the records of a kind. */
export interface RecordWords {
  readonly one: string;
  readonly many: string;
  readonly created: string;
  readonly updated: string;
  /** Stored, if only the target knows whether it created or updated the record. */
  readonly accepted: string;
  /** Ends the sentence "all 40 schedules are …". */
  readonly unchanged: string;
  /** The command that shows the links of candidates; absent if records have none. */
  readonly linksCommand?: string | undefined;
}

export const USUAL_WORDS = {
  created: 'created',
  updated: 'updated',
  accepted: 'accepted',
  unchanged: 'as the file says',
} as const;
