/** Finds files of schedules and candidates that are swapped, and files where one of the two is missing. */
import { quoteWord } from '../../base/text/shell-words.ts';
import { NO_CANDIDATES } from '../../bulk/check/sittings/no-candidates.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { UsageError } from '../../errors.ts';
import type { Input } from '../../input/port.ts';
import { columnTest } from '../../input/table/header/column-test.ts';
import { MEANINGS_SHEET } from '../../input/xlsx/choose-sheet.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { isSameFile } from './file-identity.ts';

interface PartOptions {
  readonly mapping: ReadonlyMap<string, string>;
  /** Fields that every record gets from flags; they need no column. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  /** Fields that every record without them gets from `--set`. */
  readonly set?: ReadonlyMap<string, string> | undefined;
}

/** Checks the files of a kind whose records have two parts, which may be in two files. */
export async function checkParts(
  { parts, words, keyFields }: Kind<unknown>,
  inputs: readonly Input[],
  candidates: Input | undefined,
  { mapping, preset, set = new Map() }: PartOptions,
): Promise<ReadonlyMap<Input, PartFinding>> {
  const missing = new Map<Input, PartFinding>();
  const [whole, part] = parts ?? [];
  if (whole === undefined || part === undefined) return missing;
  const [ofWhole, ofPart, joins] = [whole, part, keyOf(whole, keyFields)].map((resource) =>
    columnTest({ resource }, new Map()),
  ) as [ColumnTest, ColumnTest, ColumnTest];
  // A column that both files may have, such as the id that joins them, does not identify a file.
  const sidesOfHeaders = (headers: readonly string[]): Sides => {
    const names = headers.map((name) => mapping.get(name) ?? name);
    return {
      whole: names.some((name) => ofWhole(name) && !ofPart(name) && !joins(name)),
      part: names.some((name) => ofPart(name) && !ofWhole(name)),
    };
  };
  const sidesOf = (input: Input) => sidesOfHeaders(input.kind === 'table' ? input.header.names : []);
  const [first] = inputs;
  if (candidates !== undefined && first !== undefined) {
    await refuseOneSheet(first, candidates);
    const [firstSides, candidateSides] = [sidesOf(first), sidesOf(candidates)];
    if (firstSides.part && !firstSides.whole && candidateSides.whole && !candidateSides.part)
      throw swapped(first, candidates, words.many);
    return missing;
  }
  for (const input of inputs) {
    const sides = sidesOf(input);
    const other = (isOther: (sides: Sides) => boolean) => otherSheet(input, (names) => isOther(sidesOfHeaders(names)));
    if (sides.whole && !sides.part) {
      missing.set(input, noPart(input, words.many, await other(({ whole, part: has }) => has && !whole)));
    } else if (sides.part && !sides.whole && !isDescribed(whole, preset, set)) {
      missing.set(input, noWhole(input, words.many, await other(({ whole, part: has }) => whole && !has)));
    }
  }
  return missing;
}

async function refuseOneSheet(first: Input, candidates: Input): Promise<void> {
  const sheet = sheetOf(first);
  if (sheet === undefined || sheet !== sheetOf(candidates) || !(await isSameFile(first.file, candidates.file))) return;
  throw new UsageError(`${first.file}: the sheet ${JSON.stringify(sheet)} is given twice`, {
    hint: 'If each of its rows has a schedule and a candidate, leave out --candidates-sheet.',
  });
}

/** The parts that the headers of a file contain. */
interface Sides {
  readonly whole: boolean;
  readonly part: boolean;
}

/** The name of another visible sheet of the same workbook with a matching header. */
async function otherSheet(input: Input, isOther: (names: readonly string[]) => boolean): Promise<string | undefined> {
  if (input.kind !== 'table' || input.sheet === undefined) return undefined;
  const ownSheet = input.sheet;
  const { findSheet } = await import('../../input/xlsx/find-sheet.ts');
  const isWanted = (names: readonly string[], { name, isHidden }: { name: string; isHidden: boolean }) =>
    name !== ownSheet && name !== MEANINGS_SHEET && !isHidden && isOther(names);
  return (await findSheet(input.file, isWanted))?.name;
}

type PartFinding = Pick<Finding, 'rule' | 'message' | 'suggestion'>;

function noPart(input: Input, words: string, other: string | undefined): PartFinding {
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

function noWhole(input: Input, words: string, other: string | undefined): PartFinding {
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
  const sheetFlag = sheet === undefined ? '' : ` --sheet ${quoteWord(sheet)}`;
  return candidatesSheet === undefined ? sheetFlag : `${sheetFlag} --candidates-sheet ${quoteWord(candidatesSheet)}`;
}

/** Replaces the findings for each column of the missing part by one finding. */
export function withOneFinding(source: DraftSource, input: Input, partFinding: PartFinding | undefined): DraftSource {
  if (partFinding === undefined || input.kind !== 'table') return source;
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
  const findings: Finding[] = [{ severity: 'error', ...place, key: null, code: null, ...partFinding }, ...others];
  return { ...source, missing, findings };
}

/** Whether flags describe the schedule. */
function isDescribed(
  { fields }: Resource,
  preset: PartOptions['preset'],
  set: NonNullable<PartOptions['set']>,
): boolean {
  return [...Object.keys(Object(preset?.['Schedule'])), ...set.keys()].some((name) => Object.hasOwn(fields, name));
}

type ColumnTest = ReturnType<typeof columnTest>;

function keyOf({ fields, ...resource }: Resource, names: readonly string[]): Resource {
  return { ...resource, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) };
}

function swapped(input: Input, candidates: Input, words: string): UsageError {
  const isOneFile = input.file === candidates.file;
  const [first, second] = [input, candidates].map((one) =>
    isOneFile ? `the sheet ${JSON.stringify(sheetOf(one))}` : one.file,
  );
  const files = isOneFile ? input.file : `${candidates.file} --candidates ${input.file}`;
  const right = `${files}${sheetFlags(sheetOf(candidates), sheetOf(input))}`;
  const message = `${first} has candidates, and ${second} has ${words}: they stand in each other's place`;
  return new UsageError(isOneFile ? `${input.file}: ${message}` : message, {
    hint: `Give them the other way round: ${right}`,
  });
}
