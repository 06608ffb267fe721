/** Each row that is not a record has one finding, which names its kind, whatever the kind of the table. */
import { expect, it } from 'vitest';
import type { KindName } from '../../../../src/bulk/kinds/names.ts';
import type { Finding } from '../../../../src/model/finding.ts';
import { withFile } from '../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';
import { readRequests } from '../pipeline.ts';
import { wouldSend } from '../sending.ts';

const USERS = ['ExternalId,FirstName,LastName,Email', 'u-1,Ada,Lovelace,ada@example.edu'];
const INVIGILATORS = ['ScheduleExtId,UserExtId', 'LAW-1,u-1'];
const SCHEDULES = [
  'ScheduleExtId,AssessmentExtId,StartDateTime,GroupExtId,GroupName,CandidateExtId,FirstName,LastName,Email',
  'LAW-1,LAW-101,2027-01-11T09:00:00Z,LAW-1,Law,0444021,Ada,Lovelace,ada@example.edu',
];

/** Tables in which all cells of a row may be valid although the row is not a record. */
const WIDE_USERS = ['ExternalId,FirstName,LastName,Email,City,State,Company', 'u-1,Ada,Lovelace,ada@example.edu,,,'];
const COMPANY_USERS = ['Company,ExternalId,FirstName,LastName,Email', 'Ex,u-1,Ada,Lovelace,ada@example.edu'];

type Case = readonly [KindName, readonly string[], string | undefined, string];

const CASES: readonly Case[] = [
  ['users', USERS, USERS[0], 'input.row.header'],
  ['users', USERS, 'EXTERNALID,first_name,Last name,e-mail', 'input.row.header'],
  ['users', USERS, 'Studentnummer,Voornaam,Achternaam,E-mailadres', 'input.row.header'],
  ['collections', ['ExternalId,Title', 'C1,Law'], 'EXTERNALID,TITLE', 'input.row.header'],
  ['invigilators', ['UserExtId', 'u-1'], 'user ext id', 'input.row.header'],
  ['invigilators', INVIGILATORS, INVIGILATORS[0], 'input.row.header'],
  ['schedules', SCHEDULES, SCHEDULES[0], 'input.row.header'],
  ['users', USERS, 'Totaal: 6,,,', 'input.row.total'],
  ['users', USERS, ',,Gesamt,6', 'input.row.total'],
  ['users', USERS, 'Total', 'input.row.total'],
  ['schedules', SCHEDULES, 'Total,1,,,,,,,', 'input.row.total'],
  ['users', USERS, '# exported, on Monday', 'input.row.comment'],
  ['users', USERS, '#exported', 'input.row.comment'],
  ['users', WIDE_USERS, 'Total,5,7,,,,', 'input.row.total'],
  ['users', USERS, '----------,---------,--------,-----', 'input.row.dashes'],
  ['users', USERS, '----------,,,-', 'input.row.dashes'],
  ['users', USERS, ' == , == , == , == ', 'input.row.dashes'],
  ['invigilators', INVIGILATORS, '__,__', 'input.row.dashes'],
  ['schedules', SCHEDULES, '-,-,-,-,-,-,-,-,-', 'input.row.dashes'],
  ['users', COMPANY_USERS, '# later,u-2,Ada,Byron,byron@example.edu', 'input.row.comment'],
];

const EVERY = CASES.flatMap((one) => [[...one, false] as const, [...one, true] as const]);

/** Returns the findings about the rows of a CSV file, and none about its header. */
async function findingsOf(kind: KindName, rows: readonly string[], fix: boolean): Promise<readonly Finding[]> {
  const { findings } = await readRequests(kind, `${rows.join('\n')}\n`, '.csv', { fix });
  return findings.filter(({ line }) => line > 1);
}

