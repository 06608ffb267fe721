/** Proposes a mapping for a table: the field of each column, with the reason, and the columns that are open. */
import type { ColumnField } from '../../column-field.ts';
import { fieldsOfHeader, isTotal, NAMED_BY, type NamedBy, partsOfHeader } from '../../words/meaning.ts';
import { type Mapping, type SkippedRows, stepsOf } from '../mapping.ts';
import { parseTemplate } from '../template.ts';
import {
  areLastFirst,
  dateSteps,
  datesOf,
  percentagesOf,
  type Steps,
  stepsFor,
  timeFormatOf,
  yesNoSteps,
} from './contents.ts';
import { type DraftColumn, isOpen, Proposals } from './proposals.ts';

/** A table as a draft sees it: the texts of its cells, as templates get them. */
export interface DraftTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a draft is made of. */
export interface DraftRequest {
  readonly kind: Mapping['kind'];
  readonly fields: readonly ColumnField[];
  /** How the file is read: the flags that the draft keeps. */
  readonly read: NonNullable<Mapping['read']>;
  /** A mapping to begin with. */
  readonly preset?: Mapping | undefined;
  /** Fields by header, and columns to ignore, that the user has said. */
  readonly given: ReadonlyMap<string, string>;
  readonly ignored: readonly string[];
}

export interface Draft {
  readonly mapping: Mapping;
  readonly columns: readonly DraftColumn[];
}

/** More pairs of a date and a time do not change the format. */
const MAX_JOINED = 500;

/** Proposes nothing for a column whose values contradict its header, and for a field that two columns may be. */
export function draftMapping(table: DraftTable, request: DraftRequest): Draft {
  const { kind, fields, preset } = request;
  const { skipRows, isSkipped } = findSkippedRows(table);
  const records = table.rows.filter((row) => !isSkipped(row));
  const columns = table.header.map((header, index) => columnOf(header, index, records));
  const proposals = new Proposals(columns, fields);
  proposeGiven(proposals, request);
  if (preset !== undefined) proposePreset(proposals, preset);
  for (const by of NAMED_BY) proposeByHeader(proposals, fields, by);
  proposeEmail(proposals);
  proposeSittings(proposals);
  proposeNames(proposals);
  proposeExtraTime(proposals);
  proposeGroups(proposals);
  const ignore = columns.filter(({ isIgnored }) => isIgnored).map(({ header }) => header);
  const unknown = proposals.open().map(({ header }) => header);
  const skipped = [...(preset?.skipRows ?? []).filter(({ column }) => table.header.includes(column)), ...skipRows];
  const read = { ...preset?.read, ...request.read };
  const mapping: Mapping = {
    mapping: 1,
    kind,
    ...(Object.keys(read).length > 0 && { read }),
    fields: proposals.fields(),
    ...(ignore.length > 0 && { ignore }),
    ...(unknown.length > 0 && { unknown }),
    ...(skipped.length > 0 && { skipRows: skipped }),
  };
  return { mapping, columns };
}

function columnOf(header: string, index: number, records: readonly (readonly string[])[]): DraftColumn {
  const texts = new Set(records.map((row) => (row[index] ?? '').trim()).filter((text) => text !== ''));
  return {
    header,
    from: header.replace(/[{}]/g, '$&$&'),
    texts: [...texts],
    parts: partsOfHeader(header),
    fields: [],
    isIgnored: false,
    why: 'no field has this header, in any language that is known',
  };
}

function ignore(column: DraftColumn, why: string): void {
  column.isIgnored = true;
  column.why = why;
}

function proposeGiven(proposals: Proposals, { given, ignored }: DraftRequest): void {
  for (const column of proposals.columns) {
    const { header, from, texts } = column;
    const field = given.get(header);
    if (field !== undefined) proposals.set(field, from, [column], 'as you said');
    else if (ignored.includes('*') || ignored.includes(header) || header.startsWith('_'))
      ignore(column, 'ignored, as you said');
    else if (texts.length === 0) ignore(column, 'all cells are empty');
  }
}

/** Takes what a preset says of the columns that the file has. */
function proposePreset(proposals: Proposals, preset: Mapping): void {
  const byHeader = new Map(proposals.columns.map((column) => [column.header, column]));
  for (const [field, steps] of Object.entries(preset.fields)) {
    const template = parseTemplate(stepsOf(steps).from ?? '');
    const headers = typeof template === 'string' ? [] : template.columns;
    const read = headers.flatMap((header) => byHeader.get(header) ?? []);
    if (read.length === headers.length) proposals.set(field, steps, read, 'the preset says so');
  }
  for (const column of proposals.open()) {
    if (preset.ignore?.includes(column.header)) ignore(column, 'the preset ignores it');
  }
}

