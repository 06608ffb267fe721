/** Rules about the form of a file: its header, its rows, its sheets, and its columns as a whole. */
import type { OtherRule } from './other-rules.ts';

/** Explanations by the rule's name. */
export const INPUT_RULES: Readonly<Record<string, OtherRule>> = {
  'findings.cut': {
    meaning: 'One cell, row or record has more findings than are shown; this one says how many there are',
    fails: 'a cell with 400 wrong IP addresses: 100 findings and this one',
    passes: 'fewer faults in one place',
  },
  'input.header.above': {
    meaning: 'The header is below other rows, which are not read',
    fails: 'Enrolment list 2027 above the header (a warning)',
    passes: 'the header in the first line, or --header-row 4',
  },
  'input.header.blank': {
    meaning: 'A column has no header, so its cells are not read',
    fails: 'ExternalId,,LastName',
    passes: 'ExternalId,FirstName,LastName',
  },
  'input.header.duplicate': {
    meaning: 'Two columns are the same field',
    fails: 'ExternalId,Email,E-mail',
    passes: 'ExternalId,Email',
  },
  'input.header.misspelt': {
    meaning: 'A header is nearly that of a field, so the file is refused until it is corrected, mapped or left out',
    fails: 'ExternalId,FirstNmae',
    passes: 'ExternalId,FirstName, or _FirstNmae for a column to leave out',
  },
  'input.header.no-candidates': {
    meaning: 'The file has schedules, and no column of candidates: their list is a file of its own',
    fails: 'schedule push schedules.csv',
    passes: 'schedule push schedules.csv --candidates candidates.csv',
  },
  'input.header.no-schedules': {
    meaning: 'The file has candidates, and no column of schedules: give it together with the file of schedules',
    fails: 'schedule push candidates.csv',
    passes: 'schedule push schedules.csv --candidates candidates.csv',
  },
  'input.header.none': {
    meaning: 'No header is that of a field, so the first row may be a record',
    fails: 'u-1,Ada,Lovelace in the first line',
    passes: 'ExternalId,FirstName,LastName in the first line',
  },
  'input.header.other-word': {
    meaning: 'A header is another word for a field, and is read as that field',
    fails: 'Voornaam (a warning)',
    passes: 'FirstName',
  },
  'input.header.quotes': {
    meaning: 'The cells have quotes that CSV does not use, or each row as a whole is in quotes',
    fails: '“ExternalId”,“FirstName”',
    passes: '"ExternalId","FirstName"',
  },
  'input.header.reserved': {
    meaning: 'A header is one of those that this program itself gives to rows',
    fails: '_line',
    passes: 'note',
  },
  'input.header.second': {
    meaning: 'There is another table in the file, with a header and rows of its own',
    fails: 'ExternalId,LastName and two users above ExternalId,LastName,Email',
    passes: 'one table in a file, or --header-row 4 to leave out the rows above line 4',
  },
  'input.header.two-rows': {
    meaning: 'The header seems to stand in two rows',
    fails: 'Person,,Contact above ExternalId,Name,Email',
    passes: 'one row of headers',
  },
  'input.header.unknown': {
    meaning: 'A header is that of no field, so its column is not read',
    fails: 'ExternalId,Shoe size',
    passes: 'ExternalId,Company, or --map "Shoe size=Company"',
  },
  'input.json.flat': {
    meaning: 'Records of JSON are flat, and are read like the rows of a table',
    fails: '[{ "ScheduleExtId": "LAW-1", "CandidateExtId": "0444021", … }] (a warning)',
    passes: '[{ "Schedule": { … }, "Candidates": [{ … }] }]',
  },
  'input.json.wrapped': {
    meaning: 'Records of JSON are in a list within an object; the other members of the object are not read',
    fails: '{ "users": [{ … }], "next": 2 } (a warning)',
    passes: '[{ … }]',
  },
  'input.roster.columns': {
    meaning: 'Columns of users.csv in a OneRoster package are not read',
    fails: 'a column grades (a warning)',
    passes: 'the columns that are read, alone',
  },
  'input.roster.deleted': {
    meaning: 'A user or a role of a OneRoster package is marked tobedeleted, and is left out',
    fails: 'status tobedeleted (a warning)',
    passes: 'status active',
  },
  'input.roster.not-mapped': {
    meaning: 'A role or an organisation of a OneRoster package has no meaning in the settings',
    fails: 'the role proctor without an entry in oneRoster.roles (a warning)',
    passes: '"oneRoster": {"roles": {"proctor": "Invigilator"}}',
  },
  'input.roster.orphan': {
    meaning: 'A role of a OneRoster package names a user or an organisation that the package does not have',
    fails: 'a userSourcedId that no row of users.csv has (a warning)',
    passes: 'a userSourcedId of users.csv',
  },
  'input.roster.row': {
    meaning: 'A row of users.csv in a OneRoster package cannot be read',
    fails: 'a row with too few cells, or the status inactive',
    passes: 'a cell for each column, and the status active',
  },
  'input.roster.several-roles': {
    meaning: 'A user of a OneRoster package has several primary roles with different titles, and none is used',
    fails: 'the primary roles student and teacher (a warning)',
    passes: 'student as the primary role, teacher as a secondary one',
  },
  'input.row.comment': {
    meaning: 'A row is a comment',
    fails: '# exported on Monday',
    passes: 'no such row',
  },
  'input.row.dashes': {
    meaning: 'A row has only dashes or similar signs, as databases write them below a header',
    fails: '----------,---------',
    passes: 'no such row',
  },
  'input.row.header': {
    meaning: 'A row is the header once more',
    fails: 'ExternalId,FirstName in line 40',
    passes: 'the header once',
  },
  'input.row.swallowed': {
    meaning: 'A cell seems to hold the rows below it, since it has a quote too many',
    fails: 'u-1,"Ada,Lovelace',
    passes: 'u-1,Ada,Lovelace',
  },
  'input.row.total': {
    meaning: 'A row is a total',
    fails: 'Total: 6',
    passes: 'no such row',
  },
  'input.row.width': {
    meaning: 'A row has more or fewer cells than the header',
    fails: 'three cells below a header of four',
    passes: 'as many cells as the header',
  },
  'input.sheet.hidden-columns': {
    meaning: 'Columns of the sheet are hidden, and are read all the same',
    fails: 'a hidden column Email (a note)',
    passes: 'no hidden columns',
  },
  'input.sheet.hidden-rows': {
    meaning: 'Rows of the sheet are hidden, and are read all the same',
    fails: 'a filter that hides row 7 (a warning)',
    passes: 'no hidden rows',
  },
  'input.sheet.hidden-sheet': {
    meaning: 'A hidden sheet has data, and is not read',
    fails: 'a hidden sheet Old beside the list (a note)',
    passes: 'no hidden sheet with data, or a sheet named with --sheet',
  },
  'input.sheet.merged': {
    meaning: 'Cells are merged; each of their rows has the value of the first',
    fails: 'C2:C5 merged (a note, or a warning if C3 hides another value)',
    passes: 'a value in each cell',
  },
  'input.value.date-order': {
    meaning:
      'Dates of a column are not RFC 3339; the note names the orders of day, month and year that fit all of them',
    fails: '11-1-2027 09:00 (a note, beside the error of each date)',
    passes: '2027-01-11 09:00, or --date-format D-M-YYYY',
  },
  'input.value.fixed': {
    meaning: 'A text had white space around it, or damage that can mean one thing only, and --fix has changed it',
    fails: 'RenÃ©e, which becomes Renée (a note)',
    passes: 'Renée',
  },
  'input.value.other-word': {
    meaning: 'A yes or no in another language is read as yes or no',
    fails: 'ja in a column of yes and no (a note)',
    passes: 'yes, no, true, false, 1 or 0',
  },
};
