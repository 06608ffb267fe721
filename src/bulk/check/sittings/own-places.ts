/**
 * Where the people of a list stand, once its drafts are gone. A list may have a million people: a number says who of a
 * schedule it is, and where rows follow each other, that tells the line. Otherwise eight bytes are kept for each.
 */
import { createNumbers } from '../../../base/compact-lists.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Place, ValuePlace } from '../../../model/place.ts';
import { formatPath, type Path } from '../../../platform/problem.ts';

/** A finding's place, with the record's id. */
type OwnPlace = ValuePlace & Pick<Finding, 'key'>;

export interface OwnPlaces {
  /** Takes the next schedule, with what it says of people. */
  add(draft: Draft, candidates: readonly unknown[]): void;
  /** A number for `at`, of a candidate of the last one or of a proctor of that candidate, by their positions. */
  spotOf(draft: Draft, candidate: number, proctor?: number): number;
  /** Where somebody of the schedule with this number stands. */
  at(schedule: number, spot: number): OwnPlace | undefined;
}

/** Somebody whom the list does not name: the place is that of the schedule. */
export const UNNAMED = 0xffffffff;

/** A spot is the position of the candidate, and in its lowest bits 0 or that of the proctor, counted from 1. */
const PROCTORS = 256;
const MAX_CANDIDATE = UNNAMED / PROCTORS - 1;

/** A file, or a sheet of one. */
interface Source extends Pick<Place, 'file' | 'sheet'> {
  /** Each row has cells of its own; otherwise a record is an object with a path. */
  readonly isTable: boolean;
  /** By the name of the field. */
  readonly columns: Map<string, Column>;
}

interface Column extends Pick<ValuePlace, 'column'> {
  /** Of a workbook: `C`. */
  readonly letters: string | undefined;
}

interface Schedule extends Pick<OwnPlace, 'line' | 'record' | 'key'> {
  readonly source: Source;
  /** The path of a record that stands within another one. */
  readonly within: string | null;
  /** Where its rows begin among those that do not follow each other. */
  readonly from: number | undefined;
}

export function createOwnPlaces(): OwnPlaces {
  const schedules: Schedule[] = [];
  /** Lines and records in turn. */
  const apart = createNumbers();
  const sources: Source[] = [];
  const sourceOf = (draft: Draft, hasPeople: boolean): Source => {
    const { file, sheet } = draft.rows[0];
    const known = sources.find((source) => source.file === file && source.sheet === sheet);
    if (known !== undefined) return known;
    const isTable = draft.locate(candidatePath(0)).field === fieldOf(undefined);
    const source = { file, sheet, isTable, columns: new Map() };
    // The row of a schedule without people may stand in another table than those of candidates.
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
      const isTogether = places.every((row, at) => row.line === line + at && row.record === record + at);
      schedules.push({ key, line, record, source, within, from: isTogether ? undefined : apart.length });
      if (!isTogether) for (const row of places) for (const number of [row.line, row.record]) apart.push(number);
    },
    spotOf: (draft, candidate, proctor) => {
      const source = schedules.at(-1)?.source;
      if (source?.isTable) learnColumn(source, draft, candidate, proctor);
      const low = proctor === undefined ? 0 : Math.min(proctor + 1, PROCTORS - 1);
      return Math.min(candidate, MAX_CANDIDATE) * PROCTORS + low;
    },
    at: (number, spot) => {
      const schedule = schedules[number];
      return schedule && placeIn(schedule, spot, apart.at);
    },
  };
}

/** Those of the candidates. */
function rowsOf({ rows, locate }: Draft, candidates: number): readonly Pick<ValuePlace, 'line' | 'record'>[] {
  // A row need not name a candidate.
  return rows.length === candidates ? rows : Array.from({ length: candidates }, (_, at) => locate(candidatePath(at)));
}

function learnColumn({ columns }: Source, draft: Draft, candidate: number, proctor: number | undefined): void {
  const name = fieldOf(proctor);
  if (columns.has(name)) return;
  const { column, cell } = draft.locate(candidatePath(candidate, proctor));
  columns.set(name, { column, letters: cell?.replace(/\d+$/, '') });
}

function placeIn(
  { source, within, from, ...schedule }: Schedule,
  spot: number,
  apart: (at: number) => number,
): OwnPlace {
  const { file, sheet, isTable, columns } = source;
  const own = { ...schedule, file, ...(sheet !== undefined && { sheet }) };
  if (spot === UNNAMED) return { ...own, column: null, field: 'Candidates' };
  const [index, low] = [Math.floor(spot / PROCTORS), spot % PROCTORS];
  const proctor = low === 0 ? undefined : low - 1;
  if (!isTable) {
    const path = candidatePath(index, proctor);
    return { ...own, column: null, field: formatPath(within === null ? path : [within, ...path]) };
  }
  const field = fieldOf(proctor);
  const { column = null, letters } = columns.get(field) ?? {};
  const isTogether = from === undefined;
  const line = isTogether ? own.line + index : apart(from + 2 * index);
  const record = isTogether ? own.record + index : apart(from + 2 * index + 1);
  return { ...own, line, record, ...(letters !== undefined && { cell: letters + line }), column, field };
}

function candidatePath(index: number, proctor?: number): Path {
  return ['Candidates', index, ...ownPath(proctor)];
}

function ownPath(proctor: number | undefined): Path {
  return proctor === undefined ? ['CandidateExtId'] : ['ProctorUIds', proctor];
}

/** As the row of a candidate names it. */
function fieldOf(proctor: number | undefined): string {
  return formatPath(ownPath(proctor));
}
