/** Rules of checks that compare several records, or that find values which the platform accepts but nobody intends. */
import type { OtherRule } from './other-rules.ts';

const OTHER_PERSON: OtherRule = {
  meaning: 'The target has a user of this id who is another person; the name and the address there are overwritten',
  fails: '0444021 is Ada Lovelace in the store and Alan Turing in the file',
  passes: '0444021 is Ada Lovelace in both, or has married: the first name or the birth date stays',
  isSuspicion: true,
};

const RENUMBERED: OtherRule = {
  meaning: 'The target knows a person of the same name and e-mail, and of no other birth date, under another id',
  fails: 'Ada Lovelace is 0444021 in the store and 0444022 in the file',
  passes: '0444021 in both',
  isSuspicion: true,
};

const SHARED_ADDRESS: OtherRule = {
  meaning: 'People of different names have one e-mail address',
  fails: 'exams@example.edu for Ada Lovelace and for Alan Turing (a warning)',
  passes: 'an address for each of them',
};

const LOST_ZEROS: OtherRule = {
  meaning: 'An id has fewer digits than nearly all others of the list',
  fails: '444021 among 0451940, 0451941, 0451942 and 0451943 (a warning)',
  passes: '0444021',
};

const KNOWN_WITH_ZEROS: OtherRule = {
  meaning: 'The target has the id with leading zeros, and not as the file has it: a spreadsheet has dropped them',
  fails: '44021 in the file, where the store has 0044021',
  passes: '0044021',
  isSuspicion: true,
};

export const CHECK_RULES: Readonly<Record<string, OtherRule>> = {
  'candidate.candidate-ext-id.overlaps': {
    meaning: 'A candidate is in two sittings at the same time, extra time included',
    fails: '0444021 in a sitting from 09:00 to 11:00 and in one from 10:30 to 12:00 (a warning)',
    passes: '0444021 in a sitting from 09:00 to 11:00 and in one from 11:00 to 12:00',
  },
  'candidate.proctor-u-ids.overlaps': {
    meaning: 'A proctor is wanted in two sittings at the same time',
    fails: 'P-17 in ProctorUIds of two sittings that overlap (a warning)',
    passes: 'P-17 in one of the two',
  },
  'schedule.start-date-time.past': {
    meaning: 'A sitting starts in the past',
    fails: 'StartDateTime: "2019-01-11T08:00:00.000Z" (a warning)',
    passes: 'a start that is still to come',
  },
  'schedule.group-name.another': {
    meaning: 'A group has one name in one schedule, and another in a second one or in the store',
    fails: 'LAW-1 is "Law, year 1" in one schedule and "Law, year 2" in another (a warning)',
    passes: 'LAW-1 is "Law, year 1" everywhere',
  },
  'schedule.hierarchy.new': {
    meaning: 'A schedule names a hierarchy that does not exist, and the setting CreateMissingHierarchies makes it',
    fails: 'GroupExtId: "LAW-l", which becomes a new group beside LAW-1 (a warning)',
    passes: 'GroupExtId: "LAW-1"',
  },
  'schedule-request.candidates.none': {
    meaning: 'A new schedule has no candidates',
    fails: 'Candidates: [] (a warning)',
    passes: 'Candidates: [{ "CandidateExtId": "0444021", … }]',
  },
  'candidate.user-name.another': {
    meaning: 'The target has a user of the id of a candidate with another user name, which is overwritten',
    fails: 'UserName: "alan" for 0444021, who is ada in the store (a warning)',
    passes: 'UserName: "ada", or no UserName: the one in the store stays',
  },
  'candidate.other-person': OTHER_PERSON,
  'user.other-person': OTHER_PERSON,
  'candidate.lost-zeros': KNOWN_WITH_ZEROS,
  'user.lost-zeros': KNOWN_WITH_ZEROS,
  'candidate.renumbered': RENUMBERED,
  'user.renumbered': RENUMBERED,
  'candidate.candidate-ext-id.same-person': {
    meaning: 'One person, by name and e-mail, has two ids',
    fails: 'ada@example.edu, Ada Lovelace, as 0444021 and as 444021 (a warning)',
    passes: 'one id for Ada Lovelace everywhere',
  },
  'user.external-id.same-person': {
    meaning: 'One person, by name and e-mail, or without e-mail by name and birth date, has two ids',
    fails: 'ada@example.edu, Ada Lovelace, as 0444021 and as 444021 (a warning)',
    passes: 'one row for Ada Lovelace',
  },
  'candidate.email.shared': SHARED_ADDRESS,
  'user.email.shared': SHARED_ADDRESS,
  'input.people.many': {
    meaning: 'A list has more people than are compared by their e-mail addresses; the others are not compared',
    fails: 'a list of a million people (a warning)',
    passes: 'several shorter lists',
  },
  'candidate.candidate-ext-id.lost-zeros': LOST_ZEROS,
  'user.external-id.lost-zeros': LOST_ZEROS,
};
