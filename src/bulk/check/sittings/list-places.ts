/**
 * The places of the people of a list, for use after its drafts are gone. A list may have a million people, so a place
 * is kept as one number, its code: the position of the person in the schedule. If the rows of a schedule follow each
 * other, the line is computed from it. Otherwise eight bytes are kept for each row.
 */
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Place, ValuePlace } from '../../../model/place.ts';
import { formatPath, type Path } from '../../../platform/problem.ts';

/** The place of a finding, with the record's id. */
type ListPlace = ValuePlace & Pick<Finding, 'key'>;

export interface ListPlaces {
  /** Adds the next schedule, with its candidates. */
  add(draft: Draft, candidates: readonly unknown[]): void;
  /** The place code of a candidate of the last schedule, or of a proctor of that candidate, both by position. */
  placeCodeOf(draft: Draft, candidate: number, proctor?: number): number;
  /** The place of a person, by the number of the schedule and the place code. */
  at(schedule: number, code: number): ListPlace | undefined;
}

/** The place code of a person whom the list does not name. Its place is that of the schedule. */
export const NOT_IN_LIST = 0xffffffff;

/** A place code has the position of the candidate, and in its lowest 8 bits the proctor from 1, or 0 for none. */
const PROCTORS = 256;
const MAX_CANDIDATE = NOT_IN_LIST / PROCTORS - 1;

/** A file, or a sheet of one. */
interface Source extends Pick<Place, 'file' | 'sheet'> {
  /** Whether records are rows with cells; otherwise each is an object with a path. */
  readonly isTable: boolean;
  /** The columns of ids, by the name of the field. */
  readonly columns: Map<string, Column>;
}

interface Column extends Pick<ValuePlace, 'column'> {
  /** The letters of the column in a workbook: `C`. */
  readonly letters: string | undefined;
}

interface Schedule extends Pick<ListPlace, 'line' | 'record' | 'key'> {
  readonly source: Source;
  /** The path of a record that is inside another record. */
  readonly within: string | null;
  /** The index of its first row in the list of scattered rows; `undefined` if its rows follow each other. */
  readonly scatteredFrom: number | undefined;
}

export function createListPlaces(): ListPlaces {
  const schedules: Schedule[] = [];
  /** The rows that do not follow each other: line and record of each, in turn. */
  const scattered: number[] = [];
  const sources: Source[] = [];
  const sourceOf = (draft: Draft, hasPeople: boolean): Source => {
    const { file, sheet } = draft.rows[0];
    const known = sources.find((source) => source.file === file && source.sheet === sheet);
    if (known !== undefined) return known;
    const isTable = draft.locate(candidatePath(0)).field === fieldOf(undefined);
    const source = { file, sheet, isTable, columns: new Map() };
    // The row of a schedule without candidates may be in another table than the rows of candidates.
    if (hasPeople) sources.push(source);
    return source;
  };
  return {
    add: (draft, candidates) => {
      const { key, rows } = draft;
      const [{ line, record }] = rows;
      const source = sourceOf(draft, candidates.length > 0);
      const within = source.isTable ? null : draft.locate([]).field;
      const places = source.isTable ? rowsOf(draft, candidates.length) : [];
      const isConsecutive = places.every((row, at) => row.line === line + at && row.record === record + at);
      schedules.push({
        key,
        line,
        record,
        source,
        within,
        scatteredFrom: isConsecutive ? undefined : scattered.length,
      });
      if (isConsecutive) return;
      for (const row of places) for (const number of [row.line, row.record]) scattered.push(number);
    },
    placeCodeOf: (draft, candidate, proctor) => {
      const source = schedules.at(-1)?.source;
      if (source?.isTable) learnColumn(source, draft, candidate, proctor);
      const low = proctor === undefined ? 0 : Math.min(proctor + 1, PROCTORS - 1);
      return Math.min(candidate, MAX_CANDIDATE) * PROCTORS + low;
    },
    at: (number, code) => {
      const schedule = schedules[number];
      return schedule && placeIn(schedule, code, (at) => scattered[at] ?? 0);
    },
  };
}

/** The rows of the candidates. */
function rowsOf({ rows, locate }: Draft, candidates: number): readonly Pick<ValuePlace, 'line' | 'record'>[] {
  // A row may have no candidate.
  return rows.length === candidates ? rows : Array.from({ length: candidates }, (_, at) => locate(candidatePath(at)));
}

function learnColumn({ columns }: Source, draft: Draft, candidate: number, proctor: number | undefined): void {
  const name = fieldOf(proctor);
  if (columns.has(name)) return;
  const { column, cell } = draft.locate(candidatePath(candidate, proctor));
  columns.set(name, { column, letters: cell?.replace(/\d+$/, '') });
}

function placeIn(
  { source, within, scatteredFrom, ...schedule }: Schedule,
  code: number,
  scatteredAt: (index: number) => number,
): ListPlace {
  const { file, sheet, isTable, columns } = source;
  const own = { ...schedule, file, ...(sheet !== undefined && { sheet }) };
  if (code === NOT_IN_LIST) return { ...own, column: null, field: 'Candidates' };
  const [index, low] = [Math.floor(code / PROCTORS), code % PROCTORS];
  const proctor = low === 0 ? undefined : low - 1;
  if (!isTable) {
    const path = candidatePath(index, proctor);
    return { ...own, column: null, field: formatPath(within === null ? path : [within, ...path]) };
  }
  const field = fieldOf(proctor);
  const { column = null, letters } = columns.get(field) ?? {};
  const isConsecutive = scatteredFrom === undefined;
  const line = isConsecutive ? own.line + index : scatteredAt(scatteredFrom + 2 * index);
  const record = isConsecutive ? own.record + index : scatteredAt(scatteredFrom + 2 * index + 1);
  return { ...own, line, record, ...(letters !== undefined && { cell: letters + line }), column, field };
}

function candidatePath(index: number, proctor?: number): Path {
  return ['Candidates', index, ...ownPath(proctor)];
}

function ownPath(proctor: number | undefined): Path {
  return proctor === undefined ? ['CandidateExtId'] : ['ProctorUIds', proctor];
}

/** The name of the field in the row of a candidate. */
function fieldOf(proctor: number | undefined): string {
  return formatPath(ownPath(proctor));
}
