/** DELETE /schedule/{externalId}/invigilators: the request and what comes back. */
import type { ConditionRule } from '../conditions/index.ts';
import { type RecordOf, resource } from '../fields/field.ts';

/** The platform's words for a request without its schedule, and for one without any user: a row is a request. */
const SCHEDULE_REQUIRED: ConditionRule = 'invigilators.schedule-ext-id.required';
const NO_VALID_ID: ConditionRule = 'invigilators.body.no-valid-id';

/** Endpoint 5 as rows of a file: which invigilator leaves which schedule. */
export const invigilatorResource = resource('invigilator', 'Endpoints: 5. Delete invigilators from schedule', {
  ScheduleExtId: {
    kind: 'text',
    oneLine: true,
    required: true,
    max: 64,
    rules: { required: SCHEDULE_REQUIRED },
    meaning: 'External id of the schedule',
  },
  UserExtId: {
    kind: 'text',
    oneLine: true,
    required: true,
    max: 64,
    rules: { required: NO_VALID_ID },
    meaning: "The invigilator's external user id",
  },
});

/** The hint for a row without a schedule. */
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
