/** Fields of answers, copied by hand from the interface document, so that a change of the contract fails here. */

export const USER_FIELDS = [
  ...['ExternalId', 'LastName', 'FirstName', 'Email', 'UserName', 'Role', 'Photo', 'DateOfBirth', 'Company'],
  ...['CountryCode', 'State', 'City', 'PostalCode', 'PostalAddress', 'AddressLine1', 'AddressLine2', 'PhoneNumber'],
  ...['CellularPhone', 'SpecialNeeds', 'ReasonableAdjustmentPercentage', 'EnableReadSpeaker', 'DisableLogin'],
  ...['DisablePasswordReset', 'SynchronizationKey', 'Labels', 'AllowedIpAddresses'],
] as const;

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
