/** Accounts for every line of the inputs: nothing is sent while a line belongs to no record and to no reader. */

import { groupBy } from '../../base/lists/group-by.ts';
import { ExamctlError } from '../../errors.ts';
import type { Draft, LineCounts } from '../../model/draft.ts';
import type { InputTotals } from '../../model/report.ts';

type RecordLines = Record<'records' | 'continued' | 'reported', number>;

export function createLineTotals() {
  const inputs: LineCounts[] = [];
  const ofRecords = new Map<string, RecordLines>();
  const count = (file: string, lines: number, { mayContainRows, dropped }: Partial<Draft> = {}): void => {
    const own = ofRecords.get(file) ?? { records: 0, continued: 0, reported: 0 };
    ofRecords.set(file, own);
    if (lines === 0) return;
    own[dropped ? 'reported' : 'records'] += 1;
    own[mayContainRows || dropped ? 'reported' : 'continued'] += lines - 1;
  };
  const totals = (): InputTotals[] =>
    [...groupBy(inputs, ({ file }) => file)].flatMap(([file, parts]) => totalsOf(file, parts, ofRecords.get(file)));
  const addsUp = (input: InputTotals) => input.lines === accountedFor(input);
  return {
    /** Takes inputs that are about to be read. A file that is given twice is one input. */
    open: (added: readonly LineCounts[]): void => void inputs.push(...added),
    /** Counts the lines of a draft's rows. */
    add: (draft: Draft): void => {
      const { rows } = draft;
      for (const { file, lines } of rows) count(file, lines, draft);
      // All candidates of a draft name the same row of its schedule.
      const { with: schedule } = rows[0];
      if (schedule !== undefined) count(schedule.file, schedule.lines);
    },
    /** The files of all records so far, in the order in which they were read. */
    files: (): readonly string[] => [...ofRecords.keys()],
    /** The inputs that were read to their end. Their lines may be counted before all of their records are taken. */
    list: (): InputTotals[] => totals().filter(addsUp),
    /** Throws if an input has more or fewer lines than are accounted for. */
    check: (): void => {
      const unread = inputs.find(({ lines }) => lines === undefined);
      if (unread !== undefined) throw accountingError(`${unread.file} was not read to its end`);
      const wrong = totals().find((input) => !addsUp(input));
      if (wrong === undefined) return;
      throw accountingError(`${wrong.file} has ${wrong.lines} lines, but ${accountedFor(wrong)} are accounted for`);
    },
  };
}

/** The totals of a file, whose sheets are counted apart; none if it was not read to its end. */
function totalsOf(file: string, counts: readonly LineCounts[], own: Partial<RecordLines> = {}): InputTotals[] {
  const sum = (numberOf: (one: LineCounts) => number | undefined) =>
    counts.reduce((total, one) => total + (numberOf(one) ?? 0), 0);
  if (counts.some(({ lines }) => lines === undefined)) return [];
  return [
    {
      file,
      lines: sum(({ lines }) => lines),
      header: sum(({ header }) => header),
      records: (own.records ?? 0) + sum(({ parts }) => parts?.records),
      continued: (own.continued ?? 0) + sum(({ parts }) => parts?.continued),
      blank: sum(({ blank }) => blank),
      reported: own.reported ?? 0,
    },
  ];
}

function accountedFor({ header, records, continued, blank, reported }: InputTotals): number {
  return header + records + continued + blank + reported;
}

function accountingError(message: string): ExamctlError {
  return new ExamctlError('AccountingError', 'internal', message, {
    hint: 'Nothing was sent. This is a fault of examctl: report it, with the file if you can.',
  });
}
