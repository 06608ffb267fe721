/** Which column of a table holds which field, and what is wrong with the header. */
import { fieldRule } from '../../platform/fields/field-path.ts';
import { foldName } from '../../base/closest.ts';
import { codeOf } from '../../platform/conditions/index.ts';
import type { Finding } from '../../bulk/model/finding.ts';
import { UsageError } from '../../errors.ts';
import type { ColumnField } from './column-field.ts';
import type { TableInput } from '../port.ts';
import { didYouMean, type FreeFields, suggestField } from './header-suggestions.ts';

export interface Columns {
  /** By position in the row; `undefined` where the column is not ours to read. */
  readonly fields: readonly (ColumnField | undefined)[];
  readonly header: readonly string[];
  readonly delimiter: string;
  /** Whether an earlier run wrote the file, as rejects. */
  readonly isRejects: boolean;
  /** The rules of required fields that no column holds: what every row would break. */
  readonly missing: readonly string[];
  readonly findings: readonly Finding[];
}

export interface ColumnRules {
  /** The fields that columns may hold; of two with one name, the first. */
  readonly known: readonly ColumnField[];
  /** Fields without which the file is of no use. */
  readonly required: readonly ColumnField[];
  /** The hint for each of them without a column, by name. */
  readonly suggestions?: Readonly<Record<string, string>> | undefined;
  /** `--map "Header=Field"`: headers by field. */
  readonly mapping?: ReadonlyMap<string, string> | undefined;
}

/**
 * Matches headers with fields without regard to case, blanks, `_` and `-`. Headers that begin with `_` are those of
 * our own rejects files.
 */
export function matchColumns(
  { file, header, delimiter }: Pick<TableInput, 'file' | 'header' | 'delimiter'>,
  rules: ColumnRules,
): Columns {
  const byName = new Map(rules.known.toReversed().map((known) => [foldName(known.name), known]));
  const seen = new Map<string, string>();
  const free = freeFields(header.names, { rules, byName });
  const matches = header.names.map((name) => matchColumn(name, { rules, byName, free, seen }));
  const fields = matches.map(({ field }) => field);
  const found = matches.flatMap(({ fault }) => fault ?? []);
  const missing = rules.required.filter(({ name }) => !fields.some((field) => field?.name === name));
  const faults = [...found, ...missingColumns(missing, rules, found)];
  return {
    fields,
    header: header.names,
    delimiter,
    isRejects: header.names.includes(`${OWN_PREFIX}line`),
    missing: missing.map((field) => fieldRule({ ...field, isEntry: false }, 'required')),
    findings: faults.map((fault) => ({ ...NO_PLACE, ...fault, file, line: header.line, code: codeOf(fault.rule) })),
  };
}

const OWN_PREFIX = '_';

/** Whether a column is one that a rejects file of ours has beside the input's. */
export function isOwnHeader(name: string): boolean {
  return name.startsWith(OWN_PREFIX);
}

const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const NO_PLACE = { record: 0, column: null, field: null, key: null, suggestion: null } as const;

type Fault = Pick<Finding, 'severity' | 'rule' | 'message'> & Partial<Pick<Finding, 'column' | 'field' | 'suggestion'>>;

interface Matching {
  readonly rules: ColumnRules;
  readonly byName: ReadonlyMap<string, ColumnField>;
  readonly free: FreeFields;
  /** The fields of the columns so far, each with its header. */
  readonly seen: Map<string, string>;
}

function matchColumn(name: string, matching: Matching): { field?: ColumnField | undefined; fault?: Fault } {
  if (RESERVED_NAMES.has(name)) return { fault: reserved(name) };
  if (isOwnHeader(name)) return {};
  if (name.trim() === '') return { fault: BLANK };
  const field = findField(name, matching);
  const key = field ? `field ${columnKey(field)}` : `header ${foldName(name)}`;
  const twin = matching.seen.get(key);
  matching.seen.set(key, name);
  if (twin !== undefined) return { fault: duplicate(name, twin) };
  return field === undefined ? { fault: unknown(name, matching) } : { field };
}

