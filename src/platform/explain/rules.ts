/** The rules that follow neither from a field nor from a condition of the interface, and what they mean. */
import { DAMAGE, type DamageKind } from '../fields/damage.ts';
import { MAY_BE_DONE_RULE, USER_KEEPS } from '../problem.ts';
import { SANDBOX_RULES } from '../sandbox.ts';
import { KEY_REUSED } from '../service.ts';

const OTHER_PERSON =
  'The platform has a user of this id who is another person. Their name and address would be overwritten.';
const RENUMBERED = 'The platform knows a person of the same name and e-mail under another id.';
const KNOWN_EMAIL = 'The platform knows the e-mail address as that of a person with another name and another id.';
const KNOWN_USER_NAME = 'The platform knows the user name as that of a person with another id.';
const KNOWN_WITH_ZEROS =
  'The platform has this id with leading zeros, but not as the file has it. A spreadsheet has probably dropped them.';
const SHARED_ADDRESS = 'People of different names have the same e-mail address.';
const LOST_ZEROS = 'The id has fewer digits than nearly all other ids of the list.';

/** Data may land at the wrong person or on the wrong day, so each is an error until `--accept` names the rule. */
const SUSPICIOUS = {
  'candidate.other-person': OTHER_PERSON,
  'user.other-person': OTHER_PERSON,
  'candidate.lost-zeros': KNOWN_WITH_ZEROS,
  'user.lost-zeros': KNOWN_WITH_ZEROS,
  'candidate.email.known': KNOWN_EMAIL,
  'user.email.known': KNOWN_EMAIL,
  'candidate.user-name.known': KNOWN_USER_NAME,
  'user.user-name.known': KNOWN_USER_NAME,
  'candidate.renumbered': RENUMBERED,
  'user.renumbered': RENUMBERED,
  'input.column.mixed-dates':
    'A column of a workbook has real dates and texts of dates. A spreadsheet that expects another order makes a date of 03-04-2027 with day and month exchanged, and leaves 13-04-2027 as a text.',
  'input.sheet.hidden': 'Rows or columns of the table are hidden, so nobody has seen what they have.',
} as const satisfies Record<string, string>;

export const SUSPICIONS: readonly string[] = Object.keys(SUSPICIOUS).toSorted();

/** The kinds of damage that are suspicions in the texts of every field. */
export const SUSPICIOUS_DAMAGE: readonly string[] = Object.entries<DamageKind>(DAMAGE)
  .filter(([, { isSuspicion: is }]) => is)
  .map(([name]) => name);

/** Whether a rule is that of a suspicion: one of the list, or damage of a field, such as `user.last-name.misread`. */
export function isSuspicion(rule: string): boolean {
  const [, problem = ''] = /^\w[\w-]*\.[\w-]+\.(?:item-)?([\w-]+)$/.exec(rule) ?? [];
  return SUSPICIONS.includes(rule) || SUSPICIOUS_DAMAGE.includes(problem);
}

/** Checks that compare records with each other, or with what the platform has. */
const CHECKS = {
  'candidate.candidate-ext-id.overlaps': 'A candidate has two sittings at the same time, extra time included.',
  'candidate.proctor-u-ids.overlaps': 'A proctor is wanted in two sittings at the same time.',
  'candidate.user-name.another': 'The user with this id has another user name, which is overwritten.',
  'candidate.candidate-ext-id.same-person': 'One person, by name and e-mail, has two ids.',
  'candidate.candidate-ext-id.differs': 'One id has other names or addresses in another schedule. The last ones stay.',
  'candidate.special-needs.differs':
    'One id has another extra time in another schedule. A user has one extra time, and the last one stays.',
  'candidate.schedule-ext-id.required': 'A row of the candidates does not say which schedule it is for.',
  'candidate.schedule-ext-id.unknown':
    'A row of the candidates names a schedule that the file of schedules does not have. Capital letters and blanks count.',
  'candidate.email.shared': SHARED_ADDRESS,
  'candidate.candidate-ext-id.lost-zeros': LOST_ZEROS,
  'schedule.start-date-time.past': 'The sitting starts in the past.',
  'schedule.group-name.another': 'A group has another name in another schedule or on the platform.',
  'schedule.hierarchy.new': 'The hierarchy does not exist. The setting CreateMissingHierarchies creates it.',
  'schedule.second-sitting':
    'A schedule without an id becomes another sitting beside a stored one that the file does not name, or one of the same time.',
  'schedule.candidates.stay': 'The schedule has candidates whom the file does not name. They stay in it.',
  'schedule-request.candidates.none': 'A new schedule has no candidates.',
  'user.external-id.same-person':
    'One person, by name and e-mail, or without e-mail by name and birth date, has two ids.',
  'user.external-id.lost-zeros': LOST_ZEROS,
  [USER_KEEPS.hierarchies]:
    'The user keeps memberships that the whole list does not have. A list only adds memberships; --replace-memberships takes the others away from users of a store.',
  [USER_KEEPS.values]: 'The user keeps values for which the whole list has none. An empty cell changes nothing.',
  'user.email.shared': SHARED_ADDRESS,
  'user.disable-login.kept': 'The user is not in the file, but the login stays enabled: the platform needs this user.',
  'user.disable-login.stays': 'The login of this user stays disabled. DisableLogin: false enables it.',
  'input.people.many': 'The list has more people than are compared by their e-mail addresses.',
} as const satisfies Record<string, string>;

