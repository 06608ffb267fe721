/** Rules that are not about the form of one value: they depend on the state, on the file or on the delivery. */
import type { OtherProblem } from '../conditions/condition.ts';
import { MAY_BE_DONE_RULE, OUTDATED_RULE } from '../problem.ts';
import type { SandboxRule } from '../sandbox/sandbox.ts';
import type { KEY_REUSED } from '../service.ts';

/** A case that breaks a rule, and one that keeps it. */
export interface Cases {
  readonly fails: string;
  readonly passes: string;
}

/** Cases by the last part of the rule's name. */
export const OTHER_CASES: Readonly<Record<OtherProblem, Cases>> = {
  activated: { fails: 'an update of an activated schedule', passes: 'an update of a schedule that is a draft' },
  ambiguous: { fails: 'two lists that name different entries', passes: 'one list, or two with the same entries' },
  archived: { fails: 'a schedule that is archived', passes: 'a schedule that is not archived' },
  broken: { fails: 'an entry that names an id that does not exist', passes: 'an entry whose ids all exist' },
  cycle: { fails: 'LAW below LAW-1, and LAW-1 below LAW', passes: 'LAW-1 below LAW, and LAW below the root' },
  differs: { fails: 'an update with another value', passes: 'an update with the value that the schedule has' },
  duplicate: { fails: 'a second schedule with the same id', passes: 'a new id, or --upsert to update the schedule' },
  'exceeds-window': { fails: 'an extra time of 100% in a span without room', passes: 'a later EndDateTime' },
  finished: { fails: 'a schedule that is finished', passes: 'a schedule that is not finished' },
  inactive: { fails: 'a hierarchy that is not active', passes: 'a hierarchy that is active' },
  missing: { fails: 'Workflow EXTERNAL_ATTEMPTS without it', passes: 'Workflow EXTERNAL_ATTEMPTS with it' },
  'no-access': { fails: 'a repository that is not shared with the owner', passes: 'one that is shared with the owner' },
  'no-valid-id': { fails: '[""]', passes: '["u-0007"]' },
  'not-a-repository': { fails: 'an objective that is no repository', passes: 'an objective that is a repository' },
  'not-allowed': { fails: 'Workflow DEFAULT with it', passes: 'Workflow DEFAULT without it' },
  'not-found': { fails: 'an id or title that the platform does not have', passes: 'one that the platform has' },
  'not-invigilator': {
    fails: 'a user who is no invigilator of the schedule',
    passes: 'an invigilator of the schedule',
  },
  'not-loaded': { fails: 'a URL without a picture behind it', passes: 'a URL of a picture that can be loaded' },
  'not-permitted': { fails: 'an owner whose role lacks the permission', passes: 'an owner whose role has it' },
  'not-published': { fails: 'a repository that is not published', passes: 'a repository that is published' },
  'not-set': { fails: 'no owner, neither in the request nor in the settings', passes: 'an owner in one of the two' },
  permissions: { fails: 'permissions in a hierarchy that takes none', passes: 'a membership without permissions' },
  second: { fails: 'two hierarchies without a parent', passes: 'one hierarchy without a parent' },
  taken: { fails: 'a value that another record has', passes: 'a value of its own' },
  'too-early': { fails: 'an end before the assessment can be over', passes: 'a later end' },
  'without-special-needs': {
    fails: 'SpecialNeeds: false, ReasonableAdjustmentPercentage: 25',
    passes: 'SpecialNeeds: true, ReasonableAdjustmentPercentage: 25',
  },
};

export interface OtherRule extends Cases {
  readonly meaning: string;
  /** A suspicion: data may land at the wrong person or on the wrong day. It is an error until `--accept` names the rule. */
  readonly isSuspicion?: true | undefined;
}

/** Rules of `serve` about keys of requests and about the sandbox. */
const SERVED_RULES: Readonly<Record<typeof KEY_REUSED | SandboxRule, OtherRule>> = {
  'request.key.reused': {
    meaning: 'Two requests that differ came with the same Idempotency-Key within a day',
    fails: 'the key of POST /user u-1, used again within a day for POST /user u-2',
    passes: 'a new random key for each request, the same for each attempt of it',
  },
  'sandbox.schedule.not-found': {
    meaning: 'Of the sandbox: the platform has no schedule with the id in the path',
    fails: 'POST /_sandbox/schedules/S-9/activate before S-9 was pushed',
    passes: 'the id of a schedule that was pushed',
  },
  'sandbox.schedule.status': {
    meaning: 'Of the sandbox: a schedule goes from draft to activated to finished, and from each of them to archived',
    fails: 'to activate a schedule that is finished',
    passes: 'to activate a draft, or a schedule that is activated already',
  },
  'sandbox.users.not-a-list': {
    meaning: 'Of the sandbox: the body with the invigilators is not a list of texts',
    fails: '{"UserExtId": "u-1"}',
    passes: '["u-1"]',
  },
  'sandbox.users.not-found': {
    meaning: 'Of the sandbox: one of the invigilators is no user of the platform, so nobody was added',
    fails: '["u-1", "nobody"]',
    passes: '["u-1"]',
  },
};