/** The fields that no column names, wherever in the header it stands. */
function freeFields(names: readonly string[], matching: Pick<Matching, 'rules' | 'byName'>): FreeFields {
  const taken = new Set(names.map((name) => findField(name, matching)?.name));
  const free = (fields: readonly ColumnField[]) => fields.map(({ name }) => name).filter((name) => !taken.has(name));
  return { all: free(matching.rules.known), required: free(matching.rules.required) };
}

function findField(
  name: string,
  { rules: { mapping }, byName }: Pick<Matching, 'rules' | 'byName'>,
): ColumnField | undefined {
  const mapped = mapping?.get(name);
  const found = byName.get(foldName(mapped ?? name)) ?? parseEntryHeader(mapped ?? name, byName);
  if (mapped !== undefined && found === undefined) {
    throw new UsageError(`--map: there is no field ${JSON.stringify(mapped)} here`);
  }
  return found;
}

function columnKey({ name, entry }: ColumnField): string {
  return entry === undefined ? name : `${name}[${entry.index}].${entry.part ?? ''}`;
}

const BLANK: Fault = {
  severity: 'warning',
  rule: 'input.header.blank',
  message: 'A column without a header is ignored',
};

function reserved(name: string): Fault {
  const message = `The header ${JSON.stringify(name)} cannot be used`;
  return { severity: 'error', rule: 'input.header.reserved', column: name, message, suggestion: 'rename the column' };
}

function duplicate(name: string, twin: string): Fault {
  const message =
    name === twin
      ? `The header ${JSON.stringify(name)} stands twice`
      : `The headers ${JSON.stringify(twin)} and ${JSON.stringify(name)} name the same field`;
  const suggestion = 'remove or rename one of them';
  return { severity: 'error', rule: 'input.header.duplicate', column: name, message, suggestion };
}

/** A header that is close to a field's name is probably misspelt, and a misspelt field must not vanish. */
function unknown(name: string, { free }: Matching): Fault {
  const meant = suggestField(name, free);
  const quoted = JSON.stringify(name);
  const advice = meant && { suggestion: didYouMean(name, meant.name) };
  if (!meant?.isSure) {
    const message = `The column ${quoted} is ignored`;
    return { severity: 'warning', rule: 'input.header.unknown', column: name, message, ...advice };
  }
  const message = `The column ${quoted} is not known`;
  return { severity: 'error', rule: 'input.header.misspelt', column: name, field: meant.name, message, ...advice };
}

/** A misspelt column gets one finding. */
function missingColumns(
  missing: readonly ColumnField[],
  { suggestions = {} }: ColumnRules,
  faults: readonly Fault[],
): Fault[] {
  const told = new Set(faults.map(({ field }) => field));
  return missing
    .filter(({ name }) => !told.has(name))
    .map((field) => ({
      severity: 'error',
      rule: fieldRule({ ...field, isEntry: false }, 'required'),
      field: field.name,
      message: `The column ${field.name} is missing, which is required`,
      ...(suggestions[field.name] === undefined ? {} : { suggestion: suggestions[field.name] }),
    }));
}

const ENTRY_HEADER = /^(.{1,80}?)\[(\d{1,3})\](?:\.(.{1,80}))?$/;

/** The column of a header that names one entry of a list, such as `Labels[0]` or `Hierarchies[1].IsCoordinator`; `undefined` where it names no list, or no field of its entries. */
function parseEntryHeader(header: string, byName: ReadonlyMap<string, ColumnField>): ColumnField | undefined {
  const [, listName, digits, partName] = ENTRY_HEADER.exec(header.trim()) ?? [];
  const list = listName === undefined ? undefined : byName.get(foldName(listName));
  if (list?.field.kind !== 'list') return undefined;
  const index = Number(digits);
  const entry = list.field.of;
  if (partName === undefined) return { ...list, field: entry, entry: { index } };
  if (entry.kind !== 'object') return undefined;
  const part = Object.entries(entry.resource.fields).find(([name]) => foldName(name) === foldName(partName));
  return part && { ...list, field: part[1], entry: { index, part: part[0] } };
}
