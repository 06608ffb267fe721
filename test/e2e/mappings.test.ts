/** Files in a form of their own: the error names the draft, the draft is a mapping, and the mapping reads the file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorkbook } from '../../src/output/xlsx/new-workbook.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';
import { bytesOfStream } from '../unit/output/reported-run.ts';

const USERS = [
  ['Studentnummer', 'Achternaam', 'Voornaam', 'E-mailadres', 'Klas'],
  ['s-1', 'Jansen', 'Piet', 'piet@example.edu', '4A'],
  ['s-2', 'Bakker', 'Anna', 'anna@example.edu', '4B'],
];
const csvOf = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((row) => `${row.join(delimiter)}\n`).join('');

/** The words of the command in the note about a draft, as a shell reads them. */
async function drafted({ json }: Workspace, kind: string, args: readonly string[]): Promise<string[]> {
  const { code, report } = await json(['validate', kind, ...args]);
  const note = report.findings.find(({ rule }) => rule === 'input.header.draft');
  expect({ code, severity: note?.severity }).toEqual({ code: 3, severity: 'note' });
  const [, command = ''] = /: examctl (.*)$/.exec(note?.message ?? '') ?? [];
  return (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
}

async function mappingIn({ folder }: Workspace, name: string) {
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}

describe('an error that a mapping would end names the command of a draft, with its file, kind and flags', () => {
  it.each([
    ['columns', 'users', 'my list.csv', csvOf(USERS, ';'), ['--delimiter', ';']],
    ['missing columns', 'invigilators', 'i.csv', 'ScheduleExtId\nS-1\n', []],
    ['dates', 'users', 'u.csv', 'ExternalId,LastName,FirstName,DateOfBirth\nu-1,a,b,03/02/2001\n', []],
    ['lists', 'users', 'u.csv', 'ExternalId,LastName,FirstName,AllowedIpAddresses\nu-1,a,b,"10.0.0.1, 10.0.0.2"\n', []],
  ])('%s', async (_, kind, name, content, flags) => {
    const space = await createWorkspace();
    await space.file(name, content);
    const words = await drafted(space, kind, [name, ...flags]);
    const mapping = `${name.replace('.csv', '')}.mapping.json`;
    expect(words).toEqual(['mapping', 'draft', kind, name, ...flags, '--out', mapping]);
    const { code, stderr } = await space.run(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`examctl validate ${kind}`) });
    expect(await mappingIn(space, mapping)).toMatchObject({ mapping: 1, kind });
  });

  it('and then the same command, whole, without the flags that the mapping has', async () => {
    const { json, file } = await createWorkspace();
    await file('my list.csv', csvOf(USERS, ';'));
    const sync = ['user', 'sync', '--delimiter=;', 'my list.csv', '-n', '--set', 'Role=Candidate'];
    const { report } = await json(sync);
    const note = report.findings.find(({ rule }) => rule === 'input.header.draft');
    expect(note?.suggestion).toBe(
      "then examctl user sync 'my list.csv' -n --set Role=Candidate --json --mapping 'my list.mapping.json'",
    );
  });

  it('and none where the file is standard input, which cannot be read again', async () => {
    const { json } = await createWorkspace();
    const { report } = await json(['validate', 'users', '-', '--format', 'csv'], { input: csvOf(USERS) });
    expect(report.findings.map(({ rule }) => rule)).not.toContain('input.header.draft');
  });
});

it.each([
  [
    'users',
    'ExternalId,LastName,Fristname',
    'FirstName',
    'did you mean FirstName? Rename the column, or give --map "Fristname=FirstName"',
  ],
  [
    'schedules',
    'Datum,Tijd',
    'GroupExtId',
    'say which column has it: --map "Header=GroupExtId"; or give one value for all sittings: --set GroupExtId=VALUE',
  ],
])('of %s with the columns %s, the missing %s is told with what gives it', async (kind, header, field, suggestion) => {
  const { json, file } = await createWorkspace();
  await file('u.csv', `${header}\n${header.replace(/[^,]+/g, 'x')}\n`);
  const { report } = await json(['validate', kind, 'u.csv']);
  expect(report.findings).toContainEqual(expect.objectContaining({ field, suggestion }));
});

it.each([
  ['AllowedIpAddresses', '"10.0.0.1, 10.0.0.2"', 'in a cell, write | between several'],
  ['ReasonableAdjustmentPercentage', '1250', 'SpecialNeeds can stay as it is'],
  ['ReasonableAdjustmentPercentage', '25', 'write true in SpecialNeeds; if not, leave the percentage empty'],
])('a wrong %s of %s is told with what to write: %s', async (field, cell, advice) => {
  const { json, file } = await createWorkspace();
  await file(
    'u.csv',
    `ExternalId,LastName,FirstName,SpecialNeeds,${field}\nu-1,a,b,${cell === '25' ? 'no' : 'yes'},${cell}\n`,
  );
  const { report } = await json(['validate', 'users', 'u.csv']);
  const [error] = report.findings.filter(({ severity }) => severity === 'error');
  expect(error?.suggestion).toContain(advice);
});

