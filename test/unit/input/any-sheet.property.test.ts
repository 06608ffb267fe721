/**
 * Sheets of any source, with columns renamed, added, split, joined and in another order, rows of totals and dates in two
 * forms: a list that passes has each value in its field, or in a column that is to be ignored. `npm run
 * campaign:properties` runs more cases.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KINDS } from '../../../src/bulk/kinds/kinds.ts';
import { mappedFields } from '../../../src/bulk/kinds/read/columns.ts';
import { compileMapping } from '../../../src/input/mapping/compile-mapping.ts';
import type { Mapping } from '../../../src/input/mapping/mapping.ts';
import { amount } from '../../support/amount.ts';
import { fileOf } from './reading.ts';
import { wouldSend } from './sending.ts';

interface Person {
  /** A text in each value of this person, and in no value of another one. */
  readonly tag: string;
  readonly day: number;
  /** Whether the cells that may have two forms have the second one. */
  readonly isOther: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** A column: its cells, the fields that they mean, and the steps with which a mapping reads each of them. */
interface Column {
  readonly header: string;
  readonly cell: (person: Person) => string;
  readonly gives: (person: Person, isMapped: boolean) => Fields;
  /** Whether no header of the program's own says what the cells are, so that only a mapping can read them. */
  readonly isForeign?: boolean;
  readonly steps: Mapping['fields'];
}

const one = (
  field: string,
  header: string,
  cell: Column['cell'],
  value: (person: Person) => unknown = cell,
): Column => ({
  header,
  cell,
  gives: (person) => ({ [field]: value(person) }),
  steps: { [field]: header },
});
const foreign = (column: Column): Column => ({ ...column, isForeign: true });

const first = ({ tag }: Person) => `Ada ${tag}`;
const last = ({ tag }: Person) => `Love ${tag}`;
const pad = (day: number) => String(day).padStart(2, '0');
const iso = ({ day }: Person) => `2001-04-${pad(day)}`;
const local = ({ day }: Person) => `${pad(day)}-04-2001`;
const born = (cell: Column['cell']): Column => ({
  ...one('DateOfBirth', 'Geboortedatum', cell, iso),
  steps: { DateOfBirth: { from: 'Geboortedatum', dateFormat: 'DD-MM-YYYY' } },
});
const time = (header: string, cell: string, steps: object = {}): Column => ({
  header,
  cell: ({ isOther }) => (isOther ? cell : ''),
  gives: ({ isOther }) => (isOther ? { SpecialNeeds: true, ReasonableAdjustmentPercentage: 25 } : {}),
  isForeign: true,
  steps: {
    SpecialNeeds: { from: header, values: { '': null }, otherwise: true },
    ReasonableAdjustmentPercentage: { from: header, ...steps },
  },
});

/** The forms of each part of a person, each with the columns that have it. */
const PARTS: readonly (readonly (readonly Column[])[])[] = [
  [
    [one('FirstName', 'FirstName', first), one('LastName', 'Achternaam', last)],
    [one('FirstName', 'Vorname', first), one('LastName', 'Nachname', last)],
    [foreign(one('FirstName', 'Roep', first)), one('LastName', 'last_name', last)],
    [
      one('FirstName', 'Voornaam', first),
      {
        header: 'Tussenvoegsel',
        cell: ({ isOther }) => (isOther ? 'van der' : ''),
        gives: () => ({}),
        isForeign: true,
        steps: {},
      },
      {
        ...one('LastName', 'Achternaam', last),
        // Without a mapping, the other column is either an error or to be ignored.
        gives: (person, isMapped) => ({ LastName: `${isMapped && person.isOther ? 'van der ' : ''}${last(person)}` }),
        steps: { LastName: '{Tussenvoegsel} {Achternaam}' },
      },
    ],
    [
      {
        header: 'Name',
        cell: (person) => `${last(person)}, ${first(person)}`,
        gives: (person) => ({ FirstName: first(person), LastName: last(person) }),
        isForeign: true,
        steps: {
          FirstName: { from: 'Name', pattern: '[^,]*, (.*)' },
          LastName: { from: 'Name', pattern: '([^,]*),.*' },
        },
      },
    ],
  ],
  [[], [born(iso)], [born(local)], [born((person) => (person.isOther ? iso(person) : local(person)))]],
  [[], [one('City', 'Woonplaats', ({ tag }) => `Oss ${tag}`)], [one('City', 'City', () => '')]],
  [[], [time('Extra tijd', '25%', { pattern: '(\\d+)%' })], [time('Zuschlag', '1,25', { values: { '1,25': 25 } })]],
  [
    [],
    [
      foreign({
        ...one(
          'Labels',
          'Klas',
          ({ tag }) => `4A ${tag}`,
          ({ tag }) => [`4A ${tag}`],
        ),
      }),
    ],
  ],
  [[], [{ header: 'Opmerking', cell: ({ tag }) => `note ${tag}`, gives: () => ({}), isForeign: true, steps: {} }]],
];

