/** A rejects file is the list that it came from, however often it comes back, as CSV and as a workbook. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInput } from '../../../src/input/open-input.ts';
import type { TableInput, TableRow } from '../../../src/input/port.ts';
import { rowOf, tableLayout } from '../../../src/input/table/origin.ts';
import type { RejectedRow } from '../../../src/model/draft.ts';
import { renderRejectsFile } from '../../../src/output/files/rejects.ts';
import { amount } from '../../support/amount.ts';
import { markableSheet } from '../../support/xlsx/faulty-users.ts';
import { finding } from '../output/report-fixtures.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Table {
  readonly input: TableInput;
  readonly rows: readonly TableRow[];
}

async function read(file: string): Promise<Table> {
  const input = await openInput(file, { delimiter: file.endsWith('.csv') ? ',' : undefined });
  if (input.kind !== 'table') throw new TypeError('no table');
  const rows: TableRow[] = [];
  for await (const row of input.rows) rows.push(row);
  return { input, rows };
}

/** What is wrong with a row: of the row itself, of a cell, of the platform, or of another row. */
type Reason = (row: TableRow, width: number) => Omit<RejectedRow, 'row'>;

const REASONS: readonly Reason[] = [
  () => ({ findings: [finding({ code: null, rule: 'user.email.invalid', suggestion: 'write a@b.nl' })] }),
  () => ({ findings: [finding({ code: 319, field: null, column: null, message: 'is there already' })] }),
  () => ({ findings: [finding({ code: 319, field: null, column: null, suggestion: 'use --upsert' })] }),
  () => ({ findings: [finding(), finding({ code: 12, suggestion: '7' })] }),
  () => ({ findings: [], note: 'not accepted because of errors of the same record: line 4' }),
];

const WIDTH = finding({ code: null, field: null, column: null, rule: 'input.row.width', suggestion: 'add the cells' });

async function reject({ input, rows }: Table, file: string, reasons: readonly Reason[]): Promise<void> {
  const width = input.header.names.length;
  const rejects = rows.map((row, index): RejectedRow => {
    const isWide = row.cells.length !== width || row.fault !== undefined;
    const reason = isWide ? { findings: [WIDTH] } : reasons[index % reasons.length]?.(row, width);
    return { row: rowOf(row, { cells: row.cells }), findings: [], ...reason };
  });
  const { content } = (await renderRejectsFile(file, { layout: tableLayout(input), rejects })) ?? { content: [] };
  const chunks: Buffer[] = [];
  const parts = typeof content === 'object' && 'bytes' in content ? content.bytes : content;
  for await (const part of parts) chunks.push(Buffer.from(part));
  await writeFile(file, Buffer.concat(chunks));
}

const cell = fc.oneof(
  fc.constantFrom('', '7', '2027', 'Ede', "'s-Graveland", 'Sheet1!C14', '12 | 3', '(not read [error-value]: #N/A)'),
  fc
    .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', ' ', '"', ',', '1', 'é'), { maxLength: 5 })
    .map((all) => all.join('')),
);
const name = fc.constantFrom('FirstName', 'E-mail', '-Tel', "'=x", '_note', 'City', '');
const list = fc.integer({ min: 2, max: 5 }).chain((width) => {
  const filled = (min: number, max: number) =>
    fc.array(cell, { minLength: min, maxLength: max }).map((cells) => ['u-1', ...cells]);
  const row = fc.oneof(filled(width - 1, width - 1), filled(0, width + 2));
  const names = fc.array(name, { minLength: width - 1, maxLength: width - 1 });
  return fc.record({
    header: names.map((all) => ['ExternalId', ...all]),
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
  });
});
const generations = fc.array(fc.constantFrom('csv', 'xlsx', 'padded.csv'), { minLength: 1, maxLength: 4 });
const reasons = fc.shuffledSubarray([...REASONS], { minLength: 1 });

/** Writes the rejects of rejects, and checks after each time that they are the same table. */
async function checkAgain(list: string, forms: readonly string[], why: readonly Reason[]): Promise<Table> {
  const original = await read(list);
  let table = original;
  for (const [index, form] of forms.entries()) {
    const rejects = join(folder, `${index}.${form}`);
    await reject(table, rejects, why);
    if (form === 'padded.csv') await pad(rejects);
    table = await read(rejects);
    expect(contentOf(table)).toEqual(contentOf(original));
  }
  return original;
}

function contentOf({ input, rows }: Table) {
  return { header: input.header.names, rows: rows.map(({ cells }) => cells) };
}

test('rejects of rejects have the header and all cells of the list, and each row is as long as it was', async () => {
  await fc.assert(
    fc.asyncProperty(list, generations, reasons, async ({ header, rows }, forms, why) => {
      const file = join(folder, 'list.csv');
      await writeFile(file, csv([header, ...rows]));
      expect(contentOf(await checkAgain(file, forms, why))).toEqual({ header, rows });
    }),
    { numRuns: amount(40, 10_000) },
  );
});

/** Surplus cells that look like reasons. */
const LIKE_REASONS = {
  header: ['ExternalId', 'FirstName', 'FirstName', 'FirstName'],
  rows: [['u-1', '', '', '', 'Sheet1!C14', '', '', '(not read [error-value]: #N/A)']],
};

test('the same of a workbook, which comes back itself', async () => {
  await fc.assert(
    fc.asyncProperty(list, generations, reasons, async ({ header, rows }, forms, why) => {
      const file = join(folder, 'list.xlsx');
      await writeFile(file, markableSheet([header, ...rows]));
      const original = await checkAgain(file, forms, why);
      // A sheet has no empty cells behind a row, and all rows are as wide as its header.
      const filled = (cells: readonly string[] = []) => cells.filter((text) => text !== '');
      expect(original.rows.map(({ cells }) => filled(cells))).toEqual(rows.map(filled));
    }),
    { numRuns: amount(40, 10_000), examples: [[LIKE_REASONS, ['xlsx', 'csv'], [...REASONS]]] },
  );
});

/** Writes the cells as they are, as a user does: only rejects are guarded. */
function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`).join('');
}

/** Makes all rows equally wide, as spreadsheets do. */
async function pad(file: string): Promise<void> {
  const { openCsv } = await import('../../../src/input/csv/reader.ts');
  const { openSource } = await import('../../../src/input/source.ts');
  const { header, rows } = await openCsv(openSource(file, undefined), { delimiter: ',' });
  const all = [header.names];
  for await (const { cells } of rows) all.push(cells);
  const width = Math.max(...all.map(({ length }) => length));
  const padded = all.map((cells) => [...cells, ...Array.from({ length: width - cells.length }, () => '')]);
  await writeFile(file, csv(padded));
}
