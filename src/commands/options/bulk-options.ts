/** Flags of every command that reads files and sends records. */
import { type Command, Option } from 'commander';
import { INPUT_FORMATS, type InputFormat } from '../../input/port.ts';
import { type ChangeLimit, EXPECTED_COUNTS, type Expectation } from '../../bulk/run/guards.ts';
import {
  collect,
  collectMapping,
  parseChangeLimit,
  parseConcurrency,
  parseDelimiter,
  parseExpectation,
} from './flag-values.ts';

/** How files are read. */
export interface ReadOptions {
  readonly format?: InputFormat | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly timezone?: string | undefined;
  readonly fix?: true | undefined;
  readonly map?: ReadonlyMap<string, string> | undefined;
  readonly mapFile?: string | undefined;
}

/** What is written beside standard output. */
export interface DeliveryOptions {
  readonly report?: readonly string[] | undefined;
  readonly rejects?: string | undefined;
  readonly reveal?: true | undefined;
}

export interface BulkFlags extends ReadOptions, DeliveryOptions {
  readonly dryRun?: true | undefined;
  readonly skipInvalid?: true | undefined;
  readonly concurrency?: number | undefined;
  readonly expect?: Expectation | undefined;
  readonly maxChanges?: ChangeLimit | undefined;
}

export function addReadOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'format of the input, where its ending does not say').choices(INPUT_FORMATS),
    )
    .option('--delimiter <character>', 'delimiter of the CSV, if it is not found by looking', parseDelimiter)
    .option('--encoding <name>', 'encoding of the input, such as windows-1252, if it is not UTF-8 or UTF-16')
    .option('--timezone <zone>', 'IANA zone of times that name none, such as Europe/Amsterdam')
    .option('--fix', 'trim white space around texts instead of reporting it')
    .option('--map <header=field>', 'read a column as a field (repeatable)', collectMapping)
    .option('--map-file <file>', 'the same from a JSON object of fields by header');
}

export function addDeliveryOptions(command: Command): Command {
  return command
    .option('--report <file>', 'write the report to a file, by its ending .json or .csv (repeatable)', collect)
    .option('--rejects <file>', 'write the rows that were not accepted to a file, to be fixed and sent')
    .option('--reveal', 'do not mask personal data in reports');
}

export function addBulkOptions(command: Command): Command {
  command
    .option('-n, --dry-run', 'show what would happen, and change nothing')
    .option('--skip-invalid', 'send the good records although others are wrong')
    .option('--concurrency <n>', 'requests under way at once', parseConcurrency)
    .option(
      '--expect <counts>',
      `stop before the first write unless the plan has ${EXPECTED_COUNTS.join('=,')}= (of a remote, unchanged= at most); without disabled=, none may be disabled`,
      parseExpectation,
    )
    .option(
      '--max-changes <n>',
      'stop before the first write if more records (50) or a larger share of those read (5%) would change',
      parseChangeLimit,
    );
  return addReadOptions(addDeliveryOptions(command));
}
