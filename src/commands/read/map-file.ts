/** Mapping files: a JSON object with fields by header. `null` stands for a column that is not read. */

import { existsSync } from 'node:fs';
import { foldName } from '../../base/closest.ts';
import { findRepeatedKey, scanJson } from '../../base/json-text.ts';
import { isObject, parseJson } from '../../base/json-value.ts';
import { quoteWord } from '../../base/text/shell-words.ts';
import { UsageError } from '../../errors.ts';
import { readSmallFile } from '../../input/open-file.ts';
import { NOT_READ } from '../../input/table/header/match-columns.ts';
import { writeFileAtomically } from '../../output/files/write-file.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { answeredColumns } from './file-questions.ts';

type ReadingCall = Pick<Call<ReadOptions>, 'flags' | 'settings'>;

/** The mapping from `--map-file`, answers and `--map`. Later ones take precedence. */
export async function readMapping({ flags, settings }: ReadingCall): Promise<ReadonlyMap<string, string>> {
  const set = settings.find('mapping');
  const isSet = set !== undefined && set.level !== 'flag' && set.value === flags.mapFile;
  const from = isSet ? `The mapping of ${set.origin}: ` : '--map-file: ';
  const entries = flags.mapFile === undefined ? [] : await readMapFile(flags.mapFile, from);
  return new Map([...entries, ...answeredColumns(flags), ...(flags.map ?? [])]);
}

type Mapping = ReadonlyMap<string, string>;

/** Returns the mapping with the headers of `--map` as the files write them. */
export function asWritten(mapping: Mapping, map: Mapping, headers: readonly string[]): Mapping {
  const others = [...mapping].filter(([header]) => !map.has(header));
  const meant = [...map].map(([header, field]) => [findHeader(header, map, headers) ?? header, field] as const);
  return new Map([...others, ...meant]);
}

/**
 * Finds the column that `--map` means. Case, blanks, line breaks, `_` and `-` do not count, as where headers are matched
 * with fields, unless several columns are alike.
 */
export function findHeader(header: string, map: Mapping, headers: readonly string[]): string | undefined {
  if (headers.includes(header)) return header;
  const like = new Set(headers.filter((name) => foldName(name) === foldName(header) && !map.has(name)));
  return like.size === 1 ? [...like][0] : undefined;
}

async function readMapFile(file: string, from: string): Promise<[string, string][]> {
  const hint = 'Write a JSON object with the field of each header, such as {"Surname": "LastName"}.';
  const text = await readSmallFile(file).catch((cause: unknown) => {
    throw new UsageError(`${from}cannot read ${file}`, { hint, cause });
  });
  const mapping = parseJson(text);
  if (mapping === undefined) throw new UsageError(`${from}${file} is not JSON`, { hint });
  const repeated = findRepeatedKey(text, mapping, scanJson(text).keys);
  if (repeated !== undefined) {
    throw new UsageError(`${from}${file} names ${JSON.stringify(repeated.key)} twice`, {
      hint: 'Remove one of the two.',
    });
  }
  if (!isObject(mapping)) throw new UsageError(`${from}${file} does not hold an object`, { hint });
  return Object.entries(mapping).map(([header, field]) => {
    if (field === null) return [header, NOT_READ];
    if (typeof field === 'string') return [header, field];
    throw new UsageError(`${from}${file} gives ${JSON.stringify(header)} no name of a field`, { hint });
  });
}

export function mapText(mapping: ReadonlyMap<string, string>): string {
  const entries = [...mapping].map(([header, field]) => [header, field === NOT_READ ? null : field]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** Throws a UsageError if there is another file than a mapping. `from` is the beginning of its message. */
export async function checkMapFile(file: string, from: string): Promise<void> {
  if (existsSync(file)) await readMapFile(file, from);
}

/** Writes the mapping of the call to a file for `--map-file`. Replaces an existing file only if it is a mapping file. */
export async function saveMapping(file: string, mapping: ReadonlyMap<string, string>, output: Output): Promise<void> {
  if (file === '-') {
    throw new UsageError('--save-mapping writes to a file, not to standard output', {
      hint: 'Give it the name of a file, such as map.json.',
    });
  }
  await checkMapFile(file, '--save-mapping: ');
  await writeFileAtomically(file, mapText(mapping));
  output.note(`The mapping is saved: give --map-file ${quoteWord(file)} the next time.`);
}
