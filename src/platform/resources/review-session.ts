/** GET /external/review-sessions/{externalId}: the answer. */
import { type RecordOf, resource } from '../fields/field.ts';

/** The interface declares most texts of a review session as string(60). */
const TEXT = { kind: 'text', max: 60 } as const;

/** Resources and their fields, Review session: Hierarchy. */
export const reviewHierarchyResource = resource('review-hierarchy', 'Resources and their fields: Review session', {
  ExternalId: { kind: 'text', meaning: 'External id of the hierarchy' },
  FullPath: { kind: 'text', meaning: 'Path up to the root hierarchy' },
});

/** Resources and their fields, Review session: Results entry fields. */
export const reviewResultResource = resource('review-result', 'Resources and their fields: Results entry fields', {
  CandidateExtId: { ...TEXT, required: true, meaning: 'Candidate external id' },
  ScheduleExtId: { ...TEXT, meaning: 'Schedule external id' },
  ScheduleTitle: { ...TEXT, meaning: 'Schedule title' },
  ScheduleGroupName: { ...TEXT, meaning: 'Hierarchy name' },
  FirstName: { ...TEXT, personal: true, meaning: 'First name' },
  LastName: { ...TEXT, personal: true, meaning: 'Last name' },
  UserName: { ...TEXT, personal: true, meaning: 'User name' },
  Email: { ...TEXT, personal: true, meaning: 'E-mail address' },
  DateOfBirth: { kind: 'date-time', personal: true, meaning: 'Date of birth' },
  SpecialNeeds: { kind: 'boolean', personal: true, meaning: 'Whether the candidate has special needs' },
  Labels: { kind: 'list', of: { kind: 'text', meaning: 'A label' }, meaning: 'Candidate labels' },
  LastSatDate: { ...TEXT, meaning: 'Date of the last submitted attempt' },
  PassedStatus: {
    kind: 'choice',
    values: ['NOT_SATISFACTORY', 'SATISFACTORY', 'NOT_SUBMITTED', 'VOIDED'],
    meaning: 'Outcome',
  },
  Score: { kind: 'decimal', meaning: 'Result score' },
  PublishedDate: { kind: 'date-time', meaning: 'When the result was published' },
  IsVisited: { kind: 'boolean', meaning: 'Whether the candidate viewed the review session' },
  VisitedDate: { ...TEXT, meaning: 'When the candidate viewed it' },
  HasConflicts: { kind: 'boolean', meaning: 'Whether the same result is in another ongoing review session' },
  Keycode: { ...TEXT, secret: true, meaning: 'Result keycode' },
  Grade: { ...TEXT, meaning: 'Result grade' },
});

/** Resources and their fields, Review session: ResultsOptions fields. */
export const resultsOptionsResource = resource('results-options', 'Resources and their fields: ResultsOptions fields', {
  ShowSummary: { kind: 'boolean', meaning: 'Show summary information' },
  ShowDetailed: { kind: 'boolean', meaning: 'Show detailed information' },
  ScoreReportWithSubjects: { kind: 'boolean', meaning: 'Score report by subjects' },
  ScoreReportWithObjectives: { kind: 'boolean', meaning: 'Score report by learning objectives' },
  ScoreReportWithTopics: { kind: 'boolean', meaning: 'Score report by topics' },
  ShowMarkingScheme: { kind: 'boolean', meaning: 'Show the marking scheme if set' },
  ShowAnnotations: { kind: 'boolean', meaning: 'Show annotations and feedback from markers' },
  Feedback: {
    kind: 'choice',
    values: ['ON_ALTERNATIVES', 'ON_QUESTIONS', 'NO_FEEDBACK'],
    meaning: 'Where feedback is shown',
  },
});

/** Resources and their fields, Review session: OverviewOptions. */
export const overviewOptionsResource = resource('overview-options', 'Resources and their fields: Review session', {
  ShowGrade: { kind: 'boolean', meaning: 'Show the grade on the dashboard and the overview' },
  ShowPercentageToPass: { kind: 'boolean', meaning: 'Show the percentage to pass there' },
  ShowResultOutcome: { kind: 'boolean', meaning: 'Show the result outcome there' },
});

/** Resources and their fields, Review session (response of the read operation). */
export const reviewSessionResource = resource('review-session', 'Resources and their fields: Review session', {
  ExternalId: { ...TEXT, required: true, meaning: 'Review session external id' },
  AssessmentExtId: { ...TEXT, meaning: 'Assessment external id' },
  ScheduleExtId: { ...TEXT, meaning: 'Schedule external id; not set where the session is based on an assessment' },
  Results: {
    kind: 'list',
    of: { kind: 'object', resource: reviewResultResource, meaning: 'The result of a candidate' },
    meaning: 'Candidate results',
  },
  Title: { ...TEXT, meaning: 'Review session title' },
  Hierarchy: {
    kind: 'object',
    resource: reviewHierarchyResource,
    meaning: 'Hierarchy; only where the session is based on a schedule',
  },
  Code: { ...TEXT, meaning: 'Assessment code' },
  ReviewPeriodMode: { kind: 'choice', values: ['ALWAYS', 'TIME_SPAN'], meaning: 'When results can be reviewed' },
  StartDate: { kind: 'date-time', meaning: 'Start of the review window' },
  EndDate: { kind: 'date-time', meaning: 'End of the review window' },
  NumOfCandidates: { kind: 'integer', min: 0, meaning: 'Number of candidates' },
  Status: { kind: 'choice', values: ['ACTIVE', 'DRAFT'], meaning: 'Status' },
  Owner: { ...TEXT, meaning: 'User name of the creator' },
  IsArchived: { kind: 'boolean', meaning: 'Whether it is archived' },
  UseKeycode: { kind: 'boolean', meaning: 'Whether a keycode is used' },
  ResultsOptions: { kind: 'object', resource: resultsOptionsResource, meaning: 'Candidate review options' },
  OverviewOptions: { kind: 'object', resource: overviewOptionsResource, meaning: 'What the overview shows' },
  NavigationType: {
    kind: 'choice',
    values: ['CANDIDATE_DELIVERY', 'ORIGINAL_FORM'],
    meaning: 'Order in which questions are reviewed',
  },
  UseLockDownBrowser: { kind: 'boolean', meaning: 'Whether the lockdown browser is used' },
  UsePin: { kind: 'boolean', meaning: 'Whether a PIN is used' },
  Pin: { ...TEXT, secret: true, meaning: 'The PIN; null where UsePin is false' },
});

export type ReviewResult = RecordOf<typeof reviewResultResource>;
export type ReviewSession = RecordOf<typeof reviewSessionResource>;
