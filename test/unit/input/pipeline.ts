/** Reads a file into requests, as commands do: opens it, brings it into its usual shape, drafts it and checks it. */

import type { DraftOptions } from '../../../src/bulk/kinds/kind.ts';
import { KINDS } from '../../../src/bulk/kinds/kinds.ts';
import type { KindName } from '../../../src/bulk/kinds/names.ts';
import { draftKind } from '../../../src/bulk/kinds/read/draft-kind.ts';
import { createLedger } from '../../../src/bulk/report/ledger.ts';
import { readInto } from '../../../src/bulk/run/read-all.ts';
import { inRequestShape } from '../../../src/input/json/shape.ts';
import { type InputOptions, openInput } from '../../../src/input/open-input.ts';
import { columnTest } from '../../../src/input/table/header/column-test.ts';
import { openTimeZone } from '../../../src/input/values/conversion.ts';
import { parseDateFormat } from '../../../src/input/values/date-format.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { fileOf } from './reading.ts';

export interface ReadFlags extends Pick<InputOptions, 'encoding' | 'sheet' | 'delimiter' | 'format'> {
  readonly fix?: boolean;
  readonly dateFormat?: string;
  readonly timezone?: string;
  readonly headerRow?: number;
  /** Of the same workbook. */
  readonly candidatesSheet?: string;
  readonly mapping?: ReadonlyMap<string, string>;
}

export interface Read {
  readonly requests: readonly unknown[];
  readonly findings: readonly Finding[];
}

export async function readRequests(
  kind: KindName,
  content: string | Buffer,
  ending: string,
  flags: ReadFlags = {},
): Promise<Read> {
  const { candidatesSheet, headerRow, timezone, dateFormat, fix, mapping = new Map(), ...options } = flags;
  const isColumn = columnTest(KINDS[kind], mapping);
  const header = { line: headerRow, isColumn };
  const file = fileOf(content, ending);
  const open = async (sheet = options.sheet) =>
    inRequestShape(await openInput(file, { ...options, header, sheet }), KINDS[kind]);
  const conversion: DraftOptions = {
    mapping,
    fix,
    zone: timezone === undefined ? undefined : await openTimeZone(timezone),
    dateFormat: dateFormat === undefined ? undefined : formatOf(dateFormat),
    candidates: candidatesSheet === undefined ? undefined : await open(candidatesSheet),
  };
  const ledger = createLedger();
  const requests: unknown[] = [];
  const source = await draftKind(KINDS[kind], await open(), conversion);
  await readInto<unknown>(ledger, [source], KINDS[kind], ({ request }) => void (request && requests.push(request)));
  return { requests, findings: ledger.findings };
}

function formatOf(text: string) {
  const format = parseDateFormat(text);
  if (typeof format === 'string') throw new Error(format);
  return format;
}
