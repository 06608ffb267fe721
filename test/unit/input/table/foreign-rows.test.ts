/** Each row that is not a record has one finding, which names its kind, whatever the kind of the table. */
import { expect, it } from 'vitest';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { collectionKind } from '../../../../src/bulk/kinds/collections.ts';
import { invigilatorKind } from '../../../../src/bulk/kinds/invigilators.ts';
import type { Kind } from '../../../../src/bulk/kinds/kind.ts';
import { draftKind } from '../../../../src/bulk/kinds/read/draft-kind.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import { withFile } from '../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';
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

type Case = readonly [string, Kind<unknown>, readonly string[], string | undefined, string];

const CASES: readonly Case[] = [
  ['users', userKind, USERS, USERS[0], 'input.row.header'],
  ['users', userKind, USERS, 'EXTERNALID,first_name,Last name,e-mail', 'input.row.header'],
  ['users', userKind, USERS, 'Studentnummer,Voornaam,Achternaam,E-mailadres', 'input.row.header'],
  ['collections', collectionKind, ['ExternalId,Title', 'C1,Law'], 'EXTERNALID,TITLE', 'input.row.header'],
  ['invigilators', invigilatorKind, ['UserExtId', 'u-1'], 'user ext id', 'input.row.header'],
  ['invigilators', invigilatorKind, INVIGILATORS, INVIGILATORS[0], 'input.row.header'],
  ['schedules', scheduleKind, SCHEDULES, SCHEDULES[0], 'input.row.header'],
  ['users', userKind, USERS, 'Totaal: 6,,,', 'input.row.total'],
  ['users', userKind, USERS, ',,Gesamt,6', 'input.row.total'],
  ['users', userKind, USERS, 'Total', 'input.row.total'],
  ['schedules', scheduleKind, SCHEDULES, 'Total,1,,,,,,,', 'input.row.total'],
  ['users', userKind, USERS, '# exported, on Monday', 'input.row.comment'],
  ['users', userKind, USERS, '#exported', 'input.row.comment'],
  ['users', userKind, WIDE_USERS, 'Total,5,7,,,,', 'input.row.total'],
  ['users', userKind, USERS, '----------,---------,--------,-----', 'input.row.dashes'],
  ['users', userKind, USERS, '----------,,,-', 'input.row.dashes'],
  ['users', userKind, USERS, ' == , == , == , == ', 'input.row.dashes'],
  ['invigilators', invigilatorKind, INVIGILATORS, '__,__', 'input.row.dashes'],
  ['schedules', scheduleKind, SCHEDULES, '-,-,-,-,-,-,-,-,-', 'input.row.dashes'],
  ['users', userKind, COMPANY_USERS, '# later,u-2,Ada,Byron,byron@example.edu', 'input.row.comment'],
];

const EVERY = CASES.flatMap((one) => [[...one, false] as const, [...one, true] as const]);

/** Returns the findings of a CSV file. */
async function findingsOf(kind: Kind<unknown>, rows: readonly string[], fix: boolean): Promise<unknown[]> {
  const drafts: unknown[] = [];
  const read = async (file: string) => {
    const open = async () => draftKind(kind, await openInput(file, {}), { mapping: new Map(), fix });
    for await (const { findings } of validateDrafts([await open()], kind)) drafts.push(...findings);
  };
  await withFile(Buffer.from(`${rows.join('\n')}\n`), read, 'list.csv');
  return drafts;
}

it.each<[string, Kind<unknown>, readonly string[]]>([
  ['LastName,FirstName,Email,ExternalId', userKind, USERS],
  ['ExternalId,FirstName,LastName,Role', userKind, USERS],
  ['ExternalId,LastName,FirstName,Klas', userKind, USERS],
  ['Studentnummer,Achternaam,Voornaam,Klas', userKind, USERS],
  ['Prénom,Nom,Matricule', userKind, ['Nom,Prénom,Matricule', 'Lovelace,Ada,a1']],
  ['AddressLine1,LastName,FirstName,Email', userKind, USERS],
  ['UserExtId,ScheduleExtId', invigilatorKind, INVIGILATORS],
])(
  'the header of another table stops the file, with --fix too, since the rows below it have other columns: %s',
  async (row, kind, rows) => {
    for (const fix of [false, true]) {
      const found = await findingsOf(kind, [...rows, row], fix);
      expect(found).toMatchObject([{ severity: 'error', rule: 'input.header.second', line: 3 }]);
    }
  },
);

it('a header with accents is found again in capital letters', async () => {
  const found = await findingsOf(userKind, ['Prénom,Nom,Matricule', 'Ada,Lovelace,a1', 'PRÉNOM,NOM,MATRICULE'], false);
  expect(found).toMatchObject([{ rule: 'input.row.header', line: 3 }]);
});

it.each([
  ['title by title', 'Role,Title,Labels,role@example.edu'],
  ['words for fields', 'Land,Ort,Portable,land@example.edu'],
  ['a word for an id', 'Total2,Name,Nom,n@example.edu'],
])('a person whose values are %s is a record', async (_, row) => {
  expect(await findingsOf(userKind, [...USERS, row], false)).toEqual([]);
});

it('--skip-invalid sends nothing of a file with another table, since the rows below it are in wrong columns', async () => {
  const rows = [...USERS, 'ExternalId,LastName,FirstName,Email', 'u-2,Hopper,Grace,g@example.edu'];
  const send = (file: string) => wouldSend('users', [file], { skipInvalid: true });
  const { sent, report } = await withFile(Buffer.from(`${rows.join('\n')}\n`), send, 'list.csv');
  expect({ sent, code: report.exitCode }).toEqual({ sent: [], code: 3 });
});

it.each(EVERY)(
  'a row that is no record has one finding, in a table of %s: %#',
  async (_, kind, rows, row = '', rule, fix) => {
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
  async (name, _, [header = '', row = ''], foreign = '', rule) => {
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
  ['Total,Ada,King,king@example.edu', 'a person whose id is a word for a total'],
  ['u-2,Total,Sum,sum@example.edu', 'a person of such a name'],
  ['FirstName,FirstName,LastName,x@example.edu', 'a person named as fields are'],
  ['u-2,-,-,x@example.edu', 'a person with dashes for a name'],
  ['_,東,京,x@example.edu', 'a person with a sign for an id'],
])('%s is %s, and a record', async (row) => {
  await withFile(
    Buffer.from(`${[...USERS, row].join('\n')}\n`),
    async (file) => {
      const source = await draftKind(userKind, await openInput(file, {}), { mapping: new Map() });
      for await (const { findings } of validateDrafts([source], userKind)) expect(findings).toEqual([]);
    },
    'list.csv',
  );
});
