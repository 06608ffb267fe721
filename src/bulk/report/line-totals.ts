/** Accounts for every line of the inputs: nothing is sent while lines are left over that no record and no reader has. */
import type { Draft, LineAccount } from '../model/draft.ts';
import type { InputTotals } from '../model/report.ts';
import { ExamctlError } from '../../errors.ts';

export interface LineTotals {
  /** Takes inputs that are about to be read; one file given twice is one input. */
  open(accounts: readonly LineAccount[]): void;
  /** Counts the lines of a draft's rows. */
  add(draft: Draft): void;
  /** The inputs that were read to their end. */
  list(): InputTotals[];
  /** Throws where the lines of an input are not those that were counted in its text. */
  check(): void;
}

type RecordLines = Record<'records' | 'continued' | 'reported', number>;

export function createLineTotals(): LineTotals {
  const accounts = new Map<string, LineAccount[]>();
  const ofRecords = new Map<string, RecordLines>();
  // Nearly always the file of the row before.
  let [lastFile, last]: [string, RecordLines] = ['', { records: 0, continued: 0, reported: 0 }];
  const count = (file: string, lines: number, isSwallowing: boolean): void => {
    if (file !== lastFile) {
      lastFile = file;
      last = ofRecords.get(file) ?? { records: 0, continued: 0, reported: 0 };
      ofRecords.set(file, last);
    }
    if (lines === 0) return;
    last.records += 1;
    last[isSwallowing ? 'reported' : 'continued'] += lines - 1;
  };
  const list = (): InputTotals[] => [...accounts].flatMap(([file, own]) => totalsOf(file, own, ofRecords.get(file)));
  return {
    open: (added) => {
      for (const account of added) accounts.set(account.file, [...(accounts.get(account.file) ?? []), account]);
    },
    add: ({ rows, swallowed }) => {
      for (const { file, lines } of rows) count(file, lines, swallowed === true);
      // All candidates of a draft name the same row of its schedule.
      const { with: schedule } = rows[0];
      if (schedule !== undefined) count(schedule.file, schedule.lines, false);
    },
    list,
    check: () => {
      const [unread] = [...accounts.values()].flat().filter(({ lines }) => lines === undefined);
      if (unread !== undefined) throw accountingError(`${unread.file} was not read to its end`);
      const wrong = list().find((totals) => totals.lines !== accountedFor(totals));
      if (wrong === undefined) return;
      throw accountingError(`${wrong.file} has ${wrong.lines} lines, but ${accountedFor(wrong)} are accounted for`);
    },
  };
}

function totalsOf(file: string, accounts: readonly LineAccount[], records: RecordLines | undefined): InputTotals[] {
  let [lines, header, blank] = [0, 0, 0];
  for (const account of accounts) {
    if (account.lines === undefined) return [];
    lines += account.lines;
    header += account.header;
    blank += account.blank;
  }
  const { records: begun, continued, reported } = records ?? { records: 0, continued: 0, reported: 0 };
  return [{ file, lines, header, records: begun, continued, blank, reported }];
}

function accountedFor({ header, records, continued, blank, reported }: InputTotals): number {
  return header + records + continued + blank + reported;
}

function accountingError(message: string): ExamctlError {
  return new ExamctlError('AccountingError', 'internal', message, {
    hint: 'Nothing was sent. This is a fault of examctl: report it, with the file if you can.',
  });
}