const ID = one('ExternalId', 'ExternalId', ({ tag }) => `id-${tag}`);

const sheet = fc.record({
  parts: fc.tuple(...PARTS.map((forms) => fc.constantFrom(...forms))).map((parts) => [ID, ...parts.flat()]),
  order: fc.noBias(fc.nat()),
  people: fc
    .array(fc.record({ day: fc.integer({ min: 1, max: 28 }), isOther: fc.boolean() }), { minLength: 2, maxLength: 5 })
    .map((made) => made.map((person, at): Person => ({ ...person, tag: `k${at}k` }))),
  hasTotal: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  how: fc.constantFrom('as it is', 'ignoring', 'mapped', 'mapped', 'mapped in part'),
  delimiter: fc.constantFrom(',', ';', '\t'),
});

type Given = typeof sheet extends fc.Arbitrary<infer G> ? G : never;

function write({ parts, people, hasTotal, delimiter }: Given): string {
  const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
  const rows = [
    parts.map(({ header }) => header),
    ...people.map((person) => parts.map(({ cell }) => cell(person))),
    ...(hasTotal ? [parts.map((_, at) => (at === 0 ? 'Totaal' : at === 1 ? String(people.length) : ''))] : []),
  ];
  return `${rows.map((cells) => cells.map(quoted).join(delimiter)).join('\n')}\n`;
}

function isFilled({ cell }: Column, people: readonly Person[]): boolean {
  return people.some((person) => cell(person) !== '');
}

const tally = { passed: 0, stopped: 0 };

async function check(given: Given): Promise<void> {
  const parts = given.parts.toSorted(
    (a, b) => ((given.order ^ a.header.length) % 7) - ((given.order ^ b.header.length) % 7),
  );
  const { people, how } = given;
  const path = fileOf(write({ ...given, parts }), '.csv');
  const isMapped = how.startsWith('mapped');
  // A mapping in part leaves out one column, and says nothing about it.
  const mapped = parts.filter(({ steps }) => Object.keys(steps ?? {}).length > 0);
  const left = how === 'mapped in part' ? mapped[given.order % mapped.length] : undefined;
  const unread = parts.filter(({ steps }) => Object.keys(steps ?? {}).length === 0 || !isMapped);
  const ignore = how === 'ignoring' ? parts.filter(({ isForeign }) => isForeign).map(({ header }) => header) : [];
  const noted = isMapped ? unread.filter(({ header }) => header === 'Opmerking').map(({ header }) => header) : [];
  const mapping: Mapping = {
    mapping: 1,
    kind: 'users',
    fields: Object.assign({}, ...parts.filter((column) => column !== left).map(({ steps }) => steps)),
    ...(noted.length > 0 && { ignore: noted }),
  };
  const described = isMapped ? await compileMapping({ name: 'm.json', mapping }, mappedFields(KINDS.users)) : undefined;
  const { report, sent } = await wouldSend('users', [path], { described, ignore });
  tally[report.exitCode === 0 ? 'passed' : 'stopped'] += 1;
  if (report.exitCode !== 0) return;
  const read = parts.filter((column) => !ignore.includes(column.header) && !noted.includes(column.header));
  const skipped = read.filter((column) => column === left || (!isMapped && column.isForeign));
  expect(skipped.filter((column) => isFilled(column, people)).map(({ header }) => header)).toEqual([]);
  expect(given.hasTotal).toBe(false);
  const wanted = people.map((person) => Object.assign({}, ...read.map(({ gives }) => clean(gives(person, isMapped)))));
  expect(sent.map(plain)).toEqual(wanted.map(plain));
}

/** Empty cells give no field. */
function clean(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function plain(fields: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields as Fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, name === 'DateOfBirth' ? String(value).slice(0, 10) : value]),
  );
}

it('a sheet that passes has each value in its field, or in a column that is to be ignored', async () => {
  await fc.assert(fc.asyncProperty(sheet, check), { numRuns: amount(200, 5_000) });
  expect(tally.passed).toBeGreaterThan(20);
  expect(tally.stopped).toBeGreaterThan(20);
});
