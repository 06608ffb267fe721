/** The program of a thread that reads rows. It receives the table at its start, and one piece with each message. */
import { parentPort, workerData } from 'node:worker_threads';
import { rowsIn } from '../../../input/csv/cells.ts';
import { compileMapping, type NamedMapping } from '../../../input/mapping/compile-mapping.ts';
import type { CsvPiece, TableInput } from '../../../input/port.ts';
import { matchColumns } from '../../../input/table/header/match-columns.ts';
import { isBlankRow, rowReader } from '../../../input/table/rows.ts';
import { type AdviceText, createColumnAdvice } from '../../../input/values/column-advice.ts';
import { type ConversionOptions, openTimeZone } from '../../../input/values/conversion.ts';
import type { DraftOptions } from '../kind.ts';
import { KINDS } from '../kinds.ts';
import type { KindName } from '../names.ts';
import { columnRules, mappedFields } from './columns.ts';

/** The data with which a thread starts. It must be plain: threads exchange copies of it. */
export interface WorkerTask {
  readonly kind: KindName;
  readonly table: Pick<TableInput, 'file' | 'header' | 'delimiter'>;
  readonly zone: string | undefined;
  /** The mapping as it was read; the thread compiles it. */
  readonly described: NamedMapping | undefined;
  readonly options: Omit<DraftOptions, NotPlain>;
}

type NotPlain = 'zone' | 'candidates' | 'defaults' | 'described' | 'onDateTime' | 'onAdviceText' | 'onUnread';

/** What was read of a piece, and the dates and times and the texts for advice that were new in it. */
export interface PieceAnswer {
  readonly read: NonNullable<CsvPiece['read']>;
  readonly dateTimes: readonly DateTime[];
  readonly adviceTexts: readonly AdviceText[];
  /** The values of columns that no field reads. */
  readonly unread: readonly (readonly [column: string, text: string])[];
}

type DateTime = Parameters<NonNullable<ConversionOptions['onDateTime']>>;

/** The port keeps pieces that arrive before the thread is ready. */
async function start({ kind, table, zone, described, options: plain }: WorkerTask): Promise<void> {
  const dateTimes: DateTime[] = [];
  const unread: (readonly [string, string])[] = [];
  const advice = createColumnAdvice();
  const options = {
    ...plain,
    zone: zone === undefined ? undefined : await openTimeZone(zone),
    onDateTime: (...dateTime: DateTime) => void dateTimes.push(dateTime),
    onAdviceText: advice.add,
    onUnread: (...text: readonly [string, string]) => void unread.push(text),
    described: described && (await compileMapping(described, mappedFields(KINDS[kind]))),
  };
  const columns = matchColumns(table, columnRules(KINDS[kind], options));
  const readRow = rowReader(columns, options);
  parentPort?.on('message', ({ bytes, ...piece }: CsvPiece) => {
    const read: (PieceAnswer['read'][number] | undefined)[] = [];
    for (const row of rowsIn(table.file, { ...piece, bytes: Buffer.from(bytes) }, table.delimiter)) {
      const found = isBlankRow(row, columns.header) ? undefined : readRow(row);
      read.push(found?.isClean ? found.records : null);
    }
    parentPort?.postMessage(
      JSON.stringify({
        read,
        dateTimes: dateTimes.splice(0),
        adviceTexts: advice.takeNew(),
        unread: unread.splice(0),
      } satisfies PieceAnswer),
    );
  });
}

void start(workerData as WorkerTask);
