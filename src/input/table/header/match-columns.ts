/** Matches the columns of a table with fields, and finds what is wrong in the header. */

import { foldName, hintOfNames } from '../../../base/closest.ts';
import { UsageError } from '../../../errors.ts';
import type { DraftSource } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { cellAddress } from '../../../model/place.ts';
import { codeOf } from '../../../platform/conditions/index.ts';
import type { Resource } from '../../../platform/fields/field.ts';
import { fieldRule } from '../../../platform/fields/field-path.ts';
import type { ColumnField } from '../../column-field.ts';
import type { CompiledMapping } from '../../mapping/compile-mapping.ts';
import type { TableInput } from '../../port.ts';
import type { Defaults } from '../../values/conversion.ts';
import { fieldOfWord } from '../../words/meaning.ts';
import { byFoldedName, type FieldsByName, fieldNamed, pathsOf } from './field-names.ts';
import {
  DUPLICATE,
  duplicateHeader,
  type HeaderFinding,
  headerWithoutPart,
  missingColumns,
  misspeltHeader,
  otherWordHeader,
  reservedHeader,
  wrongHeader,
} from './header-findings.ts';
import { describeColumns, isNamed, type MappedColumn, readColumns, type SkippedRow } from './mapped-columns.ts';
import { type FreeFields, suggestField } from './suggestions.ts';

export interface Columns {
  /** The field of each column, by position; `undefined` if the column is not read. */
  readonly fields: readonly (ColumnField | undefined)[];
  /** The positions of the columns that are not read, without those whose header must be corrected. */
  readonly ignored: ReadonlySet<number>;
  /** The columns that no field reads, and that nobody has said to ignore. */
  readonly unread: readonly UnreadColumn[];
  /** The fields that a mapping makes of the cells of a row. */
  readonly mapped: readonly MappedColumn[];
  /** The resources of the fields that are read. Each row has one record for each. */
  readonly resources: readonly Resource[];
  /** The rows that a mapping skips, by the cell of one column. */
  readonly skips: readonly SkippedRow[];
  readonly header: readonly string[];
  /** The names of all columns and of all fields, as `foldName` makes them. */
  readonly names: ReadonlySet<string>;
  readonly delimiter: string;
  /** Whether the file is a rejects file of an earlier run. */
  readonly isRejects: boolean;
  /** The positions of the columns in the file, if it has others. */
  readonly positions?: readonly number[] | undefined;
  /** The rules of required fields without a column. Every row would break them, so they are reported only once. */
  readonly missing: readonly string[];
  readonly findings: readonly Finding[];
}

/** A column that no field reads, although nobody has said that it is to be ignored. */
export interface UnreadColumn {
  readonly index: number;
  /** Its header; of a column without one its place, `column 3`. */
  readonly name: string;
  readonly hasHeader: boolean;
  /** The field that its header probably means. */
  readonly meant: string | undefined;
}

/** A table with the fields of its columns. */
export interface MatchedTable {
  readonly input: TableInput;
  readonly columns: Columns;
}

/** Drafts with the tables that they are read from; there are none of JSON. */
export interface TableDrafts extends DraftSource {
  readonly tables?: readonly MatchedTable[] | undefined;
}

export interface ColumnRules {
  /** The fields that columns may have. Of two fields with the same name, the first one counts. */
  readonly known: readonly ColumnField[];
  /** Fields that must have a column. */
  readonly required: readonly ColumnField[];
  /** The suggestion for each required field without a column, by name. */
  readonly suggestions?: Readonly<Record<string, string>> | undefined;
  /** `--map "Header=Field"`: fields by header. */
  readonly mapping?: ReadonlyMap<string, string> | undefined;
  /** The mapping of `--mapping`: with it, headers have no meaning of their own. */
  readonly described?: CompiledMapping | undefined;
  /** Columns that are not read; `*` means all that no field reads. */
  readonly ignore?: readonly string[] | undefined;
  /** The fields of the table that this one is joined with. A mapping to one of them does not concern this table. */
  readonly elsewhere?: readonly ColumnField[] | undefined;
  /** A field with a default needs no column. */
  readonly defaults?: Defaults | undefined;
}

/**
 * Matches headers with fields, ignoring case, blanks, `_` and `-`. Headers that begin with `_` are from rejects files
 * of this program.
 */
