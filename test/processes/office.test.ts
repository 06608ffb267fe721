/** LibreOffice, where it is installed, reads workbooks as they are read here, and what it saves is read as it was. */
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newWorkbook } from '../../src/output/xlsx/new-workbook.ts';
import { FIXTURES, SITTINGS } from '../support/cli/workspace.ts';
import { CHANGED_TEXTS } from '../support/xlsx/changed-texts.ts';
import { FIXED, faulty, GOOD, SHEET, storeOf, workbook } from '../support/xlsx/faulty-users.ts';
import { HAS_OFFICE, saveInOffice } from '../support/xlsx/office.ts';
import { partsOfWorkbook, typeInto } from '../support/xlsx/parts.ts';
import { readTable, scheduleRequests, withFile } from '../support/xlsx/read.ts';
import { SHOWN_NUMBERS } from '../support/xlsx/shown-numbers.ts';
import { makeSheet, textRow } from '../support/xlsx/workbook.ts';
import { bytesOfStream } from '../unit/output/reported-run.ts';

const FORMATS = { formats: SHOWN_NUMBERS.map(([, code]) => code) };
const NUMBER_CELLS = SHOWN_NUMBERS.map(([value], index) => `<c s="${index + 1}"><v>${value}</v></c>`);

const NUMBERS = makeSheet(textRow(1, ['A']) + NUMBER_CELLS.map((cell) => `<row>${cell}</row>`).join(''), FORMATS);

const HEADER = SHOWN_NUMBERS.map((_, index) => `N${index}`);
const TEXTS = ['  Zoë ', '0444021', 'two\nlines', '=A1', ''];
const MIXED = makeSheet(`${textRow(1, HEADER)}<row r="2">${NUMBER_CELLS.join('')}</row>${textRow(3, TEXTS)}`, FORMATS);

const IDS = Array.from({ length: 1000 }, (_, index) => [`${CHANGED_TEXTS[index % CHANGED_TEXTS.length]}`, `0${index}`]);

/** CSV with commas and quotes in UTF-8 and US English, with cells as they are shown. */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true';

const ZONE = 'Europe/Amsterdam';

/** The rejects of a workbook with mistakes, with some of them fixed, or all. */
async function typedRejects(fixes: Readonly<Record<string, string>>): Promise<Buffer> {
  const { rejects } = await storeOf('users.xlsx', workbook(faulty()), ['--dry-run']);
  return typeInto(await readFile(rejects), SHEET, fixes);
}

const PROFILE = join(tmpdir(), 'examctl-office-profile');

async function saveAll() {
  const books = {
    mixed: MIXED,
    sittings: await readFile(join(FIXTURES, 'sittings.xlsx')),
    ids: await bytesOfStream(newWorkbook([{ name: 'S', header: ['A', 'B'], rows: IDS }])),
    half: await typedRejects({ D3: FIXED.D3 }),
    fixed: await typedRejects(FIXED),
  };
  return saveInOffice(books, 'xlsx', PROFILE);
}

let saving: ReturnType<typeof saveAll> | undefined;

/** All of them, saved once for all tests. */
function saved(): ReturnType<typeof saveAll> {
  saving ??= saveAll();
  return saving;
}

describe.skipIf(!HAS_OFFICE)('LibreOffice, where it is installed,', { timeout: 240_000 }, () => {
  test('shows numbers as they are shown here', async () => {
    const { shown } = await saveInOffice({ shown: NUMBERS }, AS_SHOWN, PROFILE);
    expect(shown.toString().trimEnd().split('\n').slice(1).map(unquoted)).toEqual(
      SHOWN_NUMBERS.map(([, , text]) => text),
    );
  });

  test('saves a workbook that is read as the one before', async () => {
    const { mixed } = await saved();
    const [before, after] = [await readTable(MIXED), await readTable(mixed)];
    expect(after.rows.map(({ cells }) => cells)).toEqual(before.rows.map(({ cells }) => cells));
  });

  test('saves the fixture list so that it asks for the same as the CSV', async () => {
    await withFile((await saved()).sittings, async (file) => {
      expect(await scheduleRequests(file, ZONE)).toEqual(await scheduleRequests(SITTINGS));
    });
  });

  test('saves 1,000 ids without a change', async () => {
    const { ids } = await saved();
    expect((await readTable(ids)).rows.map(({ cells }) => cells)).toEqual(IDS);
  });

  test('saves a fixed workbook so that it is accepted, and rejected rows are still marked', async () => {
    const { half, fixed } = await saved();
    const [good, space] = [await storeOf(...GOOD), await storeOf('users.xlsx', workbook(faulty()))];
    const file = join(space.folder, 'saved.xlsx');
    await writeFile(file, half);
    const second = join(space.folder, 'second.xlsx');
    const { report } = await space.json(['validate', 'users', file, '--sheet', 'Users', '--rejects', second]);
    expect(report.findings.map(({ cell }) => cell)).toEqual(['C5', 'E6', 'D9']);
    const notes = (await partsOfWorkbook(await readFile(second))).get('xl/comments1.xml') ?? '';
    expect([...notes.matchAll(/<comment [^>]*ref="(\w+)"/g)].map(([, ref]) => ref)).toEqual(['C5', 'E6', 'D9']);
    await writeFile(file, fixed);
    const again = await space.json(['user', 'sync', file, '--sheet', 'Users']);
    expect(again.report.findings).toEqual([]);
    expect(await space.users()).toEqual(await good.users());
  });
});

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
