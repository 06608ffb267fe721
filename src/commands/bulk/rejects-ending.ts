/** The endings that a rejects file may have. They follow from the layout of the input, so that the rejects can be read again. */

import { UsageError } from '../../errors.ts';
import { type FormatName, formatOfPath, isForeign } from '../../input/formats.ts';
import type { DraftSource, SourceLayout } from '../../model/draft.ts';
import { WORKBOOK_ENDING } from '../../output/files/render-rejects.ts';
import type { ReadOptions } from '../options/bulk-options.ts';

/** The layout of the input. Throws, before any work is done, if a rejects file could not be read back. */
export function layoutOf(sources: readonly DraftSource[], rejects: string | undefined): SourceLayout | undefined {
  const layout = sources[0]?.layout;
  if (rejects === undefined || layout === undefined) return layout;
  if (new Set(sources.map((source) => columnsOf(source.layout))).size > 1) {
    throw new UsageError('--rejects takes inputs of one form: these differ in their columns', {
      hint: 'Send them one after the other, each with rejects of its own.',
    });
  }
  checkRejectsEnding(rejects, layout.format);
  return sources.length > 1 ? { ...layout, isOfSeveral: true } : layout;
}

/** Throws a UsageError if the file cannot have the rejects of such a layout. */
export function checkRejectsEnding(rejects: string | undefined, layout: SourceLayout['format']): void {
  if (rejects === undefined) return;
  const { formats, endings, name } = layout === 'rows' ? ROWS : RECORDS;
  const format = formatOfPath(rejects);
  if ((format !== undefined && !formats.includes(format)) || isForeign(rejects)) {
    throw new UsageError(`--rejects: ${rejects} must end in ${endings}, since the rejects are ${name}`, {
      hint: 'By its ending the file is read again.',
    });
  }
}

/**
 * Returns the flags that say how the input is to be read, and do not fit its rejects file. `isNewWorkbook` if that is not
 * a marked copy of the user's own.
 */
export function unfitFlags(
  { candidates, ...flags }: ReadOptions & { readonly candidates?: unknown },
  layout: SourceLayout | undefined,
  { file, isNewWorkbook }: { readonly file: string; readonly isNewWorkbook: boolean },
): string[] {
  const isSameSheet =
    layout?.format === 'rows' && layout.sheet !== undefined && file.endsWith(WORKBOOK_ENDING) && !isNewWorkbook;
  const unfit = {
    '--candidates': candidates !== undefined,
    '--candidates-sheet': flags.candidatesSheet !== undefined,
    '--sheet': flags.sheet !== undefined && !isSameSheet,
    '--header-row': flags.headerRow !== undefined && !isSameSheet,
    '--format': flags.format !== undefined && flags.format !== (formatOfPath(file) ?? flags.format),
  };
  return Object.entries(unfit).flatMap(([flag, isUnfit]) => (isUnfit ? [flag] : []));
}

/** The ending of a rejects file with this layout; `undefined` if there is no input file that could be fixed. */
export function rejectsEnding(layout: SourceLayout | undefined): string | undefined {
  if (layout?.format === 'rows') return layout.sheet === undefined ? '.csv' : WORKBOOK_ENDING;
  return layout === undefined || layout.isTyped ? undefined : '.ndjson';
}

interface Form {
  readonly formats: readonly FormatName[];
  readonly endings: string;
  readonly name: string;
}

const ROWS: Form = { formats: ['csv', 'xlsx'], endings: `.csv or ${WORKBOOK_ENDING}`, name: 'rows' };
/** Records of JSON need NDJSON: a cell cannot distinguish null from an empty value, or a number from its text. */
const RECORDS: Form = { formats: ['ndjson'], endings: '.ndjson', name: 'NDJSON' };

function columnsOf(layout: SourceLayout): string {
  return layout.format === 'records' ? '' : JSON.stringify(layout.header);
}
