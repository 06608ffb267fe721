/** Chooses the sheet of a workbook that is read. */
import { quoteWord } from '../../base/text/shell-words.ts';
import { InputError, UsageError } from '../../errors.ts';
import { listPlaces } from '../../model/place.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import type { Archive } from './package/archive.ts';
import { ENOUGH, readXml, type Sheet } from './package/workbook.ts';

export interface ChosenSheet {
  readonly sheet: Sheet;
  /** Hidden sheets with data that are not read. Empty if the user named the sheet. */
  readonly passedOver: readonly string[];
}

/**
 * The sheet of a template that explains the columns. It is not a list of records, so it is read only if it is named.
 */
export const MEANINGS_SHEET = '_Fields';

/** Returns the named sheet, or else the only visible sheet with data. Throws a UsageError if there are several. */
export async function chooseSheet(
  archive: Archive,
  sheets: readonly Sheet[],
  named: string | undefined,
): Promise<ChosenSheet> {
  const { file } = archive;
  if (named !== undefined) return { sheet: sheetByName(file, sheets, named), passedOver: [] };
  const full: Sheet[] = [];
  const lists = sheets.filter(({ name }) => name !== MEANINGS_SHEET);
  for (const sheet of lists) if (lists.length === 1 || (await hasData(archive, sheet.part))) full.push(sheet);
  const [first, ...others] = full.filter(({ isHidden }) => !isHidden);
  const hidden = full.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  if (first === undefined) throw nothingToRead(file, hidden);
  if (others.length === 0) return { sheet: first, passedOver: hidden };
  const names = [first, ...others].map(({ name }) => name);
  throw new UsageError(`${file}: several sheets have data: ${listed(names)}`, {
    hint: `Say which one is meant, by name or number: --sheet ${quoteWord(first.name)}`,
  });
}

/** Returns a sheet by its name, which spreadsheets compare without regard to case, or by its number. */
function sheetByName(file: string, sheets: readonly Sheet[], named: string): Sheet {
  const found =
    sheets.find(({ name }) => name.toLowerCase() === named.toLowerCase()) ??
    (/^\d{1,5}$/.test(named) ? sheets[Number(named) - 1] : undefined);
  if (found !== undefined) return found;
  throw new UsageError(`--sheet: ${file} has no sheet ${JSON.stringify(named)}`, {
    hint: `Its sheets are ${listed(sheets.map(({ name }) => name))}.`,
  });
}

function nothingToRead(file: string, hidden: readonly string[]): InputError {
  if (hidden.length === 0) return new InputError({ file }, 'no sheet of the workbook has data');
  return new InputError({ file }, `only hidden sheets of the workbook have data: ${listed(hidden)}`, {
    hint: `If one of them is meant, name it: --sheet ${quoteWord(hidden[0] ?? '')}`,
  });
}

const MAX_NAMED = 20;

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  return listPlaces(quoted, MAX_NAMED, { word: '' });
}

/** Whether any cell has a value. Reads the sheet only up to the first value. */
async function hasData(archive: Archive, part: string): Promise<boolean> {
  let isFull = false;
  await readXml(archive, part, MAX_SHEET_BYTES, (xml, token) => {
    isFull = token === 'open' && (xml.name === 'v' || xml.name === 'is' || xml.name === 'f');
    // The parts after the cells may have the same tags with other meanings.
    return isFull || (token === 'close' && xml.name === 'sheetData') ? ENOUGH : undefined;
  });
  return isFull;
}
