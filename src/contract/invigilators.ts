/** DELETE /schedule/{externalId}/invigilators: the request and what comes back. */
import { type RecordOf, resource } from './field.ts';

/** Endpoint 5 as rows of a file: which invigilator leaves which schedule. */
export const invigilatorResource = resource('invigilator', 'Endpoints: 5. Delete invigilators from schedule', {
  ScheduleExtId: { kind: 'text', oneLine: true, required: true, max: 64, meaning: 'External id of the schedule' },
  UserExtId: { kind: 'text', oneLine: true, required: true, max: 64, meaning: "The invigilator's external user id" },
});

/** What helps a row that does not name its schedule. */
export const NAME_SCHEDULE =
  'name it in each row, or once for all of them: examctl invigilators remove SCHEDULE --file FILE';

export type InvigilatorRemoval = RecordOf<typeof invigilatorResource>;

/** One invigilator that could not be removed. */
export interface InvigilatorError {
  readonly UserExtId: string;
  readonly Code: number | null;
  readonly Error: string;
}

/** Endpoint 5, Content of the answer. */
export interface InvigilatorsContent {
  readonly SuccessfullyRemoved: readonly string[];
  readonly Errors: readonly InvigilatorError[];
}
