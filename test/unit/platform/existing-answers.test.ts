/** After an attempt without an answer, "it exists already" means that the attempt had worked. */
import { describe, expect, it } from 'vitest';
import { namesId } from '../../../src/platform/existing-answers.ts';
import { saysScheduleExists, UNREAD_RULE } from '../../../src/platform/repeated-requests.ts';

const says = (text: string, id = 'S-1') => saysScheduleExists({ Code: null, Error: text }, id);

describe('words by which a schedule is there already', () => {
  it.each([
    ['Duplicate ScheduleExtId', 'S-1'],
    ['Duplicate schedule external id', 'S-1'],
    ['ScheduleExtId already exists', 'S-1'],
    ["Schedule with ScheduleExtId 'S-1' already exists.", 'S-1'],
    ['ScheduleExtId must be unique', 'S-1'],
    ['The schedule ext id is already in use', 'S-1'],
    ['already exists [SX1]', 'SX1'],
    ['An entity with external id SX1 already exists.', 'SX1'],
    ['External id is already in use [SX1]', 'SX1'],
    ['The request failed. External id is already in use [SX1].', 'SX1'],
    ['SX1 exists already', 'SX1'],
    ['sx1 already exists', 'SX1'],
    ['"SX1" has already been used', 'SX1'],
    ['Duplicate entry SX1', 'SX1'],
    ['Duplicate key value violates unique constraint: (SX1)', 'SX1'],
    ['Schedule attempt-1 already exists', 'attempt-1'],
    ['already exists [attempt-1]', 'attempt-1'],
    ['Schedule LAW-candidates-1 already exists', 'LAW-candidates-1'],
    ['Schedule group already exists', 'group'],
    ['Schedule [user] exists', 'user'],
    ['Schedule not-found already exists', 'not-found'],
    ['A schedule with external id S-1 already exists in group LAW-1', 'S-1'],
    ['Schedule a already exists', 'a'],
    ['The schedule S-1 is not unique: S-1 exists', 'S-1'],
  ])('%s', (text, id) => {
    expect(says(text, id)).toBe('sent');
  });

  it.each([
    ['Schedule not found by external id', 'S-1'],
    ['Activated schedule cannot be updated', 'S-1'],
    ['The schedule is already activated', 'S-1'],
    ['Schedule S-1 has already finished', 'S-1'],
    ['Duplicate CandidateExtId in schedule', 'S-1'],
    ['Candidate c-1 already exists in schedule S-1', 'S-1'],
    ['Schedule S-1: attempt A-9 already exists', 'S-1'],
    ['The user name is already taken [S-1]', 'S-1'],
    ['A schedule with the same title already exists', 'S-1'],
    ['The assessment of the schedule does not exist', 'S-1'],
    ['No schedule with this id exists', 'S-1'],
    ["The group doesn't exist", 'S-1'],
    ['Hierarchy must be active', 'S-1'],
    ['attempt-1 is wrong', 'attempt-1'],
    ['', 'S-1'],
  ])('not: %s', (text, id) => {
    expect(says(text, id)).toBe('no');
  });

  it.each([
    'It already exists',
    'Schedule [S-2] already exists',
    'Schedule S-2 already exists',
    'already exists [SX1]',
  ])('not clear: %s', (text) => {
    expect(says(text)).toBe('unclear');
  });

  it('goes by the rule if one is named', () => {
    const error = { Code: null, Error: 'Duplicate ScheduleExtId' };
    expect(saysScheduleExists({ ...error, Error: 'x', Rule: 'schedule.schedule-ext-id.duplicate' }, 'S-1')).toBe(
      'sent',
    );
    expect(saysScheduleExists({ ...error, Rule: 'other' }, 'S-1')).toBe('no');
    expect(saysScheduleExists({ ...error, Rule: UNREAD_RULE }, 'S-1')).toBe('sent');
  });

  // The time limit of a test is long for reading each text once, and short for reading it again at each word.
  it.each([
    ['schedule ', 'no'],
    ['not a ', 'no'],
    ['duplicate ', 'unclear'],
    ['for the ', 'no'],
    ['"S-1" ', 'no'],
  ])('reads a text of a megabyte once: %j', (word, expected) => {
    expect(says(word.repeat(1e6 / word.length))).toBe(expected);
  });
});

it('an id is named as a word of its own, whatever characters it is of', () => {
  expect(namesId('Schedule S-1 created', 'S-1')).toBe(true);
  expect(namesId('Schedule S-10 created', 'S-1')).toBe(false);
  expect(namesId('was a.b*(c) before', 'a.b*(c)')).toBe(true);
  expect(namesId('anything', '')).toBe(false);
});
