/** A list of users with mistakes, as CSV and as a workbook, and the result of sending it to a store. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import EXAMPLE from '../../../fixtures/catalogue/example.json' with { type: 'json' };
import { cellAddress } from '../../../src/model/place.ts';
import { createStoreInProcess } from '../cli/store-in-process.ts';
import { makeSheet, makeWorkbook, textCell, textRow } from './workbook.ts';

const HEADER = ['ExternalId', 'FirstName', 'LastName', 'Email', 'SpecialNeeds', 'Company'];
export const COUNT = 12;

/** The users without mistakes. Each third one has a formula as its company. */
export const USERS = Array.from({ length: COUNT }, (_, index) => [
  `${444_021 + index}`.padStart(7, '0'),
  ...[
    `First${index}`,
    `Last${index}`,
    `u${index}@example.edu`,
    index % 2 === 0 ? 'TRUE' : 'FALSE',
    `Née & Co ${index}`,
  ],
]);

/** The mistakes by row, counted from 0, and column, and their addresses in the sheet. */
const WRONG = { D3: [1, 3, 'no mail'], C5: [3, 2, ''], E6: [4, 4, 'maybe'], D9: [7, 3, '=1+1'] } as const;

export function faulty(): string[][] {
  const rows = USERS.map((cells) => [...cells]);
  for (const [row, column, text] of Object.values(WRONG)) (rows[row] ?? [])[column] = text;
  return rows;
}

export const csv = (rows: readonly (readonly string[])[]) =>
  [HEADER, ...rows].map((row) => `${row.join(';')}\n`).join('');

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0000000"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`;

/** Ids are numbers with a format, and names are results of formulas. */
export function workbook(rows: readonly (readonly string[])[], behind = ''): Buffer {
  const cells = rows.map(([id, first = '', ...others], index) => {
    const at = index + 2;
    const name = `<c r="B${at}" t="str"><f>"First"&amp;${index}</f><v>${first}</v></c>`;
    const texts = others.map((text, column) => textCell(text).replace('<c ', `<c r="${'CDEF'[column]}${at}" `));
    return `<row r="${at}"><c r="A${at}" s="1"><v>${Number(id)}</v></c>${name}${texts.join('')}</row>`;
  });
  return makeWorkbook({
    sheets: [
      { name: 'Users', rows: textRow(1, HEADER) + cells.join(''), behind },
      { name: 'Other list', rows: `${textRow(1, ['x'])}<row r="2"><c><f>Users!A2</f><v>444021</v></c></row>` },
    ],
    parts: [{ name: 'xl/styles.xml', content: STYLES }],
  });
}

/** A workbook that can be marked. */
export function markableSheet(rows: readonly (readonly string[])[]): Buffer {
  const texts = rows.map((cells, index) => {
    const placed = cells.map((text, column) =>
      textCell(text).replace('<c ', `<c r="${cellAddress(column, index + 1)}" `),
    );
    return `<row r="${index + 1}">${placed.join('')}</row>`;
  });
  return makeSheet(texts.join(''), { parts: [{ name: 'xl/styles.xml', content: STYLES }] });
}

export const SHEET = 'xl/worksheets/sheet1.xml';
export const FIXED = { D3: 'u1@example.edu', C5: 'Last3', E6: 'TRUE', D9: 'u7@example.edu' };

/** Sends a list to a store of its own, and writes the rejects into a workbook. */
export async function storeOf(file: string, content: string | Buffer, flags: readonly string[] = []) {
  const space = await createStoreInProcess();
  await space.load(EXAMPLE);
  const input = join(space.folder, file);
  await writeFile(input, content);
  const rejects = join(space.folder, 'r.xlsx');
  const args = ['user', 'sync', input, ...(file.endsWith('.xlsx') ? ['--sheet', 'Users'] : [])];
  const { code, report } = await space.json([...args, '--skip-invalid', '--rejects', rejects, ...flags]);
  const users = async () => (await space.entries<object>('users')).map((user) => ({ ...user, UpdatedAt: null }));
  return { ...space, rejects, code, report, users };
}

export const GOOD = ['good.csv', csv(USERS)] as const;