export function matchColumns(
  { file, sheet, header, delimiter, warnings = [] }: HeaderInput,
  rules: ColumnRules,
): Columns {
  const byName = byFoldedName(rules.known);
  const seen = { whole: new Map(), parts: new Map() };
  const described = describeColumns(header.names, { rules, byName });
  const resolved = described.resolved ?? resolveHeaders(header.names, { rules, byName });
  const free = freeFields(resolved, described.mapped, rules);
  const isRead = readColumns(described);
  const matches = header.names.map((name, index) => {
    const isIgnored = isRead(index) || isNamed(rules.ignore, name);
    return matchColumn(name, resolved[index] ?? {}, { free, seen, index, isIgnored });
  });
  const fields = matches.map(({ field }) => field);
  const found = matches.flatMap(({ finding }) => finding ?? []);
  const isFilled = ({ resource, name }: ColumnField) => Object.hasOwn(rules.defaults?.get(resource) ?? {}, name);
  const all = [...fields, ...described.mapped.map(({ column }) => column)];
  const isLacking = (one: ColumnField) => !all.some((field) => field?.name === one.name) && !isFilled(one);
  const missing = rules.required.filter(isLacking);
  const isUnread = !all.some((field) => field !== undefined);
  const whole = isUnread ? wrongHeader(header.names, rules.known, missing) : undefined;
  const hasError = warnings.some(({ severity }) => severity === 'error');
  const unread = hasError || whole ? [] : unreadOf(matches);
  const lacking = hasError ? [] : missingColumns(missing, unread, rules.suggestions ?? {}, found);
  const ofHeader = whole === undefined ? [...described.faults, ...found, ...lacking] : [whole];
  return {
    fields,
    ignored: new Set([...matches.keys()].filter((index) => isIgnored(resolved[index], matches[index]))),
    unread,
    mapped: described.mapped,
    resources: [...new Set(all.flatMap((column) => column?.resource ?? []))],
    skips: described.skips,
    header: header.names,
    names: new Set([...header.names, ...rules.known.map(({ name }) => name)].map(foldName)),
    delimiter,
    isRejects: header.written !== undefined,
    positions: header.written?.positions,
    missing: [
      ...missing.map((field) => fieldRule({ ...field, isEntry: false }, 'required')),
      ...((isUnread && missing.length > 0) || whole !== undefined || hasError ? emptyRules(rules) : []),
    ],
    findings: placed({ file, sheet, header, delimiter, warnings }, ofHeader),
  };
}

function unreadOf(matches: readonly Match[]): UnreadColumn[] {
  return matches.flatMap(({ unread }, index) => (unread === undefined ? [] : [{ ...unread, index }]));
}

/** The rules that every row of a table without known columns breaks. */
function emptyRules({ known }: ColumnRules): string[] {
  return [...new Set(known.map(({ resource }) => `${resource.name}.body.empty`))];
}

/** The findings about a table and its header, with their places. */
function placed({ file, sheet, header, warnings = [] }: HeaderInput, found: readonly HeaderFinding[]): Finding[] {
  return [
    ...warnings.map((warning) => ({ ...NO_PLACE, severity: 'note' as const, file, ...warning, code: null })),
    ...found.map((finding) => {
      const place = { file, line: header.line, ...sheetPlace(sheet, header, finding.column ?? null) };
      return { ...NO_PLACE, ...finding, ...place, code: codeOf(finding.rule) };
    }),
  ];
}

type HeaderInput = Pick<TableInput, 'file' | 'sheet' | 'header' | 'delimiter' | 'warnings'>;

/** Returns the sheet of a finding and the cell of its header, if the table is in a workbook. */
export function sheetPlace(
  sheet: string | undefined,
  { names, line, written }: TableInput['header'],
  column: string | null,
): Pick<Finding, 'sheet' | 'cell'> {
  if (sheet === undefined) return {};
  if (column === null) return { sheet };
  const index = names.indexOf(column);
  return { sheet, cell: cellAddress(written?.positions[index] ?? index, line) };
}

const OWN_PREFIX = '_';

/** Whether a column is one that rejects files add to the columns of the input. */
export function isOwnHeader(name: string): boolean {
  return name.startsWith(OWN_PREFIX);
}

const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const NO_PLACE = { record: 0, column: null, field: null, key: null, suggestion: null } as const;

interface KnownColumns {
  readonly rules: ColumnRules;
  readonly byName: FieldsByName;
}

/** The headers of the columns so far, by their paths, and by the paths of lists and entries that they are parts of. */
interface SeenColumns {
  readonly whole: Map<string, string>;
  readonly parts: Map<string, string>;
}

