/** A table that is checked in pieces, on any number of threads, has the same results as its drafts one after the other. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { type ValidatedDraft, validateParts } from '../../../../src/bulk/check/validate.ts';
import type { DraftOptions, Kind } from '../../../../src/bulk/kinds/kind.ts';
import { KINDS } from '../../../../src/bulk/kinds/kinds.ts';
import { draftKind } from '../../../../src/bulk/kinds/read/draft-kind.ts';
import { createTableCheck } from '../../../../src/bulk/kinds/read/table-check.ts';
import { type PackedPiece, unpackPiece } from '../../../../src/bulk/pieces/packed-piece.ts';
import { checkPiece, type TableCheck } from '../../../../src/bulk/pieces/piece-check.ts';
import { checkPieces } from '../../../../src/bulk/pieces/pieces.ts';
import { poolOf } from '../../../../src/bulk/pieces/workers.ts';
import { createReport } from '../../../../src/bulk/report/create-report.ts';
import { createLedger, type Ledger } from '../../../../src/bulk/report/ledger.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import type { SheetPiece, SheetValue, TableInput } from '../../../../src/input/port.ts';
import { rowsOf, sheetRowsIn } from '../../../../src/input/table/piece-rows.ts';
import { parseDateFormat } from '../../../../src/input/values/date-format.ts';
import type { DraftSource, Wanted } from '../../../../src/model/draft.ts';
import type { UserRequest } from '../../../../src/platform/resources/user.ts';
import { summariseUser, type WholeUser, wholeText } from '../../../../src/platform/resources/whole-user.ts';
import { digestOfContent } from '../../../../src/platform/secrets.ts';
import { amount } from '../../../support/amount.ts';

/** Cells of each column: the first ones are valid. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  ExternalId: ['u-1', 'u-2', 'u-3', 'u-4', 'U-1', 'u 5', '', '=u-6', '4021.0', 'u-1\u200b'],
  CandidateExtId: ['c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'C-1', 'c/6', ''],
  UserExtId: ['i-1', 'i-2', 'I-1', 'i 3', ''],
  UserName: ['', 'ada', 'alan', 'Ada', 'two words', 'x'.repeat(51)],
  Role: ['Student', 'Teacher', 'Student', '', 'x'.repeat(501)],
  FirstName: ['Ada', 'Zoë', ' Ada', '', 'NULL', 'Ada\nByron', '"Ada"', '\u00a0Ada', 'Jos&eacute;'],
  LastName: ['Lovelace', '王', '', 'MÃ¼ller', 'x'.repeat(501), 'a "b" c'],
  Email: ['a@example.org', 'b@example.org', 'no address', '', '\u200bb@example.org'],
  SynchronizationKey: ['', '0b0c0d0e-0000-4000-8000-000000000001', '0B0C0D0E-0000-4000-8000-000000000001', 'none'],
  SpecialNeeds: ['', 'yes', 'no', 'TRUE', 'perhaps', 'ja', 'ja\u200b'],
  ReasonableAdjustmentPercentage: ['', '25', '1000', '2.5', 'some'],
  AttemptExtId: ['', '', 'A-1'],
  Labels: ['', 'a|b', 'a|a', 'a||b', 'a|a\u200b'],
  AllowedIpAddresses: ['', '10.0.0.0/8', '10.0.0.1/8', '::1|::1'],
  Hierarchies: ['', 'LAW-1:IsCoordinator|LAW-2', 'LAW-1:IsCordinator', '[{"ExternalId":"X"}]', '[{'],
  DateOfBirth: ['', '2001-05-31', '2001-02-30', '36000', '31-5-2001', '31-5-2001\nx', ' '],
  ScheduleExtId: ['S-1', 'S-1', 'S-1', 'S-2', 'S-2', 'S-3', 's-1', 'S 1', '', 'S/1', '"S-1"', 'S&#45;1', 'S-2\u00a0'],
  AssessmentExtId: ['E-1', 'E-1', 'E-1', 'E-2', 'E 3'],
  StartDateTime: [
    '2027-03-01T09:00:00Z',
    '2027-03-01T09:00:00Z',
    '2027-03-01T10:00:00+01:00',
    '2027-02-30T09:00:00Z',
    '2027-03-01T09:00:00Z\u200b',
  ],
  GroupExtId: ['G-1', 'G-1', 'G 2'],
  GroupName: ['Group', 'Group', 'Other', '', 'Group\u200b'],
  Workflow: ['', 'DEFAULT', 'EXTERNAL_ATTEMPTS', 'NONE'],
  Remark: ['', 'anything', '#N/A'],
  _line: ['', '7'],
};
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: [
    'ExternalId',
    'Role',
    'FirstName',
    'LastName',
    'Email',
    'UserName',
    'SynchronizationKey',
    'SpecialNeeds',
    'ReasonableAdjustmentPercentage',
    'Labels',
    'AllowedIpAddresses',
    'Hierarchies',
    'DateOfBirth',
    'Remark',
  ],
  candidates: [
    'CandidateExtId',
    'ScheduleExtId',
    'FirstName',
    'LastName',
    'Email',
    'UserName',
    'SpecialNeeds',
    'ReasonableAdjustmentPercentage',
    'AttemptExtId',
    'Remark',
  ],
  invigilators: ['ScheduleExtId', 'UserExtId', 'Remark'],
  schedules: [
    'ScheduleExtId',
    'AssessmentExtId',
    'StartDateTime',
    'GroupExtId',
    'GroupName',
    'Workflow',
    'CandidateExtId',
    'FirstName',
    'LastName',
    'Email',
    'UserName',
    'SpecialNeeds',
    'ReasonableAdjustmentPercentage',
    'AttemptExtId',
    'Remark',
  ],
};
type Name = 'users' | 'candidates' | 'invigilators' | 'schedules';

interface Dialect {
  readonly delimiter: string;
  readonly ends: readonly string[];
  readonly quoteAll: boolean;
  readonly encoding: string;
  readonly isDeclared: boolean;
}
const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  ends: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n'], ['\n', '\n\n'], ['\r\n', '\r\n ; \r\n']),
  quoteAll: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8', 'utf-8 bom', 'utf-16le bom'),
  isDeclared: fc.boolean(),
});

/** Most cells are valid. Some rows are short or blank. */
function tableOf(name: Name): fc.Arbitrary<readonly (readonly string[])[]> {
  const columns = [...(COLUMNS[name] ?? []), '_line'];
  const cellOf = (column: string): fc.Arbitrary<string> => {
    const cells = CELLS[column] ?? [''];
    return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...cells.slice(0, 3)) }, fc.constantFrom(...cells));
  };
  const whole: fc.Arbitrary<readonly string[]> = fc.tuple(...columns.map(cellOf));
  const row = fc.oneof(
    { weight: 20, arbitrary: whole },
    whole.map((cells) => cells.slice(0, -1)),
    whole.map((cells) => [...cells, 'more']),
    fc.constant(columns.map(() => '')),
  );
  const sorted = fc.boolean();
  const missing = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray([...columns], { maxLength: 2 }));
  // Most files have no column _line: they are not the rejects of an earlier run.
  const left = fc.tuple(missing, fc.constantFrom(['_line'], ['_line'], []));
  const header = left.map(([some, own]) => columns.filter((column) => ![...some, ...own].includes(column)));
  return fc.tuple(header, fc.array(row, { maxLength: 25 }), sorted).map(([names, rows, isSorted]) => {
    const at = columns.indexOf('ScheduleExtId');
    const ordered = isSorted && at !== -1 ? rows.toSorted((a, b) => ((a[at] ?? '') < (b[at] ?? '') ? -1 : 1)) : rows;
    const kept = columns.map((column) => names.includes(column));
    return [names, ...ordered.map((cells) => cells.filter((_, index) => kept[index] ?? true))];
  });
}