/** Explanations by the rule's name. */
export const OTHER_RULES: Readonly<Record<string, OtherRule>> = {
  ...SERVED_RULES,
  'store.damaged': {
    meaning: 'A file of the store is not as it was written, or its entries contradict each other',
    fails: 'a log with one changed byte',
    passes: 'the files as they were written; "examctl local restore" makes a store from a backup',
  },
  'store.cut-off': {
    meaning: 'The store may lack the end of what was written: its log ends inside a commit, or an import was cut short',
    fails: 'a folder that was copied while a command wrote to it',
    passes: 'a file of "examctl local backup", or a copy that was taken while nothing wrote',
  },
  'run.row.changed': {
    meaning: 'A record of the run was sent, and has changed in the file since; it stays as it was sent',
    fails: 'a row that was edited after it was sent',
    passes: 'the row as it was sent; an edited one is sent by the command itself',
  },
  [OUTDATED_RULE]: {
    meaning: 'A record that a run has left is on the platform by now with newer content, and is not sent',
    fails: 'to resume an older run when a newer one has sent the same ids with other values',
    passes: 'to resume a run when no newer one has sent its records; an old row is sent by the command itself',
  },
  'run.row.gone': {
    meaning: 'A record that the run has to send is not in the file any more',
    fails: 'a row that was deleted before "examctl runs resume --force"',
    passes: 'a file that has all rows that the run has not sent',
  },
  'run.row.undone': {
    meaning: 'A record of the run was done, and has changed in the embedded engine since',
    fails: 'a store that was restored from an older copy',
    passes: 'a store that has what the run did',
  },
  'delivery.earlier-attempt': {
    meaning: 'An attempt got no answer, and the next answer says that the record exists: it counts as done',
    fails: 'a connection that is lost before the answer arrives',
    passes: 'an answer to the first attempt',
  },
  [MAY_BE_DONE_RULE]: {
    meaning: 'The platform refused the record, but an earlier attempt got no answer and may have worked',
    fails: 'a connection that is lost before the answer arrives, and a refusal of the next attempt',
    passes: 'an answer to the first attempt; "examctl runs retry" counts the record as done if it exists',
  },
  'delivery.not-understood': {
    meaning: 'A part of an answer was not understood',
    fails: 'an answer of another form than the interface has',
    passes: 'an answer with the envelope Content, Success, Errors',
  },
  'delivery.unexpected-answer': {
    meaning: 'The answer proves neither that the request was done nor that it was not',
    fails: 'an answer about another record',
    passes: 'an answer that names the id that was sent',
  },
  'delivery.unknown': {
    meaning: 'No answer proves whether the request was done',
    fails: 'a request that was sent and never answered',
    passes: 'a request that was answered',
  },
  'target.refused': {
    meaning: 'The platform refused the record, with a text but without a number',
    fails: 'a request that the platform refuses by a rule of its own',
    passes: 'a request that the platform accepts; its text says what it wants',
  },
  'candidate.candidate-ext-id.differs': {
    meaning: 'One id has other names or addresses in another schedule; the last one stays',
    fails: '0444021 is Ada Lovelace in one schedule and Alan Turing in another',
    passes: '0444021 is the same person everywhere',
  },
  'candidate.special-needs.differs': {
    meaning: 'One id has another extra time in another schedule; the user has one, and the last one stays',
    fails: '0444021 has 25 percent in one schedule, and SpecialNeeds "no" in another',
    passes: '0444021 has 25 percent everywhere, or an empty cell where nothing is to change',
  },
  'candidate.schedule-ext-id.required': {
    meaning: 'A row of a file of candidates does not say which schedule it is for',
    fails: 'ScheduleExtId: ""',
    passes: 'ScheduleExtId: "LAW-101-2027-001"',
  },
  'candidate.schedule-ext-id.unknown': {
    meaning: 'A row of a file of candidates names a schedule that the file of schedules does not have',
    fails:
      'a ScheduleExtId that no row of the schedules has; one that differs by a capital letter or a blank is another id',
    passes: 'the ScheduleExtId of one of the schedules',
  },
  'schedule.second-sitting': {
    meaning:
      'A schedule without an id becomes a sitting beside a stored one that the file does not name, or one of the same time',
    fails: 'a new time for a sitting, without its ScheduleExtId',
    passes: 'a new time with the ScheduleExtId of the sitting, and --upsert',
  },
  'schedule.candidates.stay': {
    meaning: 'A schedule has candidates whom the file does not name; they stay in it',
    fails: 'a file with 29 of the 30 candidates of a schedule',
    passes: 'a file with all of its candidates',
  },
  'user.disable-login.kept': {
    meaning: 'A user is not in the file, but the login stays enabled, since the platform needs that user',
    fails: 'an owner, scheduler or administrator who is missing from the file, with --missing disable',
    passes: 'a row of that user',
  },
  'user.disable-login.stays': {
    meaning: 'The login of a user stays disabled, since the file does not say otherwise',
    fails: 'no DisableLogin for a user whose login is disabled',
    passes: 'DisableLogin: false',
  },
};

/** Rules that compare a value with another record or with the command line, by the last part of the rule's name. */
export const PAIR_CASES: Readonly<Record<string, OtherRule>> = {
  disagrees: {
    meaning: 'rows of one schedule have different values',
    fails: 'two rows of one ScheduleExtId with different values',
    passes: 'the same value in all rows of the schedule',
  },
  differs: {
    meaning: 'the file says something else than the command line',
    fails: 'a flag with one value and a row with another',
    passes: 'the same value in both, or in one of them',
  },
  repeated: {
    meaning: 'two records of the files have the same value',
    fails: 'the same value in two records',
    passes: 'a value of its own in each record',
  },
  duplicates: {
    meaning: 'two entries of a catalogue have the same value',
    fails: 'the same value in two entries',
    passes: 'a value of its own in each entry',
  },
  alike: {
    meaning: 'two values differ only by case, Unicode form or leading zeros; the platform keeps them apart',
    fails: 'LAW-1 in one record and law-1 in another',
    passes: 'LAW-1 in both, or LAW-1 and LAW-2',
  },
};