interface Matching {
  readonly free: FreeFields;
  readonly seen: SeenColumns;
  readonly index: number;
  /** Whether the column need not have a field: a mapping reads it, or it is to be ignored. */
  readonly isIgnored: boolean;
}

interface Match {
  readonly field?: ColumnField | undefined;
  readonly finding?: HeaderFinding | undefined;
  readonly unread?: Omit<UnreadColumn, 'index'> | undefined;
}

/**
 * Whether a column is not read and need not be. If its header resembles a field, the user must correct it. If it occurs
 * twice, nothing gets lost.
 */
function isIgnored({ field }: Resolved = {}, { finding, unread }: Match = {}): boolean {
  return field === undefined && unread === undefined && (finding?.severity !== 'error' || finding.rule === DUPLICATE);
}

function matchColumn(name: string, { field, isWord }: Resolved, matching: Matching): Match {
  if (RESERVED_NAMES.has(name)) return { finding: reservedHeader(name) };
  if (isOwnHeader(name) || (field === undefined && matching.isIgnored)) return {};
  if (name.trim() === '') {
    return { unread: { name: `column ${matching.index + 1}`, hasHeader: false, meant: undefined } };
  }
  if (field?.field.kind === 'object') return { finding: headerWithoutPart(name, field, field.field) };
  const twin = addSeen(matching.seen, name, field ? pathsOf(field) : [`header ${foldName(name)}`]);
  if (twin !== undefined) return { finding: duplicateHeader(name, twin) };
  if (field === undefined) return matchUnknown(name, matching.free);
  return isWord ? { field, finding: otherWordHeader(name, field) } : { field };
}

/** A header that resembles a field which the file needs is an error at once; any other one if it has values. */
function matchUnknown(name: string, free: FreeFields): Match {
  const finding = misspeltHeader(name, free);
  if (finding !== undefined) return { finding };
  return { unread: { name, hasHeader: true, meant: suggestField(name, free)?.name } };
}

interface Resolved {
  readonly field?: ColumnField | undefined;
  /** Whether the header is another word for the field. */
  readonly isWord?: boolean;
}

/** Finds the field of each header. Another word for a field counts only if no column has the name of the field. */
function resolveHeaders(names: readonly string[], columns: KnownColumns): Resolved[] {
  const exact = names.map((name) => findField(name, columns));
  const taken = new Set(exact.map((field) => field?.name));
  const known = columns.rules.known.map(({ name }) => name);
  return exact.map((field, index) => {
    const word = field === undefined ? fieldOfWord(names[index] ?? '', known, names) : undefined;
    if (word === undefined || taken.has(word)) return { field };
    return { field: columns.byName.get(foldName(word)), isWord: true };
  });
}

/** Returns the fields without a column. */
function freeFields(
  resolved: readonly Resolved[],
  mapped: readonly MappedColumn[],
  { known, required }: ColumnRules,
): FreeFields {
  const taken = new Set([...resolved.map(({ field }) => field?.name), ...mapped.map(({ column }) => column.name)]);
  const free = (fields: readonly ColumnField[]) => fields.map(({ name }) => name).filter((name) => !taken.has(name));
  return { all: free(known), required: free(required) };
}

function findField(name: string, { rules, byName }: KnownColumns): ColumnField | undefined {
  const mapped = rules.mapping?.get(name);
  const found = fieldNamed(mapped ?? name, byName);
  if (mapped === undefined || found !== undefined) return found;
  if (fieldNamed(mapped, byFoldedName(rules.elsewhere ?? [])) !== undefined) return fieldNamed(name, byName);
  const fields = [...rules.known, ...(rules.elsewhere ?? [])].map((known) => known.name);
  throw new UsageError(`${JSON.stringify(name)} is mapped to ${JSON.stringify(mapped)}, which is no field here`, {
    hint: hintOfNames(fieldOfWord(mapped, fields) ?? mapped, fields, 'fields'),
  });
}

/** Adds a column. Returns the header of an earlier one with the same values, or with a part of them. */
function addSeen({ whole, parts }: SeenColumns, name: string, paths: readonly string[]): string | undefined {
  const own = paths.at(-1) ?? '';
  const twin = paths.map((path) => whole.get(path)).find((header) => header !== undefined) ?? parts.get(own);
  whole.set(own, name);
  for (const path of paths.slice(0, -1)) parts.set(path, name);
  return twin;
}
