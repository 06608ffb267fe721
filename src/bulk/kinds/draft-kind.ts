/** Reads an input as records of a kind. */
import type { Input } from '../../input/port.ts';
import { findColumnNotes } from '../../input/table/header/column-notes.ts';
import { fileFindings } from '../../input/table/origin.ts';
import { draftRecords } from '../../input/table/record-drafts.ts';
import { createColumnAdvice } from '../../input/values/column-advice.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { DraftOptions, Kind } from './kind.ts';
import { piecesOf } from './pieces/pieces.ts';
import { recordOptions } from './table-check.ts';

/** Returns the drafts of an input, and its pieces if the input can be checked in pieces. */
export async function draftKind(kind: Kind<unknown>, input: Input, options: DraftOptions): Promise<DraftSource> {
  const advice = createColumnAdvice();
  const drafting = { ...options, onAdviceText: advice.add };
  const inputs = [input, ...(options.candidates === undefined ? [] : [options.candidates])];
  const late = () => [
    ...findColumnNotes(inputs, advice, options.mapping),
    ...inputs.flatMap((read) =>
      read.kind === 'table' ? fileFindings({ ...read, warnings: read.lateWarnings?.() }) : [],
    ),
  ];
  if (kind.draft === undefined) {
    return { ...draftRecords(input, recordOptions(kind, drafting)), pieces: piecesOf(kind, input, drafting), late };
  }
  const { runs, ...source } = await kind.draft(input, drafting);
  return runs === undefined ? { ...source, late } : { ...source, pieces: piecesOf(kind, input, drafting, runs), late };
}
