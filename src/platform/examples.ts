/** Valid records of each resource, for templates and explanations. */
import type { CollectionRequest } from './resources/collection.ts';
import type { InvigilatorRemoval } from './resources/invigilators.ts';
import type { Candidate, Schedule } from './resources/schedule.ts';
import type { UserRequest } from './resources/user.ts';

export const EXAMPLE_SCHEDULE = {
  AssessmentExtId: 'LAW-101',
  Title: 'Contract law, January',
  ScheduleExtId: 'LAW-101-2027-001',
  StartDateTime: '2027-01-11T08:00:00.000Z',
  EndDateTime: '2027-01-11T12:00:00.000Z',
  GroupExtId: 'LAW-1',
  GroupName: 'Law, year 1',
  UseProctoringService: false,
} satisfies Schedule;

export const EXAMPLE_CANDIDATES = [
  {
    CandidateExtId: '0990021',
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Email: 'ada.lovelace@example.edu',
    SpecialNeeds: 'true',
    ReasonableAdjustmentPercentage: 25,
    City: 'Groningen',
    CountryCode: 'NL',
  },
  { CandidateExtId: '0991940', FirstName: 'Alan', LastName: 'Turing', Email: 'alan.turing@example.edu' },
] satisfies Candidate[];

export const EXAMPLE_USERS = [
  {
    ExternalId: '0990021',
    LastName: 'Lovelace',
    FirstName: 'Ada',
    Email: 'ada.lovelace@example.edu',
    UserName: 'ada.lovelace',
    Role: 'Candidate',
    DateOfBirth: '2001-05-31',
    SpecialNeeds: true,
    ReasonableAdjustmentPercentage: 25,
    SynchronizationKey: '8d3f6a52-41c7-4f0e-9b1a-2c7d5e8f9a10',
    Labels: ['year 1', 'law'],
    AllowedIpAddresses: ['192.0.2.1', '198.51.100.0/24'],
    Photo: 'https://example.edu/photos/ada.jpg',
    Hierarchies: [{ ExternalId: 'LAW-1' }],
  },
  { ExternalId: '0991940', LastName: 'Turing', FirstName: 'Alan', Email: 'alan.turing@example.edu', Role: 'Candidate' },
] satisfies UserRequest[];

export const EXAMPLE_COLLECTIONS = [
  {
    ExternalId: 'LAW2027',
    Title: 'Law, 2027',
    Owner: 'scheduler.one',
    Taxonomies: [{ ExternalId: 'TAX1', Title: 'Bloom' }],
    ObjectiveRepositories: [{ ExternalId: 'LO1', Title: 'Law objectives' }],
  },
] satisfies CollectionRequest[];

export const EXAMPLE_REMOVALS = [
  { ScheduleExtId: 'LAW-101-2027-001', UserExtId: 'u-0007' },
  { ScheduleExtId: 'LAW-101-2027-001', UserExtId: 'u-0008' },
] satisfies InvigilatorRemoval[];
