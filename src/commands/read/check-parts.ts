/** Finds a file of schedules in the place of a file of candidates, and one without candidates. */
import { NO_CANDIDATES } from '../../bulk/check/sittings/window-check.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { UsageError } from '../../errors.ts';
import type { Input } from '../../input/port.ts';
import { columnTest } from '../../input/table/header/column-test.ts';
import { MEANINGS_SHEET } from '../../input/xlsx/choose-sheet.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { quoteWord } from '../options/shell-words.ts';

interface Parted {
  readonly mapping: ReadonlyMap<string, string>;
  /** Fields that every record gets have no column. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
}

/** A kind whose records have two parts, each of which may have a file of its own. */
export async function checkParts(
  { parts, words, keyFields }: Kind<unknown>,
  inputs: readonly Input[],
  candidates: Input | undefined,
  { mapping, preset }: Parted,
): Promise<ReadonlyMap<Input, Said>> {
  const missing = new Map<Input, Said>();
  const [whole, part] = parts ?? [];
  if (whole === undefined || part === undefined) return missing;
  const [ofWhole, ofPart, joins] = [whole, part, keyOf(whole, keyFields)].map((resource) =>
    columnTest({ resource }, new Map()),
  ) as [ColumnTest, ColumnTest, ColumnTest];
  // A column that either file may have, such as the id that joins them, says nothing.
  const sideOf = (headers: readonly string[]): Sides => {
    const names = headers.map((name) => mapping.get(name) ?? name);
    return {
      whole: names.some((name) => ofWhole(name) && !ofPart(name) && !joins(name)),
      part: names.some((name) => ofPart(name) && !ofWhole(name)),
    };
  };
  const has = (input: Input) => sideOf(input.kind === 'table' ? input.header.names : []);
  const [first] = inputs;
  if (candidates !== undefined && first !== undefined) {
    const [own, other] = [has(first), has(candidates)];
    if (own.part && !own.whole && other.whole && !other.part) throw swapped(first, candidates, words.many);
    return missing;
  }
  for (const input of inputs) {
    const own = has(input);
    const other = (isOther: (sides: Sides) => boolean) => otherSheet(input, (names) => isOther(sideOf(names)));
    if (own.whole && !own.part) {
      missing.set(input, noPart(input, words.many, await other(({ whole, part: has }) => has && !whole)));
    } else if (own.part && !own.whole && !isDescribed(preset)) {
      missing.set(input, noWhole(input, words.many, await other(({ whole, part: has }) => whole && !has)));
    }
  }
  return missing;
}

/** Which of the two some headers are of. */
interface Sides {
  readonly whole: boolean;
  readonly part: boolean;
}

/** Another sheet of the same workbook, that can be seen and has such a header. */
async function otherSheet(input: Input, isOther: (names: readonly string[]) => boolean): Promise<string | undefined> {
  if (input.kind !== 'table' || input.sheet === undefined) return undefined;
  const own = input.sheet;
  const { findSheet } = await import('../../input/xlsx/find-sheet.ts');
  const isWanted = (names: readonly string[], { name, isHidden }: { name: string; isHidden: boolean }) =>
    name !== own && name !== MEANINGS_SHEET && !isHidden && isOther(names);
  return (await findSheet(input.file, isWanted))?.name;
}

type Said = Pick<Finding, 'rule' | 'message' | 'suggestion'>;

function noPart(input: Input, words: string, other: string | undefined): Said {
  const { file } = input;
  return {
    rule: 'input.header.no-candidates',
    message: `The ${placeWord(input)} has ${words}, and no column of candidates`,
    suggestion:
      other === undefined
        ? `give the list of the candidates beside it: ${file} --candidates FILE`
        : `name the sheet of the candidates as well: ${file}${sheetFlags(sheetOf(input), other)}`,
  };
}

function noWhole(input: Input, words: string, other: string | undefined): Said {
  const { file } = input;
  return {
    rule: 'input.header.no-schedules',
    message: `The ${placeWord(input)} has candidates, and no column of ${words}`,
    suggestion:
      other === undefined
        ? `name the file of the ${words}, and this one with --candidates ${file}`
        : `name the sheet of the ${words} as well: ${file}${sheetFlags(other, sheetOf(input))}`,
  };
}

function sheetOf(input: Input): string | undefined {
  return input.kind === 'table' ? input.sheet : undefined;
}

function placeWord(input: Input): string {
  return sheetOf(input) === undefined ? 'file' : 'sheet';
}

function sheetFlags(sheet: string | undefined, candidatesSheet: string | undefined): string {
  const own = sheet === undefined ? '' : ` --sheet ${quoteWord(sheet)}`;
  return candidatesSheet === undefined ? own : `${own} --candidates-sheet ${quoteWord(candidatesSheet)}`;
}

/** One finding in place of each column of the part that is not there. */
export function withOneFinding(source: DraftSource, input: Input, said: Said | undefined): DraftSource {
  if (said === undefined || input.kind !== 'table') return source;
  const { file, sheet, header } = input;
  const place = {
    file,
    line: header.line,
    record: 0,
    column: null,
    field: null,
    sheet,
  };
  const others = source.findings.filter(({ rule, column }) => column !== null || !source.missing?.includes(rule));
  const missing = [...(source.missing ?? []), NO_CANDIDATES];
  const findings: Finding[] = [{ severity: 'error', ...place, key: null, code: null, ...said }, ...others];
  // Read record by record: the threads do not know of it, and nothing is sent.
  return { ...source, missing, findings, pieces: undefined };
}

/** Flags describe the schedule. */
function isDescribed(preset: Parted['preset']): boolean {
  const given = preset?.['Schedule'];
  return typeof given === 'object' && given !== null && Object.keys(given).length > 0;
}

type ColumnTest = ReturnType<typeof columnTest>;

function keyOf({ fields, ...resource }: Resource, names: readonly string[]): Resource {
  return { ...resource, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) };
}

function swapped(own: Input, candidates: Input, words: string): UsageError {
  const isOneFile = own.file === candidates.file;
  const [first, second] = [own, candidates].map((input) =>
    isOneFile ? `the sheet ${JSON.stringify(sheetOf(input))}` : input.file,
  );
  const files = isOneFile ? own.file : `${candidates.file} --candidates ${own.file}`;
  const right = `${files}${sheetFlags(sheetOf(candidates), sheetOf(own))}`;
  const message = `${first} has candidates, and ${second} has ${words}: they stand in each other's place`;
  return new UsageError(isOneFile ? `${own.file}: ${message}` : message, {
    hint: `Give them the other way round: ${right}`,
  });
}
