/** Limits, codes and fields, copied by hand from the interface document, so that a change of the contract fails here. */

/** Maximum lengths of texts. */
export const DOCUMENTED_LIMITS = {
  schedule: {
    AssessmentExtId: 64,
    Title: 100,
    ScheduleExtId: 64,
    GroupExtId: 64,
    GroupName: 500,
    ScheduleGroupExtId: 64,
    ScheduleGroupName: 500,
    Owner: 500,
    PIN: 4,
    ProctoringServiceTemplateExternalId: 64,
  },
  candidate: {
    CandidateExtId: 500,
    FirstName: 500,
    LastName: 500,
    Email: 500,
    UserName: 500,
    Password: 500,
    AttemptExtId: 500,
    Photo: 500,
    Company: 500,
    City: 500,
    State: 500,
    CountryCode: 500,
    PostalCode: 500,
    AddressLine1: 500,
    AddressLine2: 500,
    PhoneNumber: 500,
    RegistrationNumber: 500,
    VoucherId: 500,
    CompId: 500,
  },
  // "Must be non-empty and shorter than 100 symbols" is narrower than the declared string(100).
  collection: { ExternalId: 64, Title: 99, Owner: 64 },
  user: {
    ExternalId: 64,
    LastName: 500,
    FirstName: 500,
    Email: 100,
    UserName: 50,
    Role: 500,
    Photo: 500,
    DateOfBirth: 10,
    Company: 100,
    CountryCode: 20,
    State: 50,
    City: 50,
    PostalCode: 50,
    PostalAddress: 500,
    AddressLine1: 500,
    AddressLine2: 500,
    PhoneNumber: 50,
    CellularPhone: 50,
    SynchronizationKey: 64,
    Password: 500,
  },
  'user-hierarchy': { ExternalId: 64 },
} as const;

/** The numbers of the error tables, row by row; null if the document has none. */
export const DOCUMENTED_CODES = {
  pushSchedule: [null, null, null, null, null, null, null, 249, 250, null, null],
  getReviewSession: [1101],
  addCollection: [802, 804, 805, 806, 807, 808, 810, 900, 901, 902, 1000, 1001, 1002, 1003, 1004],
  saveUser: [
    ...[102, 130, 131, 133, 202, 206, 209, 210, 211, 212, 213, 214, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227],
    ...[228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 249, 250],
    1134,
  ],
  removeInvigilators: [100, 200, 300, 301, 302, 305, 319],
} as const;

/** Fields of a user in an answer. */
export const USER_FIELDS: readonly string[] = [
  ...Object.keys(DOCUMENTED_LIMITS.user).filter((name) => name !== 'Password'),
  ...['SpecialNeeds', 'ReasonableAdjustmentPercentage', 'EnableReadSpeaker', 'DisableLogin'],
  ...['DisablePasswordReset', 'Labels', 'AllowedIpAddresses'],
];

export const REVIEW_SESSION_FIELDS = [
  ...['ExternalId', 'AssessmentExtId', 'ScheduleExtId', 'Results', 'Title', 'Hierarchy', 'Code', 'ReviewPeriodMode'],
  ...['StartDate', 'EndDate', 'NumOfCandidates', 'Status', 'Owner', 'IsArchived', 'UseKeycode', 'ResultsOptions'],
  ...['OverviewOptions', 'NavigationType', 'UseLockDownBrowser', 'UsePin', 'Pin'],
] as const;

export const REVIEW_RESULT_FIELDS = [
  ...['CandidateExtId', 'ScheduleExtId', 'ScheduleTitle', 'ScheduleGroupName', 'FirstName', 'LastName', 'UserName'],
  ...['Email', 'DateOfBirth', 'SpecialNeeds', 'Labels', 'LastSatDate', 'PassedStatus', 'Score', 'PublishedDate'],
  ...['IsVisited', 'VisitedDate', 'HasConflicts', 'Keycode', 'Grade'],
] as const;

export const REVIEW_HIERARCHY_FIELDS = ['ExternalId', 'FullPath'] as const;

export const RESULTS_OPTIONS_FIELDS = [
  ...['ShowSummary', 'ShowDetailed', 'ScoreReportWithSubjects', 'ScoreReportWithObjectives', 'ScoreReportWithTopics'],
  ...['ShowMarkingScheme', 'ShowAnnotations', 'Feedback'],
] as const;

export const OVERVIEW_OPTIONS_FIELDS = ['ShowGrade', 'ShowPercentageToPass', 'ShowResultOutcome'] as const;