function write(rows: readonly (readonly string[])[], how: Dialect, stray: number): Buffer {
  const quote = (text: string) =>
    how.quoteAll || /["\r\n]/.test(text) || text.includes(how.delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((cells, i) => cells.map(quote).join(how.delimiter) + (how.ends[i % how.ends.length] ?? '\n'));
  if (stray > 0 && stray < lines.length) lines[stray] = lines[stray]?.replace(how.delimiter, `${how.delimiter}"`) ?? '';
  const text = (how.isDeclared ? `sep=${how.delimiter}\n` : '') + lines.join('');
  const [encoding = '', bom] = how.encoding.split(' ');
  return iconv.encode(text, encoding, { addBOM: bom !== undefined });
}

async function open(bytes: Buffer, size: number): Promise<TableInput> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const input = await openInput('-', { stdin: Readable.from(chunks), format: 'csv' });
  if (input.kind !== 'table') throw new TypeError('no table');
  return { ...input, reopen: () => open(bytes, size) };
}

function withPieces(input: TableInput) {
  const pieces = input.pieces ?? input.sheetPieces;
  if (pieces === undefined) throw new TypeError('no pieces');
  return { ...input, pieces };
}

/** What cells of a sheet have besides their text. Most have nothing. */
const VALUES: readonly (SheetValue | undefined)[] = [
  ...[undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined],
  { number: '25' },
  { dateTime: '2027-03-01 09:00' },
  { dateTime: '2027-03-01 09:00Z', day: '2001-05-31' },
  { day: '2001-05-31' },
  { isYesNo: true },
  { fault: 'no-number' },
  { fault: 'digits-lost' },
  { fault: 'no-result' },
];

