/**
 * Files with stray quotes and delimiters, cut lines and mixed line ends: without a finding, no person is lost, doubled or
 * given values of another person. `npm run campaign:properties` runs more cases.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isError, ROWS_SWALLOWED } from '../../../src/model/finding.ts';
import { amount } from '../../support/amount.ts';
import { csv, type Row, SCHEDULE } from '../../support/cli/sitting-list.ts';
import { fileOf } from './reading.ts';
import { type Sending, type SentKind, wouldSend } from './sending.ts';

const RUNS = amount(120, 5_000);

interface Person {
  readonly id: string;
  /** A text in each value of this person, and in no value of another one. */
  readonly tag: string;
  readonly values: readonly string[];
}

interface Form {
  readonly kind: SentKind;
  readonly header: readonly string[];
  /** The cells before those of the person. */
  readonly before: readonly string[];
  readonly layout: 'csv' | 'json' | 'ndjson';
  /** A file of schedules, if people have a file of their own. */
  readonly schedules?: string;
}

const USER = ['ExternalId', 'FirstName', 'LastName', 'Email', 'Company', 'AddressLine1', 'Password', 'City'];
const CANDIDATE = USER.map((name) => (name === 'ExternalId' ? 'CandidateExtId' : name));
const SITTING: Row = { ...SCHEDULE, GroupName: 'Law', Title: 'Contract law' };

const FORMS: readonly Form[] = [
  { kind: 'users', header: USER, before: [], layout: 'csv' },
  { kind: 'users', header: USER.with(6, 'Shoe size'), before: [], layout: 'csv' },
  { kind: 'users', header: USER, before: [], layout: 'json' },
  { kind: 'users', header: USER, before: [], layout: 'ndjson' },
  { kind: 'schedules', header: [...Object.keys(SITTING), ...CANDIDATE], before: Object.values(SITTING), layout: 'csv' },
  {
    kind: 'schedules',
    header: ['ScheduleExtId', ...CANDIDATE],
    before: [SITTING['ScheduleExtId'] ?? ''],
    layout: 'csv',
    schedules: csv([SITTING]),
  },
];

const person = fc
  .record({
    company: fc.constantFrom('Acme', 'Acme', 'Acme', 'Acme', 'Acme, Inc.', 'Acme\nHouse 2', 'The "Old" House', ''),
    bare: fc.boolean(),
  })
  .map(({ company, bare }) => (tag: string, id: string): Person => {
    const values = [id, `Ada ${tag}`, `Love ${tag}`, `${tag}@x.edu`, company && `${company} ${tag}`];
    return { id, tag, values: [...values, bare ? '' : `Street ${tag}`, `pw-${tag}`, bare ? '' : `Paris ${tag}`] };
  });

const people = fc
  .array(person, { minLength: 2, maxLength: 7 })
  .map((made) => made.map((make, index) => make(`k${index}k`, `id-${index}-x`)));

/** A damage of a file. `at` selects one of the possible places, from 0 to 1. */
const damage = fc.record({
  how: fc.constantFrom(
    ...(['pair of quotes', 'pair of quotes', 'pair of quotes', 'pair of quotes', 'pair of quotes'] as const),
    ...(['cut line', 'cut line', 'cut file'] as const),
    ...(['quote before a cell', 'quote after a cell', 'quote', 'delimiter'] as const),
  ),
  // Unbiased: fast-check prefers small numbers, which would nearly always damage the header.
  at: fc.noBias(fc.nat({ max: 9_999 })).map((part) => part / 10_000),
  /** For a pair of quotes: the number of rows and cells from the first to the second. */
  rows: fc.integer({ min: 1, max: 2 }),
  cells: fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 1, -2, 2),
});

const file = fc.record({
  form: fc.constantFrom(...FORMS, ...FORMS.filter(({ layout }) => layout === 'csv')),
  people,
  delimiter: fc.constantFrom(',', ',', ';', '\t', '|'),
  breaks: fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 3 }),
  damages: fc.oneof(
    { weight: 6, arbitrary: fc.array(damage, { minLength: 1, maxLength: 1 }) },
    { weight: 3, arbitrary: fc.array(damage, { minLength: 2, maxLength: 4 }) },
    // Some files have no damage, so that there are always files without a finding.
    { weight: 1, arbitrary: fc.array(damage, { maxLength: 0 }) },
  ),
});

type Given = typeof file extends fc.Arbitrary<infer G> ? G : never;

