/** Reads a sitting list in the plainest way, apart from the program's own pipeline, so that each can check the other. */
import { parse } from 'csv-parse/sync';
import { foldName } from '../../../src/base/closest.ts';
import type { Field } from '../../../src/platform/fields/field.ts';
import type { Path } from '../../../src/platform/problem.ts';
import { candidateResource, scheduleResource } from '../../../src/platform/resources/schedule.ts';

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface List {
  readonly header: readonly string[];
  readonly rows: readonly Row[];
}

export interface Sheet {
  readonly request: {
    readonly Workflow?: unknown;
    readonly Schedule: Readonly<Record<string, unknown>>;
    readonly Candidates: readonly Readonly<Record<string, unknown>>[];
  };
  readonly rows: readonly Row[];
}

export function readList(text: string): List {
  const records: string[][] = parse(text, {
    bom: true,
    delimiter: ';',
    record_delimiter: '\r\n',
    relax_column_count: true,
  });
  let line = 1;
  const rows = records.map((cells) => {
    const row = { line, cells };
    line += cells.join('').split('\n').length;
    return row;
  });
  return { header: rows[0]?.cells ?? [], rows: rows.slice(1) };
}

/** Rows of the right width by schedule, and the request that they make. */
export function groupBySchedule({ header, rows }: List): Sheet[] {
  const fields = header.map(fieldOf);
  const id = fields.findIndex(({ name }) => name === 'ScheduleExtId');
  const groups = new Map<string, Row[]>();
  for (const row of rows.filter(({ cells }) => cells.length === header.length)) {
    const key = row.cells[id] ?? '';
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(row);
  }
  return [...groups.values()].map((group) => {
    const pick = (row: Row | undefined, of: string) => recordOf(fields, row?.cells ?? [], of);
    const request = {
      ...pick(group[0], 'request'),
      Schedule: pick(group[0], 'schedule'),
      Candidates: group.map((row) => pick(row, 'candidate')),
    };
    return { request, rows: group };
  });
}

/** The line of a problem's row and the header of its column. */
export function locate({ header }: List, { rows }: Sheet, path: Path): { line: number; column: string | null } {
  const row = path[0] === 'Candidates' ? rows[Number(path[1])] : rows[0];
  const column = header.find((name) => foldName(name) === foldName(String(path.at(-1))));
  return { line: row?.line ?? 0, column: column ?? null };
}

interface Column {
  readonly name: string;
  readonly of: 'request' | 'schedule' | 'candidate';
  readonly field: Field | undefined;
}

function fieldOf(header: string): Column {
  const match = ([name]: [string, Field]) => foldName(name) === foldName(header);
  const ofSchedule = Object.entries<Field>(scheduleResource.fields).find(match);
  if (ofSchedule) return { name: ofSchedule[0], of: 'schedule', field: ofSchedule[1] };
  const ofCandidate = Object.entries<Field>(candidateResource.fields).find(match);
  if (ofCandidate) return { name: ofCandidate[0], of: 'candidate', field: ofCandidate[1] };
  if (foldName(header) === 'workflow') return { name: 'Workflow', of: 'request', field: undefined };
  throw new Error(`No field matches the header ${header}`);
}

function recordOf(columns: readonly Column[], cells: readonly string[], wanted: string): Record<string, unknown> {
  const entries = columns.flatMap(({ name, of, field }, index) => {
    const text = cells[index] ?? '';
    return of === wanted && text !== '' ? [[name, wireValue(field, text)]] : [];
  });
  return Object.fromEntries(entries);
}

function wireValue(field: Field | undefined, text: string): unknown {
  switch (field?.kind) {
    case 'boolean':
      return booleanOf(text, field.asText === true);
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'date-time':
      return utcOf(text);
    default:
      return text;
  }
}

function booleanOf(text: string, asText: boolean): unknown {
  if (!/^(true|false|yes|no|1|0)$/i.test(text)) return text;
  const isTrue = /^(true|yes|1)$/i.test(text);
  return asText ? String(isTrue) : isTrue;
}

/** What is no moment stays as it is. */
function utcOf(text: string): string {
  const [, day] = /^\d{4}-\d{2}-(\d{2})T[\d:]{8}(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? [];
  const date = new Date(text);
  if (day === undefined || Number.isNaN(date.getTime())) return text;
  const local = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return local.getUTCDate() === Number(day) ? date.toISOString() : text;
}
