/** The words in which reports, progress and questions speak of the records of a kind. */
export interface RecordWords {
  readonly one: string;
  readonly many: string;
  readonly created: string;
  readonly updated: string;
  /** Done where only the target knows whether it created or updated. */
  readonly accepted: string;
  /** The end of "all 40 schedules are …". */
  readonly unchanged: string;
  /** The command that shows the links of a record's candidates; absent where records have none. */
  readonly linksCommand?: string | undefined;
}

export const USUAL_WORDS = {
  created: 'created',
  updated: 'updated',
  accepted: 'accepted',
  unchanged: 'as the file says',
} as const;