it('a user name that another user has is told with the id and the masked name of that user', async () => {
  const { json, file } = await createWorkspace();
  await file('u.csv', 'ExternalId,LastName,FirstName,UserName\nu-900,a,b,scheduler.one\n');
  const { report } = await json(['user', 'sync', 'u.csv', '--dry-run']);
  const taken = report.findings.find(({ rule }) => rule === 'user.user-name.taken');
  expect(taken?.message).toBe('Another user (u-1, M••••• v•••••) has the same UserName');
});

it('a candidate who stands in a list twice is told with both lines, and that one must go', async () => {
  const { json, file } = await createWorkspace();
  const header =
    'ScheduleExtId,AssessmentExtId,StartDateTime,GroupExtId,GroupName,CandidateExtId,LastName,FirstName,Email';
  const row = 'S-1,LAW-101,2027-03-01T09:00:00Z,LAW-1,Law,c-1,a,b,a@example.edu';
  await file('s.csv', `${[header, row, row].join('\n')}\n`);
  const { report } = await json(['validate', 'schedules', 's.csv']);
  expect(report.findings[0]).toMatchObject({
    line: 3,
    message: 'Candidate c-1: CandidateExtId is the same as in line 2',
    suggestion: 'delete line 2 or this one',
  });
});

it('a draft names what a list of one exam does not say, and with --quiet nothing', async () => {
  const { run, file } = await createWorkspace();
  await file(
    'exam.csv',
    csvOf(
      [
        ['Student no.', 'Name', 'E-mail'],
        ['1', 'Lovelace, Ada', 'ada@example.edu'],
      ],
      ';',
    ),
  );
  const draft = ['mapping', 'draft', 'schedules', 'exam.csv', '--out', 'exam.json', '--yes'];
  const { stderr } = await run(draft);
  const [, command = ''] = /Check the file with it: examctl (.*)\n/.exec(stderr) ?? [];
  expect(command).toContain('--set AssessmentExtId=VALUE --set StartDateTime=VALUE --set GroupExtId=VALUE');
  const words = command.replace('StartDateTime=VALUE', 'StartDateTime=2027-01-25T09:00:00Z').split(' ');
  expect((await run(words)).code).toBe(0);
  expect(await run([...draft, '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

it('a workbook is drafted with its sheet and the line of its header, and read so', async () => {
  const space = await createWorkspace();
  const rows = [['Leerlingen 2026', '', '', '', ''], ['', '', '', '', ''], ...USERS];
  const sheets = [
    { name: 'Uitleg', header: ['Lees mij'], rows: [['Deze lijst komt uit het systeem']] },
    { name: 'Leerlingen', header: rows[0] ?? [], rows: rows.slice(1) },
  ];
  await space.file('lijst.xlsx', await bytesOfStream(newWorkbook(sheets)));
  const words = await drafted(space, 'users', ['lijst.xlsx', '--sheet', 'Leerlingen']);
  expect(words).toEqual([
    ...['mapping', 'draft', 'users', 'lijst.xlsx', '--sheet', 'Leerlingen', '--out', 'lijst.mapping.json'],
  ]);
  expect((await space.run([...words, '--ignore', 'Klas'])).code).toBe(0);
  expect(await mappingIn(space, 'lijst.mapping.json')).toMatchObject({
    read: { sheet: 'Leerlingen', headerRow: 3 },
    fields: { ExternalId: 'Studentnummer', Email: 'E-mailadres' },
    ignore: ['Klas'],
  });
  const { code, report } = await space.json(['user', 'sync', 'lijst.xlsx', '--mapping', 'lijst.mapping.json']);
  expect({ code, findings: report.findings, created: report.counts.create }).toEqual({
    code: 0,
    findings: [],
    created: 2,
  });
});

describe('a mapping for candidates', () => {
  async function described() {
    const space = await createWorkspace();
    await space.file('c.csv', 'Lijst\nZitting;Nummer;Voornaam;Achternaam;Mail\nS-1;c-1;Ada;Lovelace;ada@example.edu\n');
    const fields = {
      ScheduleExtId: 'Zitting',
      CandidateExtId: 'Nummer',
      FirstName: 'Voornaam',
      LastName: 'Achternaam',
    };
    const mapping = { mapping: 1, kind: 'candidates', read: { headerRow: 2 }, fields: { ...fields, Email: 'Mail' } };
    await space.file('c.json', JSON.stringify(mapping));
    const header = 'ScheduleExtId,AssessmentExtId,StartDateTime,GroupExtId,GroupName';
    await space.file('SCHEDULES', `${header}\nS-1,LAW-101,2027-03-01T09:00:00Z,LAW-1,"Law, year 1"\n`);
    return space;
  }

  it('goes with the command that a check proposes, and the table of the schedules is read as it is', async () => {
    const { run, json } = await described();
    const { stdout } = await run(['validate', 'candidates', 'c.csv', '--mapping', 'c.json']);
    const [, next = ''] = /^ {2}examctl (.*)$/m.exec(stdout) ?? [];
    const { code, report } = await json(next.split(' ').concat('--format', 'csv'));
    expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { create: 1, candidates: 1 } });
  });

  it('is refused where no table has candidates alone', async () => {
    const { run } = await described();
    const { code, stderr } = await run(['validate', 'schedules', 'c.csv', '--mapping', 'c.json']);
    expect(code).toBe(2);
    expect(stderr).toContain('The mapping c.json is for candidates, and no table has them alone');
  });
});

it('a mapping reads schedules with their candidates in a second file, and skips rows that are no records', async () => {
  const space = await createWorkspace();
  await space.file(
    'zittingen.csv',
    'Zitting;Toets;Datum;Begin;Groep\nZ-1;LAW-101;01-03-2027;09:00;LAW-1\nTotaal;1;;;\n',
  );
  await space.file(
    'kandidaten.csv',
    'Zitting;Nummer;Achternaam;Voornaam;E-mail;Extra tijd;Klas\nZ-1;c-1;Jansen;Piet;p@example.edu;J;4A\nZ-1;c-2;Bakker;Anna;a@example.edu;N;4A\n',
  );
  const mapping = {
    ...{ mapping: 1, kind: 'schedules', read: { timezone: 'Europe/Amsterdam' }, ignore: ['Klas'] },
    fields: {
      ...{ ScheduleExtId: 'Zitting', AssessmentExtId: 'Toets', GroupExtId: 'Groep', GroupName: 'Groep' },
      StartDateTime: { from: '{Datum} {Begin}', dateFormat: 'DD-MM-YYYY HH:mm' },
      ...{ CandidateExtId: 'Nummer', LastName: 'Achternaam', FirstName: 'Voornaam', Email: 'E-mail' },
      SpecialNeeds: { from: 'Extra tijd', values: { J: true, N: false } },
    },
    skipRows: [{ column: 'Zitting', equals: ['Totaal'] }],
  };
  await space.file('m.json', JSON.stringify(mapping));
  const args = ['schedule', 'push', 'zittingen.csv', '--candidates', 'kandidaten.csv', '--mapping', 'm.json'];
  const { code, report } = await space.json(args);
  const skipped = report.findings.filter(({ line }) => line === 3);
  expect({ code, skipped }).toMatchObject({ code: 0, skipped: [{ severity: 'note', rule: 'input.row.skipped' }] });
  expect(await space.entries('schedules')).toContainEqual(
    expect.objectContaining({
      Schedule: expect.objectContaining({ ScheduleExtId: 'Z-1', StartDateTime: '2027-03-01T08:00:00.000Z' }),
      Candidates: [
        expect.objectContaining({ CandidateExtId: 'c-1', SpecialNeeds: 'true' }),
        expect.objectContaining({ CandidateExtId: 'c-2', SpecialNeeds: 'false' }),
      ],
    }),
  );
});

describe('unknown names of JSON', () => {
  const candidate = { CandidateExtId: 'c-1', LastName: 'a', FirstName: 'b', Email: 'a@example.edu', Klas: '4A' };
  const Schedule = {
    ...{ ScheduleExtId: 'S-1', AssessmentExtId: 'LAW-101', GroupExtId: 'LAW-1', GroupName: 'Law', Mentor: 'x' },
    StartDateTime: '2027-03-01T09:00:00Z',
  };
  it.each([
    ['users', [{ ExternalId: 'u-1', LastName: 'a', FirstName: 'b', Klas: '4A', Mentor: 'x' }]],
    ['schedules', [{ Schedule, Candidates: [candidate] }]],
  ])('of %s are errors that say how to leave them out, which --ignore does at any level', async (kind, records) => {
    const { json, file } = await createWorkspace();
    await file('r.json', JSON.stringify(records));
    const { code, report } = await json(['validate', kind, 'r.json']);
    const errors = report.findings.map(({ suggestion }) => suggestion);
    expect({ code, errors: errors.toSorted() }).toEqual({
      code: 3,
      errors: ['Klas', 'Mentor'].map((name) => `to leave it out: --ignore "${name}" or --ignore "*"`),
    });
    for (const ignore of ['klas,Mentor', '*']) {
      const ignored = await json(['validate', kind, 'r.json', '--ignore', ignore]);
      expect({ code: ignored.code, findings: ignored.report.findings }).toEqual({ code: 0, findings: [] });
    }
    expect((await json(['validate', kind, 'r.json', '--ignore', 'Klas'])).report.findings).toHaveLength(1);
  });
});
