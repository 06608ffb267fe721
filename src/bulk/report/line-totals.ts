/** Accounts for every line of the inputs: nothing is sent while a line belongs to no record and to no reader. */

import { ExamctlError } from '../../errors.ts';
import type { Draft, LineCounts } from '../../model/draft.ts';
import type { InputTotals } from '../../model/report.ts';

export interface LineTotals {
  /** Takes inputs that are about to be read. A file that is given twice is one input. */
  open(lineCounts: readonly LineCounts[]): void;
  /** Counts the lines of a draft's rows. */
  add(draft: Draft): void;
  /** The inputs that were read to their end. */
  list(): InputTotals[];
  /** Throws if an input has more or fewer lines than are accounted for. */
  check(): void;
}

type RecordLines = Record<'records' | 'continued' | 'reported', number>;

export function createLineTotals(): LineTotals {
  const byFile = new Map<string, LineCounts[]>();
  const ofRecords = new Map<string, RecordLines>();
  // The file is nearly always that of the row before.
  let [lastFile, last]: [string, RecordLines] = ['', { records: 0, continued: 0, reported: 0 }];
  const linesOf = (file: string): RecordLines => {
    if (file !== lastFile) {
      lastFile = file;
      last = ofRecords.get(file) ?? { records: 0, continued: 0, reported: 0 };
      ofRecords.set(file, last);
    }
    return last;
  };
  const count = (file: string, lines: number, { mayContainRows, dropped }: Partial<Draft> = {}): void => {
    const own = linesOf(file);
    if (lines === 0) return;
    own[dropped ? 'reported' : 'records'] += 1;
    own[mayContainRows || dropped ? 'reported' : 'continued'] += lines - 1;
  };
  const totals = (): InputTotals[] => [...byFile].flatMap(([file, own]) => totalsOf(file, own, ofRecords.get(file)));
  const addsUp = (input: InputTotals) => input.lines === accountedFor(input);
  return {
    open: (added) => {
      for (const counts of added) byFile.set(counts.file, [...(byFile.get(counts.file) ?? []), counts]);
    },
    add: (draft) => {
      const { rows } = draft;
      for (const { file, lines } of rows) count(file, lines, draft);
      // All candidates of a draft name the same row of its schedule.
      const { with: schedule } = rows[0];
      if (schedule !== undefined) count(schedule.file, schedule.lines);
    },
    // The lines of a file may be counted before all of its records are taken.
    list: () => totals().filter(addsUp),
    check: () => {
      const [unread] = [...byFile.values()].flat().filter(({ lines }) => lines === undefined);
      if (unread !== undefined) throw accountingError(`${unread.file} was not read to its end`);
      const wrong = totals().find((input) => !addsUp(input));
      if (wrong === undefined) return;
      throw accountingError(`${wrong.file} has ${wrong.lines} lines, but ${accountedFor(wrong)} are accounted for`);
    },
  };
}

function totalsOf(file: string, lineCounts: readonly LineCounts[], records: RecordLines | undefined): InputTotals[] {
  let [lines, header, blank, begunParts, continuedParts] = [0, 0, 0, 0, 0];
  for (const counts of lineCounts) {
    if (counts.lines === undefined) return [];
    lines += counts.lines;
    header += counts.header;
    blank += counts.blank;
    begunParts += counts.parts?.records ?? 0;
    continuedParts += counts.parts?.continued ?? 0;
  }
  const { records: begun, continued, reported } = records ?? { records: 0, continued: 0, reported: 0 };
  const inParts = { records: begun + begunParts, continued: continued + continuedParts };
  return [{ file, lines, header, ...inParts, blank, reported }];
}

function accountedFor({ header, records, continued, blank, reported }: InputTotals): number {
  return header + records + continued + blank + reported;
}

function accountingError(message: string): ExamctlError {
  return new ExamctlError('AccountingError', 'internal', message, {
    hint: 'Nothing was sent. This is a fault of examctl: report it, with the file if you can.',
  });
}