/** Opens rows as those of a sheet, with empty rows between them; `size` of them are a piece. */
function openSheet(
  [names = [], ...rows]: readonly (readonly string[])[],
  values: readonly (SheetValue | undefined)[],
  size: number,
): TableInput {
  let next = 0;
  const sheetRows = rows.map((cells, index) => {
    const own = cells.map((_, column) => [column, values[next++ % values.length]] as const);
    const found = own.filter((pair): pair is readonly [number, SheetValue] => pair[1] !== undefined);
    const whole = [...cells, ...names.slice(cells.length).map(() => '')];
    return { line: index * 2 + 2, cells: whole, values: found.length === 0 ? undefined : new Map(found) };
  });
  const pieces = Array.from({ length: Math.ceil(rows.length / size) }, (_, index): SheetPiece => {
    return { before: index * size, rows: sheetRows.slice(index * size, (index + 1) * size) };
  });
  const sheetPieces = (async function* () {
    yield* pieces;
  })();
  const lineCounts = {
    ...{ file: 'list.xlsx', lines: rows.length * 2, header: 1, blank: rows.length - 1 },
    addBlank: (lines: number) => {
      lineCounts.blank += lines;
    },
    giveUp: () => undefined,
  };
  return {
    ...{ kind: 'table', file: 'list.xlsx', form: '', delimiter: ',', sheet: 'Sheet1', header: { names, line: 1 } },
    rows: rowsOf(sheetPieces, (piece) => sheetRowsIn({ file: 'list.xlsx', sheet: 'Sheet1' }, piece)),
    sheetPieces,
    lineCounts,
  };
}

/** A pool of fake threads. Each answers in order, after some turns of the event loop, with a copy of its result. */
function fakeThreads(count: number, kind: Kind<unknown>, input: TableInput, options: object, wanted: Wanted) {
  const workers = Array.from({ length: count }, (_, number) => {
    const check = createTableCheck(kind, input, { ...options, mapping: new Map() });
    let answered = Promise.resolve();
    const worker = Object.assign(new EventEmitter(), {
      terminate: async () => 0,
      postMessage: (message: unknown) => {
        const piece = unpackPiece(structuredClone(message) as PackedPiece);
        const checked = check && checkPiece(input, check, piece, wanted);
        const isValid = checked !== undefined && checked.fault === undefined;
        const answer = isValid ? structuredClone(checked.result) : undefined;
        answered = answered.then(async () => {
          for (let turns = (number * 7 + piece.before) % 5; turns >= 0; turns -= 1) await setImmediate();
          worker.emit('message', answer);
        });
      },
    });
    return worker;
  });
  return poolOf(workers as unknown as Worker[]);
}

