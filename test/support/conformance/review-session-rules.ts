/** Endpoint 2 in prose. */
import { expect, it } from 'vitest';
import type { ReviewSession } from '../../../src/platform/resources/review-session.ts';
import { withParts } from './base-catalogue.ts';
import {
  OVERVIEW_OPTIONS_FIELDS,
  RESULTS_OPTIONS_FIELDS,
  REVIEW_HIERARCHY_FIELDS,
  REVIEW_RESULT_FIELDS,
  REVIEW_SESSION_FIELDS,
} from './documented.ts';
import { contentOf, type Suite } from './suite.ts';

const WHOLE_RESULT = {
  ...{ CandidateExtId: 'c-1', ScheduleExtId: 'S-DRAFT', ScheduleTitle: 'Law', ScheduleGroupName: 'Law, year 1' },
  ...{ FirstName: 'Ada', LastName: 'Lovelace', UserName: 'ada', Email: 'ada@example.edu', SpecialNeeds: true },
  ...{
    DateOfBirth: '1999-12-31T00:00:00.000Z',
    Labels: ['a'],
    LastSatDate: '2026-01-01',
    PassedStatus: 'SATISFACTORY',
  },
  ...{ Score: 7.25, PublishedDate: '2026-02-01T00:00:00Z', IsVisited: true, VisitedDate: '2026-03-01' },
  ...{ HasConflicts: false, Keycode: 'K1', Grade: 'A' },
} as const;

const WHOLE_SESSION = {
  ...{ ExternalId: 'RS-WHOLE', AssessmentExtId: 'LAW-101', ScheduleExtId: 'S-DRAFT', Results: [WHOLE_RESULT] },
  ...{ Title: 'Review', Hierarchy: { ExternalId: 'LAW-1', FullPath: 'University/Law' }, Code: 'L101' },
  ...{ ReviewPeriodMode: 'TIME_SPAN', StartDate: '2026-01-01T00:00:00Z', EndDate: '2026-02-01T00:00:00Z' },
  ...{ NumOfCandidates: 12, Status: 'ACTIVE', Owner: 'scheduler.one', IsArchived: false, UseKeycode: true },
  ResultsOptions: {
    ...{ ShowSummary: true, ShowDetailed: false, ScoreReportWithSubjects: true, ScoreReportWithObjectives: false },
    ...{ ScoreReportWithTopics: true, ShowMarkingScheme: false, ShowAnnotations: true, Feedback: 'ON_QUESTIONS' },
  },
  OverviewOptions: { ShowGrade: true, ShowPercentageToPass: false, ShowResultOutcome: true },
  ...{ NavigationType: 'ORIGINAL_FORM', UseLockDownBrowser: true, UsePin: true, Pin: '1234' },
} as const;

export function describeReviewSessions(suite: Suite): void {
  const read = async (session: unknown, id: string) => {
    const { service } = await suite.start(withParts({ ReviewSessions: [session as ReviewSession] }));
    return contentOf(await service.getReviewSession(id));
  };

  it('are answered with all stored data', async () => {
    const content = await read(WHOLE_SESSION, 'RS-WHOLE');
    expect(content).toEqual(WHOLE_SESSION);
    expect(Object.keys(content).toSorted()).toEqual([...REVIEW_SESSION_FIELDS].toSorted());
  });

  it('without optional data are answered with exactly the documented fields', async () => {
    const content = await read({ ExternalId: 'RS-BARE' }, 'RS-BARE');
    const unset = Object.fromEntries(REVIEW_SESSION_FIELDS.map((name) => [name, null]));
    expect(content).toEqual({ ...unset, ExternalId: 'RS-BARE', Results: [], NumOfCandidates: 0 });
  });

  it('have results with exactly the documented fields', async () => {
    const content = await read({ ExternalId: 'RS-1', Results: [{ CandidateExtId: 'c-1' }] }, 'RS-1');
    const unset = Object.fromEntries(REVIEW_RESULT_FIELDS.map((name) => [name, null]));
    expect(content.Results).toEqual([{ ...unset, CandidateExtId: 'c-1', Labels: [] }]);
    expect(content.NumOfCandidates).toBe(1);
  });

  it.each([
    ['Hierarchy', { FullPath: 'University/Law' }, REVIEW_HIERARCHY_FIELDS],
    ['ResultsOptions', { ShowSummary: false }, RESULTS_OPTIONS_FIELDS],
    ['OverviewOptions', {}, OVERVIEW_OPTIONS_FIELDS],
  ] as const)('have every documented field of %s if it is set', async (name, set, fields) => {
    const content = await read({ ExternalId: 'RS-1', [name]: set }, 'RS-1');
    expect(content[name]).toEqual({ ...Object.fromEntries(fields.map((field) => [field, null])), ...set });
  });

  it.each(['', null, undefined])('have no Keycode if it is %j', async (Keycode) => {
    const content = await read({ ExternalId: 'RS-1', Results: [{ CandidateExtId: 'c-1', Keycode }] }, 'RS-1');
    expect(content.Results).toMatchObject([{ Keycode: null }]);
  });

  it.each([false, null, undefined])('have no Pin if UsePin is %s', async (UsePin) => {
    expect((await read({ ExternalId: 'RS-1', UsePin, Pin: '1234' }, 'RS-1')).Pin).toBeNull();
  });

  it('have no schedule and no hierarchy if they are based on an assessment', async () => {
    const content = await read({ ExternalId: 'RS-1', AssessmentExtId: 'LAW-101' }, 'RS-1');
    expect(content).toMatchObject({ AssessmentExtId: 'LAW-101', ScheduleExtId: null, Hierarchy: null });
  });
}
