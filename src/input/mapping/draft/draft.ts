/** Proposes a mapping for a table: the field of each column, with the reason, and the columns that are open. */
import type { ColumnField } from '../../column-field.ts';
import { fieldsOfHeader, partsOfHeader } from '../../words/meaning.ts';
import { type Mapping, stepsOf } from '../mapping.ts';
import { parseTemplate } from '../template.ts';
import { datesOf, nameOrderOf, needsValues, separatorOf, yesNoValues } from './contents.ts';
import type { DraftRequest, DraftTable } from './draft-request.ts';
import { proposeExtraTime } from './extra-time.ts';
import { proposeNames } from './names.ts';
import { createProposals, type DraftColumn, type Proposals } from './proposals.ts';
import { proposeSittings } from './sittings.ts';
import { findSkippedRows } from './skipped-rows.ts';

/** A column of the draft, for the table that is shown. */
interface ProposedColumn {
  readonly header: string;
  readonly samples: readonly string[];
  /** The fields that read the column; none if it is open or ignored. */
  readonly fields: readonly string[];
  readonly why: string;
  readonly isOpen: boolean;
}

export interface Draft {
  readonly mapping: Mapping;
  readonly columns: readonly ProposedColumn[];
}

const SAMPLES = 3;

/** Proposes nothing for a column whose values contradict its header, and for a field that two columns may be. */
export function draftMapping(table: DraftTable, request: DraftRequest): Draft {
  const skipRows = findSkippedRows(table);
  const columns = columnsOf(table, skipRows);
  const proposals = createProposals(columns, request);
  proposals.ignoreGiven();
  proposePreset(proposals, request.preset);
  proposeByHeader(proposals, request);
  proposeSittings(proposals);
  proposeNames(proposals);
  proposeExtraTime(proposals);
  proposeGroups(proposals);
  const open = columns.filter((column) => proposals.isOpen(column));
  const ignore = columns.filter((column) => proposals.isIgnored(column)).map(({ header }) => header);
  const mapping: Mapping = {
    mapping: 1,
    kind: request.kind,
    ...readOf(request),
    fields: proposals.fields(),
    ...(ignore.length > 0 ? { ignore } : {}),
    ...(open.length > 0 ? { unknown: open.map(({ header }) => header) } : {}),
    ...skippedOf(skipRows, table, request.preset),
  };
  const shown = columns.map((column) => ({
    header: column.header,
    samples: column.texts.slice(0, SAMPLES),
    fields: proposals.fieldsOf(column),
    why: proposals.whyOf(column),
    isOpen: proposals.isOpen(column),
  }));
  return { mapping, columns: shown };
}

function readOf({ read, preset }: DraftRequest): Pick<Mapping, 'read'> {
  const all = { ...preset?.read, ...read };
  return Object.keys(all).length > 0 ? { read: all } : {};
}

function skippedOf(
  found: ReturnType<typeof findSkippedRows>,
  { header }: DraftTable,
  preset: Mapping | undefined,
): Pick<Mapping, 'skipRows'> {
  const ofPreset = (preset?.skipRows ?? []).filter(({ column }) => header.includes(column));
  const skipRows = [...ofPreset, ...found.map(({ rows }) => rows)];
  return skipRows.length > 0 ? { skipRows } : {};
}

/** Takes what a preset says of the columns that the file has. */
function proposePreset(proposals: Proposals, preset: Mapping | undefined): void {
  if (preset === undefined) return;
  const byHeader = new Map(proposals.columns.map((column) => [column.header, column]));
  for (const [field, steps] of Object.entries(preset.fields)) {
    const template = parseTemplate(stepsOf(steps).from ?? '');
    const headers = typeof template === 'string' ? [] : template.columns;
    const read = headers.flatMap((header) => byHeader.get(header) ?? []);
    if (read.length === headers.length) proposals.set(field, steps, read, 'the preset says so');
  }
  for (const column of proposals.open()) if (preset.ignore?.includes(column.header)) proposals.ignore(column);
}

