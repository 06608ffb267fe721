/** DELETE /schedule/{externalId}/invigilators: the request and the answer. */
import { type RecordOf, resource } from '../fields/field.ts';

/**
 * Endpoint 5 as rows of a file: each row removes one invigilator from one schedule. A row is a request, so a missing
 * field breaks the rule for a request without a schedule or without users.
 */
export const invigilatorResource = resource('invigilator', 'Endpoints: 5. Delete invigilators from schedule', {
  ScheduleExtId: {
    kind: 'text',
    isId: true,
    oneLine: true,
    required: true,
    max: 64,
    rules: { required: 'invigilators.schedule-ext-id.required' },
    meaning: 'External id of the schedule',
  },
  UserExtId: {
    kind: 'text',
    isId: true,
    oneLine: true,
    required: true,
    max: 64,
    rules: { required: 'invigilators.body.no-valid-id' },
    meaning: "The invigilator's external user id",
  },
});

/** The hint for a row without a schedule. */
export const NAME_SCHEDULE =
  'name it in each row, or once for all of them: examctl invigilators remove SCHEDULE --file FILE';

export type InvigilatorRemoval = RecordOf<typeof invigilatorResource>;

/** The error for one invigilator who could not be removed. */
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