/** Columns whose header names a field in this way, and whose values fit. */
function proposeByHeader(proposals: Proposals, fields: readonly ColumnField[], by: NamedBy): void {
  const wanted = new Map<ColumnField, DraftColumn[]>();
  for (const column of proposals.open()) {
    const meant = fieldsOfHeader(column.header, fields).filter((one) => one.by === by);
    const free = meant.map(({ field }) => field).filter(({ name }) => !proposals.has(name));
    const possible = free.filter((field) => stepsFor(field, column.texts) !== undefined);
    const [only] = possible;
    const names = (list: readonly ColumnField[]) => list.map(({ name }) => name).join(' or ');
    if (only !== undefined && (possible.length === 1 || by === 'name')) {
      wanted.set(only, [...(wanted.get(only) ?? []), column]);
    } else if (possible.length > 1) column.why = `can be ${names(possible)}`;
    else if (free.length > 0) column.why = `the values are none that ${names(free)} accepts`;
    else if (meant.length > 0) column.why = `another column is ${names(meant.map(({ field }) => field))}`;
  }
  for (const [field, columns] of wanted) {
    const [column, ...others] = columns;
    const why = by === 'name' ? 'the header is the name of the field' : `the header is a word for ${field.name}`;
    if (column !== undefined && others.length === 0) proposals.setCell(field, column, why);
    else for (const one of columns) one.why = `several columns can be ${field.name}`;
  }
}

/** The only column of addresses, whatever its header. */
function proposeEmail(proposals: Proposals): void {
  const [email] = proposals.named('Email').filter(({ name }) => proposals.isFree(name));
  if (email === undefined) return;
  const [column, other] = proposals.open().filter(({ texts }) => stepsFor(email, texts) !== undefined);
  if (column !== undefined && other === undefined) proposals.setCell(email, column, 'its values are e-mail addresses');
}

/** Joins the column of dates with those of times. */
function proposeSittings(proposals: Proposals): void {
  const date = proposals.only('date', (texts) => datesOf(texts)?.hasTime === false);
  if (date === undefined) return;
  for (const [name, part] of [
    ['StartDateTime', 'start-time'],
    ['EndDateTime', 'end-time'],
  ] as const) {
    const time = proposals.only(part, (texts) => timeFormatOf(texts) !== undefined);
    if (time === undefined || !proposals.isFree(name)) continue;
    const joined = date.texts.flatMap((day) => time.texts.map((hour) => `${day} ${hour}`));
    const dates = datesOf(joined.slice(0, MAX_JOINED)) ?? { formats: [], hasTime: true };
    const why =
      dates.formats.length > 1
        ? `the dates fit ${dates.formats.join(' as well as ')}: add "dateFormat"`
        : `the date and the time of ${name}`;
    proposals.setSteps(name, `{${date.header}} {${time.header}}`, dateSteps(dates), [date, time], why);
  }
}

/** Parts of a name with columns of their own, and where they stand in the name of the platform. */
const JOINED = [
  { part: 'prefix', field: 'LastName', isFirst: true, why: 'stands before the last name' },
  { part: 'second-last-name', field: 'LastName', isFirst: false, why: 'stands after the first of two last names' },
  { part: 'middle-name', field: 'FirstName', isFirst: false, why: 'stands after the first name' },
] as const;

/** Adds parts to the templates of names, or takes both names from one column. */
function proposeNames(proposals: Proposals): void {
  for (const { part, field, isFirst, why } of JOINED) {
    const column = proposals.only(part);
    const steps = proposals.fields()[field];
    if (column === undefined || typeof steps !== 'string') continue;
    const whole = /[{}]/.test(steps) ? steps : `{${steps}}`;
    const added = `{${column.header}}`;
    proposals.set(field, isFirst ? `${added} ${whole}` : `${whole} ${added}`, [column], why);
  }
  const column = proposals.only('full-name');
  if (column === undefined || !proposals.isFree('LastName') || !proposals.isFree('FirstName')) return;
  const { from, texts } = column;
  if (areLastFirst(texts)) {
    const why = 'both names in one cell, as "Last, First"';
    proposals.set('LastName', { from, pattern: '([^,]+), ?[^,]+' }, [column], why);
    proposals.set('FirstName', { from, pattern: '[^,]+, ?([^,]+)' }, [column], why);
  } else column.why = NO_LAST_FIRST;
}

const NO_LAST_FIRST =
  'both names in one cell, but not all as "Last, First": write a pattern for each, such as "(\\S+) .+" for FirstName and "\\S+ (.+)" for LastName';