function columnsOf({ header, rows }: DraftTable, skipped: ReturnType<typeof findSkippedRows>): DraftColumn[] {
  const records = rows.filter((row) => !skipped.some(({ isSkipped }) => isSkipped(row)));
  return header.map((name, index) => {
    const texts = new Set(records.map((row) => (row[index] ?? '').trim()).filter((text) => text !== ''));
    return { index, header: name, texts: [...texts], parts: partsOfHeader(name) };
  });
}

/** Columns whose header is the name of a field, or a word for it, and whose values fit. */
function proposeByHeader(proposals: Proposals, { fields, fits }: DraftRequest): void {
  for (const isExact of [true, false]) {
    const wanted = new Map<ColumnField, DraftColumn[]>();
    for (const column of proposals.open()) {
      const meant = fieldsOfHeader(column.header, fields).filter((one) => one.isExact === isExact);
      const free = meant.map(({ field }) => field).filter(({ name }) => !proposals.has(name));
      const possible = free.filter((field) => canBe(field, column.texts, fits));
      if (free.length > 0 && possible.length === 0) {
        proposals.explain(column, `the values are none that ${free.map(({ name }) => name).join(' or ')} accepts`);
      }
      const [only] = possible;
      if (only !== undefined && (possible.length === 1 || isExact)) {
        wanted.set(only, [...(wanted.get(only) ?? []), column]);
      } else if (possible.length > 1) {
        proposals.explain(column, `can be ${possible.map(({ name }) => name).join(' or ')}`);
      }
    }
    for (const [field, [column, ...others]] of wanted) {
      if (column === undefined) continue;
      if (others.length === 0) proposals.set(field.name, plainSteps(field, column), [column], reasonOf(isExact, field));
      else for (const one of [column, ...others]) proposals.explain(one, `several columns can be ${field.name}`);
    }
  }
}

function reasonOf(isExact: boolean, { name }: ColumnField): string {
  return isExact ? 'the header is the name of the field' : `the header is a word for ${name}`;
}

/** Fields with passes of their own: dates, extra time and list columns are judged by their contents. */
function canBe({ field, ...rest }: ColumnField, texts: readonly string[], fits: DraftRequest['fits']): boolean {
  if (texts.length === 0) return false;
  // "Name" is a word for the last name, and for both names in one cell.
  if (rest.name === 'LastName' && nameOrderOf(texts) === 'last-first') return false;
  if (field.kind === 'date-time') return datesOf(texts)?.hasTime === true;
  if (field.kind === 'text' && field.format === 'birth-date') return datesOf(texts) !== undefined;
  if (field.kind === 'boolean') return yesNoValues(texts) !== undefined;
  if (field.kind === 'integer' || field.kind === 'decimal') return fits({ field, ...rest }, texts);
  if (field.kind === 'list') return true;
  return fits({ field, ...rest }, texts);
}

/** The steps of a column with one field: none, or what its contents need. */
function plainSteps({ field }: ColumnField, { header, texts }: DraftColumn): Mapping['fields'][string] {
  const from = header.replace(/[{}]/g, '$&$&');
  if (field.kind === 'boolean' && needsValues(texts)) return { from, values: yesNoValues(texts) ?? {} };
  if (field.kind === 'list') {
    const separator = separatorOf(texts);
    return separator === undefined || separator === '|' ? from : { from, separator };
  }
  const dates = field.kind === 'date-time' || (field.kind === 'text' && field.format) ? datesOf(texts) : undefined;
  const [format, another] = dates?.formats ?? [];
  return format === undefined || another !== undefined ? from : { from, dateFormat: format };
}

/** A single column for the group gives both its id and its name. */
function proposeGroups(proposals: Proposals): void {
  const [id, name] = [proposals.field('GroupExtId'), proposals.field('GroupName')];
  if (id === undefined || name === undefined) return;
  for (const column of proposals.open()) {
    const meant = fieldsOfHeader(column.header, [id, name]);
    const missing = [id, name].filter((field) => !proposals.has(field.name));
    if (meant.length === 0 || missing.length === 0) continue;
    if (!missing.every((field) => proposals.fits(field, column.texts))) continue;
    for (const field of missing) {
      proposals.set(field.name, plainSteps(field, column), [column], 'the only column for the group');
    }
  }
}