/** The report, the rejects and the error of a check. */
async function resultOf(source: DraftSource | undefined, ledger: Ledger, read: () => Promise<void>) {
  let stopped: string | undefined;
  try {
    if (source !== undefined) ledger.addSource(source);
    await read();
    ledger.lines.check();
  } catch (error) {
    stopped = String(error);
  }
  const details = { command: '', run: null, target: null, dryRun: false, rehearsal: null };
  const { createdAt: _, ...report } = createReport(ledger, details);
  return { report, rejects: [...ledger.rejects], stopped };
}

/** Returns the error for a fault of the file: schedules whose rows do not follow each other are read at once. */
async function draftsOf(kind: Kind<unknown>, input: TableInput, options: DraftOptions): Promise<DraftSource | string> {
  return draftKind(kind, input, options).catch(String);
}

/** The summary of a request has the values of the request. */
function expectSummary(whole: WholeUser, request: UserRequest): void {
  const { ExternalId, Role, FirstName, LastName, UserName, SynchronizationKey, Email, Photo, hierarchies } = whole;
  const summary = { ExternalId, Role, FirstName, LastName, UserName, SynchronizationKey, Email, Photo, hierarchies };
  expect(summary).toEqual(summariseUser(request, Object.values(request).includes(null)));
  expect(String(whole.text)).toBe(wholeText(JSON.stringify(request), summary));
}

/** The result of a check, and for each record everything that a run may need. */
async function readAll(source: DraftSource, kind: Kind<unknown>, wanted: Wanted) {
  const ledger = createLedger({ countCandidates: kind.countCandidates });
  const records: ValidatedDraft<unknown>[] = [];
  const all = await resultOf(source, ledger, async () => {
    for await (const { valid, records: some } of validateParts([source], kind, wanted)) {
      if (valid !== undefined) ledger.addValid(valid);
      for (const one of some) {
        ledger.addRead(one);
        records.push(one);
      }
    }
  });
  for (const one of records) {
    const digest = digestOfContent(one.request);
    expect(one.draft.digest ?? digest).toBe(digest);
    if (one.isValid && one.whole !== undefined) expectSummary(one.whole, one.request as UserRequest);
  }
  const requests = records.map(({ draft: { key, rows, locate }, request }) => {
    // The JSON compares the order of the fields too.
    const read = rows.map(({ file, line, sheet, record, lines, content }) => ({
      ...{ file, line, sheet, record, lines, content, with: rows[0].with },
    }));
    return { key, rows: read, place: locate([kind.keyFields[0] ?? '']), request: JSON.stringify(request) };
  });
  // If all schedules are read at once, rows that seem to contain other rows come last, wherever they are in the file.
  const isReadAtOnce = kind.countCandidates !== undefined;
  const inOrder = isReadAtOnce
    ? requests.toSorted((a, b) => (a.rows[0]?.record ?? 0) - (b.rows[0]?.record ?? 0))
    : requests;
  return { ...all, requests: wanted === 'requests' ? inOrder : [] };
}

interface Opened {
  /** The input without pieces. */
  readonly whole: TableInput;
  readonly input: TableInput;
}