/** The form of a file: its header, rows and sheets, and its columns as a whole. */
const FORMS = {
  'findings.cut': 'One row or record has more findings than are shown. This one says how many there are.',
  'input.header.above': 'The rows above the header are not read. --header-row names the line of the header.',
  'input.header.duplicate': 'Two columns are read as the same field.',
  'input.header.misspelt': 'A header is nearly that of a field. Correct it, or map it with --map.',
  'input.header.no-candidates': 'The file has schedules, but no column of candidates. Add --candidates FILE.',
  'input.header.no-schedules':
    'The file has candidates, but no column of schedules. Name the file of schedules as well.',
  'input.header.none': 'No header is that of a field, so the first row may be a record.',
  'input.header.other-word': 'The header is another word for a field, and is read as that field.',
  'input.header.quotes': 'The cells have quotes that CSV does not use, or each row as a whole is in quotes.',
  'input.header.reserved': 'The header is one that this program itself adds to rejects.',
  'input.header.second': 'The file has another table, with a header and rows of its own.',
  'input.header.draft': 'A mapping says once how the files of a source are read. This is the command that drafts one.',
  'input.header.unknown':
    'No field reads the column. If it has values, they would be lost: map it with --map or a mapping, or say --ignore.',
  'input.mapping.column': 'The mapping reads a column that the file does not have.',
  'input.mapping.pattern': 'The text of a cell does not match the pattern of the mapping.',
  'input.mapping.value': 'The mapping does not say what the text of a cell means.',
  'input.row.copy': 'Each cell is the same as in an earlier row, so --fix leaves the row out.',
  'input.row.skipped': 'The mapping says that such rows are no records.',
  'input.roster.columns': 'Columns of users.csv in a OneRoster package are not read.',
  'input.roster.deleted': 'A user or a role of a OneRoster package is marked tobedeleted, and is left out.',
  'input.roster.not-mapped': 'The setting oneRoster says nothing about a role or an organisation of the package.',
  'input.roster.orphan':
    'A role of a OneRoster package names a user or an organisation that the package does not have.',
  'input.roster.row': 'A row of users.csv in a OneRoster package cannot be read.',
  'input.roster.several-roles':
    'A user of a OneRoster package has several primary roles with different titles. None is used.',
  'input.row.comment': 'The row is a comment.',
  'input.row.dashes': 'The row has only dashes or similar signs.',
  'input.row.header': 'The row is the header once more.',
  'input.row.swallowed': 'A cell seems to hold the rows below it, since it has a quote too many.',
  'input.row.total': 'The row is a total or a count, not a record.',
  'input.row.width': 'The row has more or fewer cells than the header.',
  'input.sheet.hidden-sheet': 'A hidden sheet has data, and is not read. --sheet names the sheet to read.',
  'input.value.list-separator':
    'The lists of a column have commas or semicolons between their entries. A cell needs a bar.',
  'input.value.date-order': 'The dates of a column are not in a known form. --date-format says how they are written.',
  'input.value.fixed': 'White space around the text or invisible characters in it were removed by --fix.',
  'input.value.other-word': 'A yes or no in another language is read as yes or no.',
} as const satisfies Record<string, string>;

/** The store, runs and their delivery to a remote. */
const RUNS = {
  'store.damaged':
    'A file or an entry of the store is not as it was written. "examctl local restore" makes a store from a backup.',
  'store.cut-off': 'The store may lack the end of what was written to it, such as in a copy made during a run.',
  'run.row.changed': 'The record was sent, and has changed in the file since. It stays as it was sent.',
  'run.row.gone': 'The run has this record to send, but the file does not have it any more.',
  'delivery.earlier-attempt':
    'An attempt got no answer, and the next answer says that the record exists. It counts as done.',
  [MAY_BE_DONE_RULE]:
    'The platform refused the record, but an earlier attempt got no answer and may have worked. "examctl runs retry" finds out.',
  'delivery.not-understood': 'A part of the answer was not understood.',
  'delivery.unexpected-answer': 'The answer proves neither that the request was done nor that it was not.',
  'delivery.unknown': 'No answer proves whether the request was done.',
  'target.refused': 'The platform refused the record with a text, but without a code.',
} as const satisfies Record<string, string>;

const OF_SERVE = {
  'sandbox.preferred': 'Of the sandbox: the request asked for this status with the header Prefer.',
  [KEY_REUSED]: 'Two requests that differ came with the same Idempotency-Key within a day.',
  ...Object.fromEntries(Object.entries(SANDBOX_RULES).map(([rule, meaning]) => [rule, `Of the sandbox: ${meaning}.`])),
};

/** The rules by the page of the documents that describes them. */
export const OTHER_RULES: readonly (readonly [page: string, rules: Readonly<Record<string, string>>])[] = [
  ['docs/checks.md', { ...SUSPICIOUS, ...CHECKS }],
  ['docs/file-formats.md', FORMS],
  ['docs/runs.md', RUNS],
  ['docs/serve.md', OF_SERVE],
];
