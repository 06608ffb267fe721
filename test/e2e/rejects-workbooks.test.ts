/** Rejects as a workbook: the user's own comes back, fixed it goes through, and nothing else of it has changed. */
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { createStoreInProcess } from '../support/cli/store-in-process.ts';
import { COUNT, csv, FIXED, faulty, GOOD, SHEET, storeOf, USERS, workbook } from '../support/xlsx/faulty-users.ts';
import { partsOfWorkbook, typeInto, withComments } from '../support/xlsx/parts.ts';
import { readTable } from '../support/xlsx/read.ts';
import { makeSheet, textRow } from '../support/xlsx/workbook.ts';

/** A new workbook has the rejected rows only. */
const FIXED_IN_NEW = { D2: 'u1@example.edu', C3: 'Last3', E4: 'TRUE', D5: 'u7@example.edu' };

it.each([
  ['users.csv', csv(faulty()), FIXED_IN_NEW, { read: 4, create: 4 }],
  ['users.xlsx', workbook(faulty()), FIXED, { read: COUNT, create: 4, unchanged: COUNT - 4 }],
])(
  '%s -> rejects as a workbook -> fixed -> sent gives the same users as the good file',
  async (name, content, fixes, counts) => {
    const [good, space] = [await storeOf(...GOOD), await storeOf(name, content)];
    expect({ code: space.code, invalid: space.report.counts.invalid }).toEqual({ code: 4, invalid: 4 });
    expect((await stat(space.rejects)).mode & 0o777).toBe(0o600);
    const fixed = join(space.folder, 'fixed.xlsx');
    await writeFile(fixed, await typeInto(await readFile(space.rejects), SHEET, fixes));
    const sheet = name.endsWith('.xlsx') ? ['--sheet', 'Users'] : [];
    const again = await space.json(['user', 'sync', fixed, ...sheet]);
    expect(again.report.findings).toEqual([]);
    expect(again.report.counts).toMatchObject(counts);
    expect(await space.users()).toEqual(await good.users());
  },
);