async function checkBoth(name: Name, { whole, input }: Opened, count: number, options: object, wanted: Wanted) {
  const kind: Kind<unknown> = KINDS[name];
  const given = { mapping: new Map<string, string>(), ...options };
  const [times, timesInPieces] = [new Set<string>(), new Set<string>()];
  const noting = (seen: Set<string>) => (utc: string, day: string) => void seen.add(`${utc} ${day}`);
  const first = await draftsOf(kind, whole, { ...given, onDateTime: noting(times) });
  const onDateTime = noting(timesInPieces);
  const second = await draftsOf(kind, input, { ...given, onDateTime });
  const read = (source: DraftSource) => readAll(source, kind, wanted);
  if (typeof first === 'string' || typeof second === 'string') {
    // In pieces, the records before the fault are reported too.
    expect(typeof second === 'string' ? second : (await read(second)).stopped).toBe(first);
    return { isInPieces: false };
  }
  const expected = await readAll(first, kind, wanted);
  const check = createTableCheck(kind, input, given);
  const isInPieces = second.pieces !== undefined && check !== undefined;
  const isOwn = name === 'schedules' || count === 0 || !isInPieces;
  const inThreads = () =>
    checkPieces(withPieces(input), check as TableCheck, {
      start: () => fakeThreads(count, kind, input, options, wanted),
      ...{ wanted, onDateTime, manyPieces: 1 },
    });
  const seen = await read(isOwn ? second : { ...second, pieces: inThreads });
  expect(seen).toEqual(expected);
  if (seen.stopped !== undefined) return { isInPieces };
  expect(timesInPieces).toEqual(times);
  if (isOwn) expect(second.late?.()).toEqual(first.late?.());
  return { isInPieces };
}

const NO_OPTIONS = { fix: false, dateFormat: undefined };

/** A list whose value is not known: between its separators, the text that says so looks like entries. */
const LIST_WITHOUT_VALUE: Sheet = [
  [
    ['ExternalId', 'FirstName', 'LastName', 'Labels'],
    ['u-1', 'Ada', 'Lovelace', 'a|b'],
  ],
  [undefined, undefined, undefined, { fault: 'no-result' }],
];
type Sheet = readonly [rows: readonly (readonly string[])[], values: (SheetValue | undefined)[]];

describe('a table in pieces is checked as its drafts are one by one', () => {
  it.each(['users', 'candidates', 'invigilators', 'schedules'] as const)('of %s', async (name) => {
    let inPieces = 0;
    const stray = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 25 }));
    const sizes = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 3_000 }));
    await fc.assert(
      fc.asyncProperty(
        tableOf(name),
        dialect,
        stray,
        sizes,
        fc.integer({ min: 0, max: 3 }),
        fc.record({ fix: fc.boolean(), dateFormat: fc.constantFrom(undefined, parseDateFormat('D-M-YYYY')) }),
        fc.constantFrom('findings' as const, 'requests' as const),
        async (rows, how, at, size, count, options, wanted) => {
          const bytes = write(rows, how, at);
          const opened = await open(bytes, bytes.length || 1).catch(() => undefined);
          if (opened === undefined) return;
          const whole = { ...opened, reopen: undefined, pieces: undefined };
          const input = await open(bytes, size);
          const both = await checkBoth(name, { whole, input }, count, options, wanted);
          if (both.isInPieces) inPieces += 1;
        },
      ),
      { numRuns: amount(50, 2_000) },
    );
    expect(inPieces).toBeGreaterThan(5);
  });

  it.each(['users', 'candidates', 'invigilators'] as const)('of %s in a sheet', async (name) => {
    let inPieces = 0;
    await fc.assert(
      fc.asyncProperty(
        tableOf(name),
        fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        fc.record({ fix: fc.boolean(), dateFormat: fc.constantFrom(undefined, parseDateFormat('D-M-YYYY')) }),
        fc.constantFrom('findings' as const, 'requests' as const),
        async (rows, values, size, options, wanted) => {
          if (rows.length < 2) return;
          const whole = { ...openSheet(rows, values, size), sheetPieces: undefined };
          const both = await checkBoth(name, { whole, input: openSheet(rows, values, size) }, 0, options, wanted);
          if (both.isInPieces) inPieces += 1;
        },
      ),
      { numRuns: amount(100, 2_000), examples: [[...LIST_WITHOUT_VALUE, 30, NO_OPTIONS, 'requests']] },
    );
    expect(inPieces).toBeGreaterThan(5);
  });
});
