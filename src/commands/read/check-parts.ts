/** Finds tables that have schedules without candidates, or candidates without schedules. */
import { quoteWord } from '../../base/text/shell-words.ts';
import { NO_CANDIDATES } from '../../bulk/check/sittings/no-candidates.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { UsageError } from '../../errors.ts';
import type { Input } from '../../input/port.ts';
import { DRAFT } from '../../input/table/header/column-notes.ts';
import { columnTest } from '../../input/table/header/column-test.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { isSameFile } from './protected-files.ts';

interface PartOptions {
  readonly mapping: ReadonlyMap<string, string>;
  /** Fields that every record gets from flags; they need no column. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  /** Fields that every record without them gets from `--set`. */
  readonly set?: ReadonlyMap<string, string> | undefined;
}

/** Checks the tables of a kind whose records have two parts, which may be in two tables. */
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
  /** Which part alone the headers of a table have. */
  const partOf = (input: Input): 'whole' | 'part' | undefined => {
    const headers = input.kind === 'table' ? input.header.names : [];
    const names = headers.map((name) => mapping.get(name) ?? name);
    // A column that both may have, such as the id that joins them, does not tell them apart.
    const hasWhole = names.some((name) => ofWhole(name) && !ofPart(name) && !joins(name));
    const hasPart = names.some((name) => ofPart(name) && !ofWhole(name));
    if (hasWhole === hasPart) return undefined;
    return hasWhole ? 'whole' : 'part';
  };
  if (candidates !== undefined) await refuseOneSheet(inputs, candidates);
  // Two tables may stand in each other's place.
  const lacksWhole = candidates === undefined ? !isDescribed(whole, preset, set) : partOf(candidates) === 'whole';
  for (const input of inputs) {
    const found = partOf(input);
    if (found === 'whole' && candidates === undefined) missing.set(input, noPart(input, words.many));
    if (found === 'part' && lacksWhole) missing.set(input, noWhole(input, words.many));
  }
  return missing;
}

async function refuseOneSheet(inputs: readonly Input[], candidates: Input): Promise<void> {
  for (const input of inputs) {
    const sheet = sheetOf(input);
    if (sheet === undefined || sheet !== sheetOf(candidates) || !(await isSameFile(input.file, candidates.file)))
      continue;
    throw new UsageError(`${input.file}: the sheet ${JSON.stringify(sheet)} is given twice`, {
      hint: 'If each of its rows has a schedule and a candidate, leave out --candidates-sheet.',
    });
  }
}

type PartFinding = Pick<Finding, 'rule' | 'message' | 'suggestion'>;

function noPart(input: Input, words: string): PartFinding {
  const isSheet = sheetOf(input) !== undefined;
  return {
    rule: 'input.header.no-candidates',
    message: `The ${isSheet ? 'sheet' : 'file'} has ${words}, and no column of candidates`,
    suggestion: isSheet
      ? 'name the sheet of the candidates as well: --candidates-sheet NAME'
      : `give the list of the candidates beside it: ${input.file} --candidates FILE`,
  };
}

function noWhole(input: Input, words: string): PartFinding {
  const sheet = sheetOf(input);
  return {
    rule: 'input.header.no-schedules',
    message: `The ${sheet === undefined ? 'file' : 'sheet'} has candidates, and no column of ${words}`,
    suggestion:
      sheet === undefined
        ? `name the file of the ${words}, and this one with --candidates ${input.file}`
        : `name the sheet of the ${words} with --sheet, and this one with --candidates-sheet ${quoteWord(sheet)}`,
  };
}

function sheetOf(input: Input): string | undefined {
  return input.kind === 'table' ? input.sheet : undefined;
}

/** Replaces the findings for each column of the missing part by one finding. */
export function withOneFinding(source: DraftSource, input: Input, partFinding: PartFinding | undefined): DraftSource {
  if (partFinding === undefined || input.kind !== 'table') return source;
  const { file, sheet, header } = input;
  const place = { file, line: header.line, record: 0, column: null, field: null, sheet };
  const others = source.findings.filter(({ rule, column }) => column !== null || !source.missing?.includes(rule));
  const missing = [...(source.missing ?? []), NO_CANDIDATES];
  const findings: Finding[] = [{ severity: 'error', ...place, key: null, code: null, ...partFinding }, ...others];
  // The columns are in another file, and no mapping finds them here.
  const late = () => (source.late?.() ?? []).filter(({ rule }) => rule !== DRAFT);
  return { ...source, missing, findings, late };
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
