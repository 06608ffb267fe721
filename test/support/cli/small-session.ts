/** A catalogue with one review session of four results. */
export const SMALL_SESSION = {
  ReviewSessions: [
    {
      ExternalId: 'RS-9',
      AssessmentExtId: 'LAW-101',
      Title: 'Small',
      Status: 'ACTIVE',
      ReviewPeriodMode: 'TIME_SPAN',
      StartDate: '2027-01-01T00:00:00.000Z',
      EndDate: '2027-02-01T00:00:00.000Z',
      UsePin: true,
      Pin: '4711',
      Results: [
        {
          CandidateExtId: 'c-1',
          LastName: '=1+1',
          PassedStatus: 'SATISFACTORY',
          Score: 8,
          Grade: 'A',
          Keycode: 'KEY-1',
        },
        { CandidateExtId: 'c-2', LastName: 'B', PassedStatus: 'NOT_SATISFACTORY', Score: 4.5, Labels: ['x', 'y'] },
        { CandidateExtId: 'c-3', LastName: 'C', PassedStatus: 'SATISFACTORY', Score: 6, HasConflicts: true },
        { CandidateExtId: 'c-4', LastName: 'D', PassedStatus: 'NOT_SUBMITTED' },
      ],
    },
  ],
};
