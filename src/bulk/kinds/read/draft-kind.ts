/** Reads an input as records of a kind. */
import type { Input, TableInput, TablePiece } from '../../../input/port.ts';
import type { RowBlocks } from '../../../input/schedules/row-blocks.ts';
import { findColumnNotes } from '../../../input/table/header/column-notes.ts';
import type { TableDrafts } from '../../../input/table/header/match-columns.ts';
import { fileFindings } from '../../../input/table/origin.ts';
import { draftRecords } from '../../../input/table/record-drafts.ts';
import { createColumnAdvice } from '../../../input/values/column-advice.ts';
import type { DraftSource } from '../../../model/draft.ts';
import { cutAtBlocks } from '../../pieces/block-pieces.ts';
import { checkPieces } from '../../pieces/pieces.ts';
import { startWorkers } from '../../pieces/workers.ts';
import type { DraftOptions, Kind } from '../kind.ts';
import { KIND_NAMES } from '../names.ts';
import type { WorkerTask } from './piece-worker.ts';
import { createTableCheck, recordOptions } from './table-check.ts';

/** Returns the drafts of an input, and its pieces if the input can be checked in pieces. */
export async function draftKind(kind: Kind<unknown>, input: Input, options: DraftOptions): Promise<DraftSource> {
  const advice = createColumnAdvice();
  const drafting = { ...options, onAdviceText: advice.add };
  const inputs = [input, ...(options.candidates === undefined ? [] : [options.candidates])];
  const lateOf =
    (tables: TableDrafts['tables'] = []) =>
    () => [
      ...findColumnNotes(tables, input.file, advice),
      ...inputs.flatMap((read) =>
        read.kind === 'table' ? fileFindings({ ...read, warnings: read.lateWarnings?.() }) : [],
      ),
    ];
  if (kind.draft === undefined) {
    const { tables, ...source } = draftRecords(input, recordOptions(kind, drafting));
    return { ...source, pieces: piecesOf(kind, input, drafting), late: lateOf(tables) };
  }
  const { blocks, tables, ...source } = await kind.draft(input, drafting);
  const late = lateOf(tables);
  return blocks === undefined
    ? { ...source, late }
    : { ...source, pieces: piecesOf(kind, input, drafting, blocks), late };
}

/** Returns `undefined` for inputs whose records must be read one after the other. */
function piecesOf(kind: Kind<unknown>, input: Input, options: DraftOptions, blocks?: RowBlocks): DraftSource['pieces'] {
  const { zone, candidates, onDateTime, onAdviceText, ...given } = options;
  if (input.kind !== 'table' || candidates !== undefined) return undefined;
  // The check of cells does not know the defaults of empty cells.
  if (options.defaults !== undefined) return undefined;
  const check = createTableCheck(kind, input, options);
  const pieces = inPieces(input, blocks);
  if (check === undefined || pieces === undefined) return undefined;
  const name = KIND_NAMES.find((known) => known === kind.words.many);
  const { file, header, delimiter } = input;
  const task = name && { kind: name, table: { file, header, delimiter }, zone: zone?.name, options: given };
  return (wanted) => {
    // To copy the cells of a sheet to another thread takes as long as to check them.
    const start = input.pieces && task && (() => startWorkers({ ...task, wanted } satisfies WorkerTask));
    return checkPieces({ ...input, pieces }, check, { start, wanted, onDateTime, onAdviceText });
  };
}

function inPieces({ pieces, sheetPieces }: TableInput, blocks?: RowBlocks): AsyncIterable<TablePiece> | undefined {
  return pieces !== undefined && blocks !== undefined ? cutAtBlocks(pieces, blocks) : (pieces ?? sheetPieces);
}
