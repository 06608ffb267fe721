/** Two review sessions: one of a schedule, open for a time, and one of an assessment, always open. */
import type { ReviewSession } from '../../../src/platform/resources/review-session.ts';
import { resultsOf } from './past-results.ts';
import { ARCHIVED_SCHEDULE, FINISHED_SCHEDULE, pastPeople } from './past-schedules.ts';

const RESULTS_OPTIONS = {
  ShowSummary: true,
  ShowDetailed: true,
  ScoreReportWithSubjects: true,
  ScoreReportWithObjectives: false,
  ScoreReportWithTopics: false,
  ShowMarkingScheme: false,
  ShowAnnotations: true,
} as const;

export function pastReviewSessions(seed: number): ReviewSession[] {
  return [sessionOfSchedule(seed), sessionOfAssessment(seed)];
}

function sessionOfSchedule(seed: number): ReviewSession {
  const published = '2026-06-29T08:00:00.000Z';
  const people = pastPeople(seed, 0, 26);
  return {
    ExternalId: 'RS-LAW-101-2026',
    AssessmentExtId: 'LAW-101',
    ScheduleExtId: FINISHED_SCHEDULE.ScheduleExtId,
    Results: resultsOf(people, { seed, schedule: FINISHED_SCHEDULE, published, usesKeycode: true }),
    Title: 'Contract law 2026: look at your work',
    Hierarchy: { ExternalId: 'LAW', FullPath: 'Example University/Faculty of Law' },
    Code: 'LAW101',
    ReviewPeriodMode: 'TIME_SPAN',
    StartDate: '2026-06-29T08:00:00.000Z',
    EndDate: '2026-07-13T16:00:00.000Z',
    NumOfCandidates: people.length,
    Status: 'ACTIVE',
    Owner: 'scheduler.one',
    IsArchived: false,
    UseKeycode: true,
    ResultsOptions: { ...RESULTS_OPTIONS, Feedback: 'ON_QUESTIONS' },
    OverviewOptions: { ShowGrade: true, ShowPercentageToPass: true, ShowResultOutcome: true },
    NavigationType: 'CANDIDATE_DELIVERY',
    UseLockDownBrowser: true,
    UsePin: true,
    Pin: '0427',
  };
}

function sessionOfAssessment(seed: number): ReviewSession {
  const published = '2025-02-03T09:30:00.000Z';
  const people = pastPeople(seed, 26, 24);
  return {
    ExternalId: 'RS-MED-205',
    AssessmentExtId: 'MED-205',
    ScheduleExtId: null,
    Results: resultsOf(people, { seed: seed + 1, schedule: ARCHIVED_SCHEDULE, published, usesKeycode: false }),
    Title: 'Clinical reasoning: review',
    Hierarchy: null,
    Code: 'MED205',
    ReviewPeriodMode: 'ALWAYS',
    StartDate: null,
    EndDate: null,
    NumOfCandidates: people.length,
    Status: 'DRAFT',
    Owner: 'scheduler.two',
    IsArchived: false,
    UseKeycode: false,
    ResultsOptions: { ...RESULTS_OPTIONS, ShowDetailed: false, Feedback: 'NO_FEEDBACK' },
    OverviewOptions: { ShowGrade: true, ShowPercentageToPass: false, ShowResultOutcome: true },
    NavigationType: 'ORIGINAL_FORM',
    UseLockDownBrowser: false,
    UsePin: false,
    Pin: null,
  };
}