const [NEEDS, PERCENTAGE] = ['SpecialNeeds', 'ReasonableAdjustmentPercentage'] as const;

/** A column of percentages, shares or factors is read by both fields of extra time; one of yes and no by one. */
function proposeExtraTime(proposals: Proposals): void {
  const fields = proposals.named(NEEDS, PERCENTAGE);
  if (fields.length < 2) return;
  for (const column of proposals.columns) {
    const isMeant = isOpen(column) && fieldsOfHeader(column.header, fields).length > 0;
    if (!isMeant && !column.fields.includes(PERCENTAGE)) continue;
    const { from, texts } = column;
    const [yesNo, percentages] = [yesNoSteps(texts), percentagesOf(texts)];
    const why = 'extra time in per cent: a person with extra time has special needs';
    if (isMeant && proposals.has(PERCENTAGE)) continue;
    if (isMeant && yesNo !== undefined && proposals.isFree(NEEDS)) {
      proposals.setSteps(NEEDS, from, yesNo, [column], 'yes and no for extra time');
    } else if (percentages === undefined) {
      if (isMeant) column.why = 'looks like extra time, but not all values are shares';
    } else {
      proposals.setSteps(PERCENTAGE, from, percentageSteps(percentages), [column], why);
      const none = [...texts.filter((text) => percentages.get(text) === null), ''].map((text) => [text, false]);
      const needs = { from, values: Object.fromEntries(none), otherwise: true };
      if (proposals.isFree(NEEDS)) proposals.set(NEEDS, needs, [column], why);
    }
  }
}

/** The steps from shares to percentages: none for `25`, a pattern for `25 %`, values for `0.25`, `1,25` and zero. */
function percentageSteps(percentages: ReadonlyMap<string, number | null>): Steps {
  const isWritten = [...percentages].every(([text, percentage]) => Number.parseInt(text, 10) === percentage);
  if (!isWritten) return { values: Object.fromEntries(percentages) };
  return [...percentages.keys()].some((text) => text.includes('%')) ? { pattern: '(\\d+) ?%?' } : {};
}

/** A single column for the group gives both its id and its name, or the one of them that is missing. */
function proposeGroups(proposals: Proposals): void {
  const fields = proposals.named('GroupExtId', 'GroupName');
  if (fields.length < 2) return;
  const [column, other] = proposals.open().filter(({ header }) => fieldsOfHeader(header, fields).length > 0);
  if (column === undefined || other !== undefined) return;
  const missing = fields.filter(({ name }) => !proposals.has(name));
  if (!missing.every((field) => stepsFor(field, column.texts) !== undefined)) return;
  for (const field of missing) proposals.setCell(field, column, 'the only column for the group');
}

interface SkippedFound {
  readonly skipRows: readonly SkippedRows[];
  readonly isSkipped: (row: readonly string[]) => boolean;
}

/**
 * Finds the rows that are no records by their first filled cell: totals, counts and instructions. The draft names their
 * texts, with any number in a total, so that no other row is skipped.
 */
function findSkippedRows({ header, rows }: DraftTable): SkippedFound {
  const texts = new Map<number, Set<string>>();
  for (const row of rows) {
    const at = row.findIndex((cell) => cell.trim() !== '');
    const cell = row[at]?.trim() ?? '';
    if (at !== -1 && isNoRecord(cell, row, header)) texts.set(at, (texts.get(at) ?? new Set()).add(cell));
  }
  const skipRows = [...texts].flatMap(([at, found]): SkippedRows[] => {
    const column = header[at] ?? '';
    const counts = [...found].filter((text) => isTotal(text) && /\d/.test(text));
    const equals = [...found].filter((text) => !counts.includes(text));
    return [
      ...(equals.length > 0 ? [{ column, equals }] : []),
      ...(counts.length > 0 ? [{ column, pattern: patternOf(counts) }] : []),
    ];
  });
  return { skipRows, isSkipped: (row) => [...texts].some(([at, found]) => found.has(row[at]?.trim() ?? '')) };
}

/** The next file of the source has another number in its total. */
function patternOf(texts: readonly string[]): string {
  const patterns = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+'));
  return [...new Set(patterns)].join('|');
}

/** The fewest words of an instruction. An id or a name has less. */
const INSTRUCTION_WORDS = 4;

function isNoRecord(cell: string, row: readonly string[], header: readonly string[]): boolean {
  const others = row.filter((other) => other.trim() !== '').slice(1);
  if (isTotal(cell)) return others.every((other) => /^\d[\d.,]*$/.test(other.trim()));
  return others.length === 0 && header.length > 1 && cell.split(/\s+/).length >= INSTRUCTION_WORDS;
}