it.each<[string, KindName, readonly string[]]>([
  ['LastName,FirstName,Email,ExternalId', 'users', USERS],
  ['ExternalId,FirstName,LastName,Role', 'users', USERS],
  ['ExternalId,LastName,FirstName,Klas', 'users', USERS],
  ['Studentnummer,Achternaam,Voornaam,Klas', 'users', USERS],
  ['Prénom,Nom,Matricule', 'users', ['Nom,Prénom,Matricule', 'Lovelace,Ada,a1']],
  ['AddressLine1,LastName,FirstName,Email', 'users', USERS],
  ['UserExtId,ScheduleExtId', 'invigilators', INVIGILATORS],
])(
  'the header of another table stops the file, with --fix too, since the rows below it have other columns: %s',
  async (row, kind, rows) => {
    for (const fix of [false, true]) {
      const found = await findingsOf(kind, [...rows, row], fix);
      expect(found).toMatchObject([{ severity: 'error', rule: 'input.header.second', line: 3 }]);
    }
  },
);

it('--skip-invalid sends nothing of a file with another table, since the rows below it are in wrong columns', async () => {
  const rows = [...USERS, 'ExternalId,LastName,FirstName,Email', 'u-2,Hopper,Grace,g@example.edu'];
  const send = (file: string) => wouldSend('users', [file], { skipInvalid: true });
  const { sent, report } = await withFile(Buffer.from(`${rows.join('\n')}\n`), send, 'list.csv');
  expect({ sent, code: report.exitCode }).toEqual({ sent: [], code: 3 });
});

it.each(EVERY)(
  'a row that is no record has one finding, in a table of %s: %#',
  async (kind, rows, row = '', rule, fix) => {
    const found = await findingsOf(kind, [...rows, row], fix);
    expect(found).toMatchObject([{ severity: fix ? 'note' : 'error', rule, line: 3 }]);
  },
);

/** Returns the requests and the findings of rows, as CSV and as workbook. */
async function sendBoth(kind: 'users' | 'schedules', rows: readonly string[], fix: boolean) {
  const sheet = makeSheet(rows.map((row, at) => textRow(at + 1, row.split(','))).join(''));
  const send = (bytes: Buffer, name: string) => withFile(bytes, (file) => wouldSend(kind, [file], { fix }), name);
  return [await send(Buffer.from(`${rows.join('\n')}\n`), 'list.csv'), await send(sheet, 'list.xlsx')];
}

const SENT = CASES.filter(([name]) => name === 'users' || name === 'schedules');

it.each(SENT)(
  '--fix leaves such a row out of a table of %s and says so: %#',
  async (name, [header = '', row = ''], foreign = '', rule) => {
    const kind = name as 'users' | 'schedules';
    const cells = foreign.split(',');
    const whole = header
      .split(',')
      .map((__, at) => cells[at] ?? '')
      .join(',');
    const [clean] = await sendBoth(kind, [header, row], false);
    for (const { report, sent, rejects } of await sendBoth(kind, [header, whole, row, whole], true)) {
      expect(sent).toEqual(clean?.sent);
      expect(report.findings).toMatchObject([2, 4].map((line) => ({ severity: 'note', rule, line })));
      expect(report).toMatchObject({ error: null, counts: { read: 1, valid: 1, invalid: 0 } });
      expect(report.inputs).toMatchObject([{ lines: 4, header: 1, records: 1, reported: 2 }]);
      expect(rejects).toEqual([]);
    }
  },
);

it.each([
  ['whose id is a word for a total', 'Total,Ada,King,king@example.edu'],
  ['of such a name', 'u-2,Total,Sum,sum@example.edu'],
  ['named as fields are', 'FirstName,FirstName,LastName,x@example.edu'],
  ['with dashes for a name', 'u-2,-,-,x@example.edu'],
  ['with a sign for an id', '_,東,京,x@example.edu'],
  ['whose values are words for fields', 'Land,Ort,Portable,land@example.edu'],
  ['whose values are names of fields', 'Role,Title,Labels,role@example.edu'],
])('a person %s is a record', async (_, row) => {
  expect(await findingsOf('users', [...USERS, row], false)).toEqual([]);
});
