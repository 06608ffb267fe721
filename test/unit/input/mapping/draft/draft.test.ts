import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../../../src/input/column-field.ts';
import { draftMapping } from '../../../../../src/input/mapping/draft/draft.ts';
import { candidateResource, scheduleResource } from '../../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../../src/platform/resources/user.ts';

const USERS = fieldsOf(userResource);
const SCHEDULES = [...fieldsOf(scheduleResource), ...fieldsOf(candidateResource)];

function draft(csv: string, fields = USERS, given: Record<string, string> = {}) {
  const [header = [], ...rows] = csv
    .trim()
    .split('\n')
    .map((line) => line.split(';'));
  const request = {
    kind: 'users',
    fields,
    read: {},
    given: new Map(Object.entries(given)),
    ignored: [],
  };
  return draftMapping({ header, rows }, request).mapping;
}

describe('a draft proposes', () => {
  test('fields by their names and by words of five languages', () => {
    const { fields, unknown } = draft(`ExternalId;Voornaam;Nachname;Courriel;Ciudad
u1;Ada;Moore;ada@example.org;Madrid`);
    expect(fields).toEqual({
      ExternalId: 'ExternalId',
      LastName: 'Nachname',
      FirstName: 'Voornaam',
      Email: 'Courriel',
      City: 'Ciudad',
    });
    expect(unknown).toBeUndefined();
  });

  test('the surest header for a field: its name, then a word for it, then a word that has several meanings', () => {
    const { fields, unknown } = draft(`Name;Familienname;Vorname;Schlüssel (extern);Identifiant
MueAnn;Müller;Anna;4711;amueller`);
    expect(fields).toEqual({ ExternalId: 'Schlüssel (extern)', LastName: 'Familienname', FirstName: 'Vorname' });
    expect(unknown).toEqual(['Name', 'Identifiant']);
  });

  test.each([
    [
      'nl',
      'Vakcode;Toetsnaam;Toetsdatum;Begintijd;Eindtijd;Studentnr;E-mail school;Extra tijd (J/N);Groep code;Groep naam',
    ],
    [
      'de',
      'Prüfungsnr.;Titel der Prüfung;Datum;Beginn;Ende;Matr.-Nr.;Uni-Mail;Nachteilsausgleich (J/N);Kurs-ID;Kursname',
    ],
    [
      'fr',
      'Code examen;Intitulé;Date;Heure début;Heure fin;N° étudiant;Courriel étudiant;Tiers temps (O/N);Code groupe;Libellé groupe',
    ],
    [
      'es',
      'Código asignatura;Asignatura;Fecha;Hora inicio;Hora fin;NIU;Correo institucional;Adaptación (S/N);Código grupo;Nombre grupo',
    ],
    [
      'en',
      'Module code;Module title;Exam date;Start time;End time;Student ID;University email;Extra time (Y/N);Section code;Section name',
    ],
  ])('the columns of a list of sittings: %s', (language, header) => {
    const yes = { fr: 'O', es: 'S', en: 'Y' }[language] ?? 'J';
    const { fields, unknown } = draft(
      `${header}
LAW-101;Contracts;18-01-2027;09:00;12:00;444021;a@example.org;${yes};LAW-1;Law, year 1
LAW-101;Contracts;18-01-2027;09:00;12:00;444022;b@example.org;N;LAW-1;Law, year 1`,
      SCHEDULES,
    );
    expect(unknown).toBeUndefined();
    expect(Object.keys(fields)).toEqual([
      ...['AssessmentExtId', 'Title', 'StartDateTime', 'EndDateTime', 'GroupExtId', 'GroupName'],
      ...['CandidateExtId', 'Email', 'SpecialNeeds'],
    ]);
  });

  test('the only column of addresses as the e-mail, whatever its header', () => {
    expect(draft('ExternalId;Contact\nu1;ada@example.org').fields).toMatchObject({ Email: 'Contact' });
    expect(draft('ExternalId;Home;Work\nu1;a@example.org;b@example.org').unknown).toEqual(['Home', 'Work']);
  });

  test('one column for the group as its id and name, and none of two', () => {
    expect(draft('Klas\n1A', SCHEDULES).fields).toEqual({ GroupExtId: 'Klas', GroupName: 'Klas' });
    expect(draft('Klas;Groep;Groepsnaam\n1A;LAW-1;Law', SCHEDULES)).toMatchObject({
      fields: { GroupName: 'Groepsnaam' },
      unknown: ['Klas', 'Groep'],
    });
  });

  test('no percentage and no special needs for an extra time of 0', () => {
    expect(draft('ExternalId;Extra time (%)\nu1;25\nu2;0').fields).toMatchObject({
      ReasonableAdjustmentPercentage: { from: 'Extra time (%)', values: { 25: 25, 0: null } },
      SpecialNeeds: { from: 'Extra time (%)', values: { 0: false, '': false }, otherwise: true },
    });
  });

  test.each(['Naam', 'Name'])('both names in one cell: %s', (from) => {
    expect(draft(`${from}\nBerg, Ada\nde Vries, Jan Peter`).fields).toEqual({
      LastName: { from, pattern: '([^,]+), ?[^,]+' },
      FirstName: { from, pattern: '[^,]+, ?([^,]+)' },
    });
    expect(draft('Full name\nAda Moore\nJan Berg')).toMatchObject({ fields: {}, unknown: ['Full name'] });
    expect(draft('Full name\nAda Moore\nAda van den Berg')).toMatchObject({ fields: {}, unknown: ['Full name'] });
  });

  test.each([
    ['J/N', 'J\nN', { J: true, N: false }],
    ['O/N', 'O\nN', { O: true, N: false }],
    ['S/N', 'S\nN', { S: true, N: false }],
    ['x', 'x\n', { x: true, '': false }],
  ])('what %s means', (_, cells, values) => {
    const read = draft(
      `ExternalId;SpecialNeeds\n${cells
        .split('\n')
        .map((cell, at) => `u${at};${cell}`)
        .join('\n')}`,
    );
    const lower = Object.fromEntries(Object.entries(values).map(([text, value]) => [text.toLowerCase(), value]));
    expect(read.fields['SpecialNeeds']).toEqual({ from: 'SpecialNeeds', values: lower });
  });

  test.each([
    ['25%\n\n0%', { values: { '25%': 25, '0%': null } }, { '0%': false, '': false }],
    ['25 %\n33 %', { pattern: '(\\d+) ?%?' }, { '': false }],
    ['0.25\n0,33', { values: { '0.25': 25, '0,33': 33 } }, { '': false }],
    ['1,25\n1', { values: { '1,25': 25, '1': null } }, { '1': false, '': false }],
  ])('extra time as %j', (cells, steps, none) => {
    const rows = cells.split('\n').map((cell, at) => `u${at};${cell}`);
    const { fields } = draft(`ExternalId;Extra tijd\n${rows.join('\n')}`);
    expect(fields['ReasonableAdjustmentPercentage']).toEqual({ from: 'Extra tijd', ...steps });
    expect(fields['SpecialNeeds']).toEqual({ from: 'Extra tijd', values: none, otherwise: true });
  });

  test.each<[string, string, object]>([
    [
      'the prefix of a last name',
      'Roepnaam;Tussenvoegsel;Achternaam\nAda;van den;Berg',
      {
        FirstName: 'Roepnaam',
        LastName: '{Tussenvoegsel} {Achternaam}',
      },
    ],
    [
      'a second last name',
      'Nombre;Primer apellido;Segundo apellido\nAda;García;López',
      {
        FirstName: 'Nombre',
        LastName: '{Primer apellido} {Segundo apellido}',
      },
    ],
    [
      'a second first name',
      'First name;Middle name;Last name\nAda;Maria;Moore',
      {
        FirstName: '{First name} {Middle name}',
        LastName: 'Last name',
      },
    ],
    ['a list with its separator', 'Labels\nA1, B2\nA1', { Labels: { from: 'Labels', separator: ',' } }],
    ['a list with a slash', 'Groepen\n4A/5B', { Labels: { from: 'Groepen', separator: '/' } }],
  ])('%s', (_, csv, fields) => expect(draft(csv).fields).toEqual(fields));

  test.each([
    ['13-01-2027;09:00;11:00', 'D-M-YYYY HH:mm'],
    ['13.01.2027;9:00;11:00', 'D.M.YYYY H:mm'],
    ['13/01/2027;08h30;10h30', 'D/M/YYYY H[h]mm'],
  ])('a date and times in columns of their own: %s', (row, dateFormat) => {
    const { fields } = draft(`Datum;Begintijd;Eindtijd\n${row}`, SCHEDULES);
    expect(fields).toMatchObject({
      StartDateTime: { from: '{Datum} {Begintijd}', dateFormat },
      EndDateTime: { from: '{Datum} {Eindtijd}' },
    });
  });

  test('no format where the order of day and month is open', () => {
    const { fields } = draft('Datum;Tijd\n03-04-2027;09:00', SCHEDULES);
    expect(fields).toEqual({ StartDateTime: '{Datum} {Tijd}' });
  });

  test('one column for the id and the name of a group', () => {
    expect(draft('Klas\n4A', SCHEDULES).fields).toEqual({ GroupExtId: 'Klas', GroupName: 'Klas' });
  });

  test('rows of totals and instructions to skip', () => {
    const { skipRows } = draft(`ExternalId;FirstName
u1;Ada
Let op: vul alle velden in;
Totaal: 31;`);
    expect(skipRows).toEqual([
      { column: 'ExternalId', equals: ['Let op: vul alle velden in'] },
      { column: 'ExternalId', pattern: 'Totaal: \\d+' },
    ]);
  });

  test('what the user has said', () => {
    expect(draft('Code;Klas\nu1;4A', USERS, { Code: 'ExternalId', Klas: 'Company' }).fields).toEqual({
      ExternalId: 'Code',
      Company: 'Klas',
    });
  });
});

test.each([
  ['values that contradict the header', 'ExternalId;Email\nu1;4A\nu2;4B', ['Email']],
  ['two columns that can be the same field', 'Roepnaam;Voornamen\nAda;Ada Maria', ['Roepnaam', 'Voornamen']],
  ['extra time in minutes', 'ExternalId;Extra tijd\nu1;30 min', ['Extra tijd']],
])('a draft proposes nothing for %s', (_, csv, unknown) => {
  expect(draft(csv)).toMatchObject({ unknown });
});
