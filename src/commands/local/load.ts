/** `local load`: adds catalogue entries to the embedded platform. */

import type { Command } from 'commander';
import { counted } from '../../base/text/counted.ts';
import type { Context } from '../../context.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { formatPath, type Problem } from '../../platform/problem.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, withPlatform } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';
import { FindingsError, NO_CELL } from './findings-error.ts';

const NAME = 'local load';

export function loadCommand(context: Context): Command {
  const command = createCommand('load', {
    summary: 'add catalogue entries from a JSON file',
    description: 'Adds catalogue entries to the embedded platform. An entry whose id is known replaces it.',
    examples: [['examctl local load catalogue.json', 'add or replace entries; all of them, or none']],
  }).argument('<file>', 'a catalogue as JSON (docs/store.md); - is standard input');
  return setAction(context, addStoreOptions(command), async (call, file: string) => {
    const { beginReading } = await import('../read/standard-input.ts');
    await beginReading(call, file);
    const { readJsonDocument } = await import('../../input/json/document.ts');
    const document = await readJsonDocument(file, context.stdin);
    const outcome = await withPlatform(call, 'write', NAME, (platform) => platform.load(document.value));
    if ('problems' in outcome) throw refused({ file: document.file, line: document.line }, outcome.problems);
    const { loaded } = outcome;
    const parts = Object.entries(loaded).map(nameEntries).join(', ') || 'nothing: the catalogue is empty';
    await presentDone(call, NAME, { file: document.file, loaded }, `Loaded ${parts}.`);
  });
}

/** A count with its kind, such as `1 review session` or `3 hierarchies`. */
function nameEntries([kind, count]: readonly [kind: string, count: number]): string {
  const many = kebabCase(kind).replaceAll('-', ' ');
  if (kind === 'Settings') return `the ${many}`;
  return counted(count, many.replace(/ies$/, 'y').replace(/s$/, ''), many);
}

/** The error of a refused catalogue. The whole document counts as one record, so all findings have its first line. */
function refused(place: { readonly file: string; readonly line: number }, problems: readonly Problem[]): FindingsError {
  const findings = problems.map(({ path, code, rule, message, suggestion = null }) => {
    return { ...NO_CELL, ...place, record: 1, field: formatPath(path), code, rule, message, suggestion };
  });
  const count = counted(problems.length, 'problem', 'problems');
  const message = `${place.file}: ${count}; nothing was loaded`;
  return new FindingsError('CatalogueError', 'invalidData', message, { findings, maxShown: MAX_SHOWN });
}

const MAX_SHOWN = 20;
