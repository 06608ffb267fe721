/** Reads an input as records of a kind. */
import type { Input } from '../../../input/port.ts';
import { draftNotes, findColumnNotes, findMixedDates } from '../../../input/table/header/column-notes.ts';
import { collectUnread } from '../../../input/table/header/unread-columns.ts';
import { fileFindings } from '../../../input/table/origin.ts';
import { draftRecords } from '../../../input/table/record-drafts.ts';
import { createColumnAdvice } from '../../../input/values/column-advice.ts';
import type { DraftSource } from '../../../model/draft.ts';
import type { DraftOptions, Kind } from '../kind.ts';
import { recordOptions } from './columns.ts';
import { onThreads } from './threads.ts';

export async function draftKind(kind: Kind<unknown>, given: Input, options: DraftOptions): Promise<DraftSource> {
  const advice = createColumnAdvice();
  const unread = collectUnread(options.reveal);
  const drafting = { ...options, onAdviceText: advice.add, onUnread: unread.add };
  const input = onThreads(kind, given, drafting);
  const inputs = [input, ...(options.candidates === undefined ? [] : [options.candidates])];
  const { tables = [], ...source } = await (kind.draft?.(input, drafting) ??
    draftRecords(input, recordOptions(kind, drafting)));
  const late = () => {
    const found = [
      ...unread.findings(tables),
      ...findMixedDates(tables, options.reveal),
      ...findColumnNotes(tables, input.file, advice),
    ];
    const command = {
      kindOf: (table: Input) => (table === options.candidates ? 'candidates' : kind.words.many),
      ...(options.printed ?? { flags: [], again: [] }),
    };
    return [
      ...found,
      ...(options.described === undefined ? draftNotes(tables, found, command) : []),
      ...inputs.flatMap((read) =>
        read.kind === 'table' ? fileFindings({ ...read, warnings: read.lateWarnings?.() }) : [],
      ),
    ];
  };
  return { ...source, late };
}