function write({ form, people: all, delimiter, breaks }: Given): string {
  const records = all.map(({ values }) => [...form.before, ...values]);
  if (form.layout !== 'csv') {
    const objects = records.map((cells) => Object.fromEntries(form.header.map((name, at) => [name, cells[at] ?? ''])));
    const lines = objects.map((object) => JSON.stringify(object, filled));
    return form.layout === 'json' ? `[\n${lines.join(',\n')}\n]\n` : `${lines.join('\n')}\n`;
  }
  const lines = [form.header, ...records].map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter));
  return lines.map((line, index) => `${line}${breaks[index % breaks.length]}`).join('');
}

function filled(_: string, value: unknown): unknown {
  return value === '' ? undefined : value;
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

function spoil(text: string, { how, at, rows, cells }: Damage, delimiter: string, width: number): string {
  const borders = [...text.matchAll(new RegExp(`\\r\\n|[\\r\\n${delimiter}]`, 'g'))];
  const ends = borders.map(({ index }) => index);
  const starts = [0, ...borders.map(({ index, 0: border }) => index + border.length)];
  const pick = (places: readonly number[]) => places[Math.floor(at * places.length)] ?? 0;
  if (how === 'pair of quotes') {
    const first = Math.floor(at * starts.length);
    const last = ends[Math.max(first + rows * width + cells, first)] ?? text.length;
    return insert(insert(text, last, '"'), starts[first] ?? 0, '"');
  }
  const place = { 'quote before a cell': pick(starts), 'quote after a cell': pick(ends) }[how as string];
  const anywhere = Math.floor(at * text.length);
  if (how === 'cut file') return text.slice(0, anywhere);
  if (how !== 'cut line') return insert(text, place ?? anywhere, how === 'delimiter' ? delimiter : '"');
  const tail = text.slice(anywhere);
  return text.slice(0, anywhere) + tail.slice(Math.max(tail.search(/[\r\n]/), 0));
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}

function peopleIn(sent: readonly unknown[]): Record<string, unknown>[] {
  return (sent as Record<string, unknown>[]).flatMap((request) =>
    Array.isArray(request['Candidates']) ? request['Candidates'] : [request],
  );
}

/**
 * Whether a finding explains that the person of a line is not sent: an error about the whole file, or a rejection of the
 * person's own row. With several kinds of damage, a warning that a row may contain other rows is enough.
 */
function isExplained({ report, rejects, sent }: Sending, line: number, skipInvalid: boolean): boolean {
  const found = report.findings.filter(({ rule, record }) => rule === ROWS_SWALLOWED || record === 0);
  if (found.some(({ rule, severity }) => rule === ROWS_SWALLOWED && severity === 'warning')) return true;
  if (report.exitCode === 0) return false;
  if (sent.length === 0 && (!skipInvalid || report.error !== null || found.some(isError))) return true;
  return rejects.some(({ row }) => row.line <= line && line < row.line + row.lines);
}

const tally = { files: 0, refused: 0, found: 0, clean: 0, warned: 0 };

async function check(given: Given): Promise<void> {
  const { form, people: all, delimiter } = given;
  const text = given.damages.reduce((spoilt, each) => spoil(spoilt, each, delimiter, form.header.length), write(given));
  const path = fileOf(text, `.${form.layout}`);
  const paths = form.schedules === undefined ? [path] : [fileOf(form.schedules), path];
  for (const skipInvalid of [false, true]) {
    const sending = await wouldSend(form.kind, paths, { skipInvalid });
    const sent = peopleIn(sending.sent);
    count(sending);
    for (const one of all) {
      const own = sent.filter((fields) => (fields['ExternalId'] ?? fields['CandidateExtId']) === one.id);
      const at = text.indexOf(one.id);
      const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
      if (at !== -1 && own.length !== 1)
        expect({ text, lost: one.id, told: isExplained(sending, line, skipInvalid) }).toMatchObject({ told: true });
    }
    for (const fields of sent) {
      const owners = all.filter(
        ({ tag, id }) => JSON.stringify(fields).includes(tag) || JSON.stringify(fields).includes(id),
      );
      if (owners.length > 1)
        expect({
          text,
          fields,
          warned: sending.report.findings.some(({ rule }) => rule === ROWS_SWALLOWED),
        }).toMatchObject({
          warned: true,
        });
      if (owners.length > 1) tally.warned += 1;
    }
  }
}

function count({ report: { error, exitCode } }: Sending): void {
  tally.files += 1;
  if (error !== null) tally.refused += 1;
  else if (exitCode !== 0) tally.found += 1;
  else tally.clean += 1;
}

it('nobody is lost, doubled or given the values of another without a finding', async () => {
  await fc.assert(fc.asyncProperty(file, check), { numRuns: RUNS });
  // Otherwise, the test would have had only one kind of file.
  expect(Math.min(tally.refused, tally.found, tally.clean)).toBeGreaterThan(0);
  if (RUNS > 300) console.log(JSON.stringify(tally));
}, 1_200_000);