describe("the user's own workbook", () => {
  const own = () => storeOf('users.xlsx', workbook(faulty()), ['--dry-run']);
  const sheetOf = async (file: string) => (await partsOfWorkbook(await readFile(file))).get(SHEET) ?? '';

  test('comes back with all other parts as they were', async () => {
    const { rejects } = await own();
    const [before, after] = [await partsOfWorkbook(workbook(faulty())), await partsOfWorkbook(await readFile(rejects))];
    const changed = [...before].filter(([name, content]) => after.get(name) !== content).map(([name]) => name);
    expect(changed.sort()).toEqual(['[Content_Types].xml', 'xl/styles.xml', SHEET]);
  });

  test('keeps all rows in their places, with their formulas, and marks rejected ones only', async () => {
    const sheet = await sheetOf((await own()).rejects);
    const [, before = ''] =
      (await partsOfWorkbook(workbook(faulty()))).get(SHEET)?.match(/(<row r="2">.*)<row r="3">/s) ?? [];
    expect(sheet).toContain(`${before}<row r="3"><c r="A3" s="1"><v>444022</v></c>`);
    expect(sheet.match(/<f>/g)).toHaveLength(COUNT);
    expect(sheet.match(/ {1}r="J\d+"/g)).toHaveLength(5);
  });

  test('shows each wrong cell in red with the reason and the fix as a note', async () => {
    const { rejects, report } = await own();
    const { readXlsx } = await import('hucre/xlsx');
    const [sheet] = (await readXlsx(await readFile(rejects), { readStyles: true })).sheets;
    for (const { cell, message, suggestion } of report.findings) {
      const [row, column] = [Number(cell?.slice(1)) - 1, (cell ?? 'A').charCodeAt(0) - 65];
      const found = sheet?.cells?.get(`${row},${column}`);
      expect(found?.comment?.text).toContain(message);
      if (suggestion !== null) expect(found?.comment?.text).toContain(`Fix: ${suggestion}`);
      expect(JSON.stringify(found?.style?.fill)).toContain('FFC7CD');
    }
  });

  test('offers the words for yes and no that a column has', async () => {
    const rows = faulty().map((cells) => cells.with(4, { TRUE: 'ja', FALSE: 'nee' }[cells[4] ?? ''] ?? 'misschien'));
    const { rejects } = await storeOf('users.xlsx', workbook(rows), ['--dry-run']);
    expect(await sheetOf(rejects)).toMatch(
      /<dataValidations count="1"><dataValidation [^>]*sqref="E2:E1048576"><formula1>&quot;ja,nee&quot;<.formula1>/,
    );
  });

  test('is refused again at the same cells as long as it is not fixed', async () => {
    const { rejects, json, report } = await own();
    const again = await json(['validate', 'users', rejects, '--sheet', 'Users']);
    expect(again.report.findings.map(({ cell, rule }) => [cell, rule])).toEqual(
      report.findings.map(({ cell, rule }) => [cell, rule]),
    );
  });

  test('fixed in part and rejected again, it is marked only where it is still wrong', async () => {
    const { rejects, json, folder } = await own();
    const [half, second] = [join(folder, 'half.xlsx'), join(folder, 'second.xlsx')];
    await writeFile(half, await typeInto(await readFile(rejects), SHEET, { D3: 'u1@example.edu', C5: 'Last3' }));
    await json(['validate', 'users', half, '--sheet', 'Users', '--rejects', second]);
    const parts = await partsOfWorkbook(await readFile(second));
    const notes = [...parts].find(([name]) => name.endsWith('comments.xml'))?.[1] ?? '';
    expect([...notes.matchAll(/ref="(\w+)"/g)].map(([, ref]) => ref)).toEqual(['E6', 'D9']);
    expect(parts.get(SHEET)?.match(/_message/g)).toHaveLength(1);
  });

  test('shows hidden columns with a red cell or a reason, and keeps the comments of the user', async () => {
    const cols =
      '<cols><col min="2" max="2" hidden="1"/><col min="3" max="5" hidden="1"/><col min="7" max="16384" hidden="1"/></cols>';
    const { rejects } = await storeOf('users.xlsx', await withComments(workbook(faulty()), ['A3', 'A4'], cols), [
      '--dry-run',
    ]);
    const parts = await partsOfWorkbook(await readFile(rejects));
    expect(parts.get(SHEET)).toContain(
      '<cols><col min="2" max="2" hidden="1"/><col width="12" customWidth="1" min="3" max="5"/><col width="12" customWidth="1" min="7" max="16384"/></cols>',
    );
    for (const cell of ['A3', 'A4']) expect(parts.get('xl/comments1.xml')).toContain(`about ${cell}`);
    expect(parts.get('xl/drawing1.vml')).toMatch(/<x:Row>2<.*<x:Row>3</);
  });

  test('shows rows without height', async () => {
    const { json, folder } = await createStoreInProcess();
    const flat = textRow(2, ['u-3', 'B', 'B', 'none']).replace('<row', '<row ht="0" customHeight="1"');
    const [input, rejects] = [join(folder, 'u.xlsx'), join(folder, 'r.xlsx')];
    await writeFile(input, makeSheet(textRow(1, ['ExternalId', 'FirstName', 'LastName', 'Email']) + flat));
    await json(['validate', 'users', input, '--accept', 'input.sheet.hidden', '--rejects', rejects]);
    expect((await readTable(await readFile(rejects))).rows).toHaveLength(1);
    expect(await sheetOf(rejects)).not.toMatch(/ ht="0"/);
  });

  test('does not come back if the rows are of several: they are in a new one', async () => {
    const space = await createStoreInProcess();
    const [input, rejects] = [join(space.folder, 'u.xlsx'), join(space.folder, 'r.xlsx')];
    await writeFile(input, workbook(faulty()));
    const other = join(space.folder, 'o.xlsx');
    await writeFile(other, workbook(faulty()));
    await space.json(['validate', 'users', input, other, '--sheet', 'Users', '--rejects', rejects]);
    const parts = await partsOfWorkbook(await readFile(rejects));
    expect(parts.get('xl/workbook.xml')).toContain('name="Rejects"');
  });
});

test('a workbook of rejects is removed when nothing is rejected any more, and another workbook stays', async () => {
  const { rejects, json, folder } = await storeOf('users.xlsx', workbook(faulty()), ['--dry-run']);
  const good = join(folder, 'good.csv');
  await writeFile(good, GOOD[1]);
  await json(['validate', 'users', good, '--rejects', rejects]);
  expect(existsSync(rejects)).toBe(false);
  await writeFile(rejects, workbook(USERS));
  await json(['validate', 'users', good, '--rejects', rejects]);
  expect(existsSync(rejects)).toBe(true);
});
