/** Finds a file of schedules in the place of a file of candidates, and one without candidates. */
import { NO_CANDIDATES } from '../../bulk/check/sittings/window-check.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { UsageError } from '../../errors.ts';
import type { Input } from '../../input/port.ts';
import { columnTest } from '../../input/table/header/column-test.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Resource } from '../../platform/fields/field.ts';

interface Parted {
  readonly mapping: ReadonlyMap<string, string>;
  /** Fields that every record gets have no column. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
}

/** A kind whose records have two parts, each of which may have a file of its own. */
export function checkParts(
  { parts, words, keyFields }: Kind<unknown>,
  inputs: readonly Input[],
  candidates: Input | undefined,
  { mapping, preset }: Parted,
): ReadonlyMap<Input, Said> {
  const missing = new Map<Input, Said>();
  const [whole, part] = parts ?? [];
  if (whole === undefined || part === undefined) return missing;
  const [ofWhole, ofPart, joins] = [whole, part, keyOf(whole, keyFields)].map((resource) =>
    columnTest({ resource }, new Map()),
  ) as [ColumnTest, ColumnTest, ColumnTest];
  // A column that either file may have, such as the id that joins them, says nothing.
  const has = (input: Input) => {
    const names = input.kind === 'table' ? input.header.names.map((name) => mapping.get(name) ?? name) : [];
    return {
      whole: names.some((name) => ofWhole(name) && !ofPart(name) && !joins(name)),
      part: names.some((name) => ofPart(name) && !ofWhole(name)),
    };
  };
  const [first] = inputs;
  if (candidates !== undefined && first !== undefined) {
    const [own, other] = [has(first), has(candidates)];
    if (own.part && !own.whole && other.whole && !other.part) throw swapped(first.file, candidates.file, words.many);
    return missing;
  }
  for (const input of inputs) {
    const own = has(input);
    if (own.whole && !own.part) missing.set(input, noPart(input.file, words.many));
    else if (own.part && !own.whole && !isDescribed(preset)) missing.set(input, noWhole(input.file, words.many));
  }
  return missing;
}

type Said = Pick<Finding, 'rule' | 'message' | 'suggestion'>;

function noPart(file: string, words: string): Said {
  return {
    rule: 'input.header.no-candidates',
    message: `The file has ${words}, and no column of candidates`,
    suggestion: `give the list of the candidates beside it: ${file} --candidates FILE`,
  };
}

function noWhole(file: string, words: string): Said {
  return {
    rule: 'input.header.no-schedules',
    message: `The file has candidates, and no column of ${words}`,
    suggestion: `name the file of the ${words}, and this one with --candidates ${file}`,
  };
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

function swapped(file: string, candidates: string, words: string): UsageError {
  return new UsageError(`${file} has candidates, and ${candidates} has ${words}: they stand in each other's place`, {
    hint: `Give them the other way round: ${candidates} --candidates ${file}`,
  });
}
