/** The faults of the sitting list: which text is written into which cell, and the expected finding. */
import * as fault from './fault.ts';

const LONG = 501;
const ATTEMPT = 'AttemptExtId';
const PERCENTAGE = 'ReasonableAdjustmentPercentage';

/** The row has no extra time, so that the fault causes no other one. */
const hasNoAdjustment = (original: fault.CellReader) =>
  original(PERCENTAGE) === '' && original('SpecialNeeds') !== 'yes';

export const FAULTS: readonly fault.Fault[] = [
  ...fault.inRow('candidate-id-missing', 'CandidateExtId', 'candidate.candidate-ext-id.required', ['', '']),
  ...fault.inRow('first-name-missing', 'FirstName', 'candidate.first-name.required', ['', '']),
  ...fault.inRow('last-name-missing', 'LastName', 'candidate.last-name.required', ['', '']),
  ...fault.inRow('email-missing', 'Email', 'candidate.email.required', ['', '']),
  ...fault.inRow('name-too-long', 'FirstName', 'candidate.first-name.too-long', ['é'.repeat(LONG)]),
  ...fault.inRow('name-too-long', 'LastName', 'candidate.last-name.too-long', ['𠮷'.repeat(LONG)]),
  ...fault.inRow('address-too-long', 'AddressLine1', 'candidate.address-line1.too-long', [
    `${'12; '.repeat(LONG / 4)}1`,
  ]),
  ...fault.inRow('candidate-id-with-foreign-characters', 'CandidateExtId', 'candidate.candidate-ext-id.pattern', [
    's_0412345',
    'élève-17',
    '04 12345',
  ]),
  ...fault.changed('email-without-at', 'Email', 'candidate.email.invalid', 2, (email) => email.replace('@', '.')),
  ...fault.changed('email-with-blank', 'Email', 'candidate.email.invalid', 2, (email) => email.replace('.', '. ')),
  ...fault.changed('email-with-double-dot', 'Email', 'candidate.email.invalid', 2, (email) => email.replace('.', '..')),
  ...fault.changed(
    'id-in-blanks',
    'CandidateExtId',
    'candidate.candidate-ext-id.surrounding-space',
    1,
    (id) => ` ${id}`,
  ),
  ...fault.changed(
    'id-in-blanks',
    'CandidateExtId',
    'candidate.candidate-ext-id.surrounding-space',
    1,
    (id) => `${id}\u00a0`,
  ),
  ...fault.warnings(
    fault.changed('name-in-blanks', 'FirstName', 'candidate.first-name.surrounding-space', 1, (name) => `${name} `),
  ),
  ...fault.warnings(
    fault.changed('name-in-blanks', 'LastName', 'candidate.last-name.surrounding-space', 1, (name) => `  ${name}`),
  ),
  ...fault.inRow(
    'special-needs-unclear',
    'SpecialNeeds',
    'candidate.special-needs.type',
    ['maybe', 'perhaps'],
    hasNoAdjustment,
  ),
  ...fault.percentage('percentage-too-high', 'range', ['1000', '1000']),
  ...fault.percentage('percentage-negative', 'range', ['-1', '-20']),
  ...fault.percentage('percentage-not-whole', 'type', ['12.5', 'abc', '20%']),
  ...fault.inRow(
    'percentage-without-special-needs',
    PERCENTAGE,
    'candidate.reasonable-adjustment-percentage.without-special-needs',
    ['25', '20'],
    hasNoAdjustment,
  ),
  ...fault.inRow(
    'attempt-with-workflow-default',
    ATTEMPT,
    'candidate.attempt-ext-id.not-allowed',
    ['ATT-1', 'ATT-2'],
    fault.hasWorkflow('DEFAULT'),
  ),
  ...fault.inRow(
    'attempt-missing',
    ATTEMPT,
    'candidate.attempt-ext-id.missing',
    ['', ''],
    fault.hasWorkflow('EXTERNAL_ATTEMPTS'),
  ),
  ...Array.from({ length: 3 }, () => fault.copy()),
  ...[1, 2, -1, -2].map(fault.width),
  ...fault.disagreement('StartDateTime', 'schedule.start-date-time.disagrees', '2027-09-06T09:00:00+02:00'),
  ...fault.disagreement('Title', 'schedule.title.disagrees', 'Another title'),
  ...fault.disagreement('GroupName', 'schedule.group-name.disagrees', 'Group of another name'),
  ...fault.inSchedule('start-without-zone', 'StartDateTime', 'schedule.start-date-time.no-zone', '2027-02-01T09:00:00'),
  ...fault.inSchedule(
    'start-that-is-no-moment',
    'StartDateTime',
    'schedule.start-date-time.invalid',
    '2027-02-30T09:00:00+01:00',
  ),
  ...fault.inSchedule(
    'start-that-is-no-moment',
    'StartDateTime',
    'schedule.start-date-time.invalid',
    "next Monday, nine o'clock",
  ),
  ...fault.inSchedule('title-too-long', 'Title', 'schedule.title.too-long', 'T'.repeat(101)),
  ...fault.inSchedule('pin-too-long', 'PIN', 'schedule.pin.too-long', '12345'),
  ...fault.inSchedule('key-code-unclear', 'UseKeyCode', 'schedule.use-key-code.type', 'perhaps'),
  ...fault.inSchedule('key-code-unclear', 'UseKeyCode', 'schedule.use-key-code.type', '2'),
  ...fault.inSchedule(
    'template-with-dash',
    'ProctoringServiceTemplateExternalId',
    'schedule.proctoring-service-template-external-id.pattern',
    'PT-STRICT',
  ),
  ...fault.inSchedule('group-missing', 'GroupExtId', 'schedule.group-ext-id.required', ''),
  ...fault.inSchedule('group-missing', 'GroupName', 'schedule.group-name.required', ''),
  ...fault.inSchedule('workflow-unknown', 'Workflow', 'schedule-request.workflow.choice', 'EXTERN'),
];
