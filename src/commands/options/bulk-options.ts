/** Flags of every command that reads files and sends records. */

import { type Command, Option } from 'commander';
import { type ChangeLimit, EXPECTED_COUNTS, type Expectation } from '../../bulk/run/guards.ts';
import { UsageError } from '../../errors.ts';
import { FORMAT_NAMES, type FormatName } from '../../input/formats.ts';
import type { CompiledMapping } from '../../input/mapping/compile-mapping.ts';
import type { RosterMapping } from '../../input/port.ts';
import { REPORT_ENDINGS } from '../../output/files/report-files.ts';
import {
  checkDateFormat,
  collect,
  collectColumns,
  collectFile,
  collectMapping,
  collectValue,
  parseChangeLimit,
  parseCount,
  parseDelimiter,
  parseExpectation,
  parseHeaderRow,
  parseSingleFile,
} from './flag-values.ts';
import type { GivenFlag } from './words.ts';

/** How files are read. */
export interface ReadOptions {
  readonly format?: FormatName | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
  readonly timezone?: string | undefined;
  readonly dateFormat?: string | undefined;
  readonly fix?: true | undefined;
  readonly strict?: true | undefined;
  /** The rules of suspicions that are let through. */
  readonly accept?: readonly string[] | undefined;
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** A mapping file, or the name of a mapping. */
  readonly mapping?: string | undefined;
  /** The mapping, ready to run. Made of `mapping` or of the settings; there is no flag for it. */
  readonly described?: CompiledMapping | undefined;
  /** How the table of candidates is read, where the mapping is for that table alone. */
  readonly ofCandidates?: Omit<ReadOptions, 'ofCandidates'> | undefined;
  /** Columns that are not read. */
  readonly ignore?: readonly string[] | undefined;
  /** The sheet with the candidates, for a workbook that has the schedules in another sheet. */
  readonly candidatesSheet?: string | undefined;
  readonly set?: ReadonlyMap<string, string> | undefined;
  /** Default values of fields from the settings. */
  readonly defaults?: ReadonlyMap<string, string> | undefined;
  /** Comes from a setting; there is no flag for it. */
  readonly oneRoster?: RosterMapping | undefined;
}

/** Files that are written in addition to standard output. */
export interface ReportOptions {
  readonly report?: readonly string[] | undefined;
  readonly rejects?: string | undefined;
  readonly reveal?: true | undefined;
}

export interface BulkFlags extends ReadOptions, ReportOptions {
  readonly dryRun?: true | undefined;
  readonly skipInvalid?: true | undefined;
  readonly concurrency?: number | undefined;
  readonly expect?: Expectation | undefined;
  readonly maxChanges?: ChangeLimit | undefined;
}

/** `form` says how a file is taken apart, `file` what its columns are, `value` how a value is read, also a typed one. */
type ReadFlag = readonly [role: 'form' | 'file' | 'value', flags: string, says: string, parse?: FlagParser | undefined];
/** `earlier` is the value of the flag so far, if it is given again. */
type FlagParser = { read(text: string, earlier: never): unknown }['read'];

/** The flags for reading. What commands print, keep or refuse of them follows from this table. */
const READ_FLAGS: readonly ReadFlag[] = [
  ['form', '--format <format>', 'format of the input, where its ending does not say'],
  ['form', '--delimiter <character>', 'delimiter of the CSV, if looking does not find it', parseDelimiter],
  ['form', '--encoding <name>', 'encoding, such as windows-1252, if it is not UTF-8'],
  ['form', '--sheet <name>', 'sheet of the workbook, by name or number'],
  ['form', '--header-row <n>', 'line of the header, if looking does not find it', parseHeaderRow],
  ['value', '--timezone <zone>', 'zone of times without one, such as Europe/Amsterdam'],
  ['value', '--date-format <format>', 'how dates are written, such as "D-M-YYYY HH:mm"', checkDateFormat],
  ['file', '--fix', 'trim texts, remove invisible characters, leave out copies, headers, totals, comments and dashes'],
  ['value', '--strict', 'warnings count as errors'],
  [
    'value',
    '--accept <rule>',
    'let a suspicion through that would stop the command, such as user.renumbered (repeatable)',
    collect,
  ],
  ['file', '--mapping <file>', 'how the file is read: a mapping file, or its name', parseSingleFile],
  ['file', '--map <header=field>', 'read a column as a field (repeatable)', collectMapping],
  ['file', '--ignore <columns>', 'columns not to read: "Klas,Mentor", or "*" for all', collectColumns],
  ['file', '--set <field=value>', 'the value of a field where a record of a file has none (repeatable)', collectValue],
];

