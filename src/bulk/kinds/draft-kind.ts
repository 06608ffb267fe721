/** The way of an input to requests of a kind. */
import type { Input } from '../../input/port.ts';
import { findOddColumns } from '../../input/table/header/odd-columns.ts';
import { fileFindings } from '../../input/table/origin.ts';
import { draftRecords } from '../../input/table/record-drafts.ts';
import { createColumnAdvice } from '../../input/values/column-advice.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { DraftOptions, Kind } from './kind.ts';
import { piecesOf } from './pieces/pieces.ts';
import { recordOptions } from './table-check.ts';

/** The requests that an input holds. */
export async function draftKind(kind: Kind<unknown>, input: Input, options: DraftOptions): Promise<DraftSource> {
  const odd = createColumnAdvice();
  const watched = { ...options, onOddText: odd.add };
  const inputs = [input, ...(options.candidates === undefined ? [] : [options.candidates])];
  const late = () => [
    ...findOddColumns(inputs, odd, options.mapping),
    ...(input.kind === 'table' ? fileFindings({ ...input, warnings: input.late?.() }) : []),
  ];
  if (kind.draft === undefined) {
    return { ...draftRecords(input, recordOptions(kind, watched)), pieces: piecesOf(kind, input, watched), late };
  }
  const { runs, ...source } = await kind.draft(input, watched);
  return runs === undefined ? { ...source, late } : { ...source, pieces: piecesOf(kind, input, watched, runs), late };
}