export function addReadOptions(command: Command): Command {
  command.optionsGroup('Input');
  for (const [, flags, says, parse] of READ_FLAGS) {
    const option = new Option(flags, says);
    if (parse !== undefined) option.argParser<never>(parse as (text: string, earlier: never) => never);
    command.addOption(option.long === '--format' ? option.choices(FORMAT_NAMES) : option);
  }
  return command;
}

/** Flags of the commands for schedules, whose candidates may be in a second file or sheet. */
export function addPartOptions(command: Command, says: string): Command {
  return command
    .option('--candidates <file>', says, parseSingleFile)
    .option('--candidates-sheet <name>', 'sheet of the candidates, by name or number, in the workbook');
}

function namesOf(isWanted: (role: ReadFlag[0]) => boolean): string[] {
  return READ_FLAGS.filter(([role]) => isWanted(role)).map(([, flags]) => flags.replace(/ .*/, ''));
}

/** The flags that a draft of a mapping needs to read the file as the call does. */
export const DRAFT_FLAGS = [...namesOf((role) => role === 'form'), '--timezone', '--date-format'];

/** The flags of a check that the command which sends the checked files needs as well. */
export const CHECKED_FLAGS = [...namesOf(() => true), '--candidates', '--candidates-sheet', '--workflow'];

/** The flags that a continued run takes over. Maps are kept apart, and those of one call not at all. */
export const SAVED_FLAGS: readonly string[] = [
  ...namesOf(() => true).filter((flag) => flag !== '--map' && flag !== '--set'),
  ...['--candidates-sheet', '--skip-invalid', '--concurrency', '--expect', '--max-changes', '--one-roster'],
].map((flag) => new Option(flag).attributeName());

/** The flags that are about files alone. */
const FLAGS_OF_FILES = [...namesOf((role) => role !== 'value'), '--candidates-sheet'];

/** Refuses such a flag for a record of flags or questions: it would do nothing there, and nobody would see it. */
export function refuseFlagsOfFiles(given: readonly GivenFlag[]): void {
  const found = given.find(({ flag }) => FLAGS_OF_FILES.includes(flag));
  if (found === undefined) return;
  throw new UsageError(`${found.flag} is for the records of a file, and no file is given`, {
    hint: `Name a file, or leave ${found.flag} out.`,
  });
}

export function addReportOptions(command: Command): Command {
  return command
    .optionsGroup('Reports')
    .option(
      '--report <file>',
      `write the report to a file, by its ending ${REPORT_ENDINGS}; - is Markdown on standard output (repeatable)`,
      collectFile,
    )
    .option(
      '--rejects <file>',
      'write the rows that were not accepted to a file, to be fixed and sent',
      parseSingleFile,
    )
    .option('--reveal', 'do not mask personal data in reports');
}

export function addBulkOptions(command: Command): Command {
  addReadOptions(command)
    .optionsGroup('Safety')
    .option('-n, --dry-run', 'show what would happen, and change nothing')
    .option('--skip-invalid', 'send the good records although others are wrong')
    .option(
      '--expect <counts>',
      `stop before the first write unless the plan has ${EXPECTED_COUNTS.join('=,')}= (remote: at most unchanged=)`,
      parseExpectation,
    )
    .option(
      '--max-changes <n>',
      'stop before the first write if more records (50) or a larger share (5%) would change',
      parseChangeLimit,
    );
  return addReportOptions(command)
    .optionsGroup('Platform')
    .option('--concurrency <n>', 'requests under way at once', parseCount);
}
