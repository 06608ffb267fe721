/** If a needed column is missing, asks for the fields of unknown columns and saves the mapping, or prints one to save. */

import { existsSync } from 'node:fs';
import type { DraftOptions, Kind } from '../../bulk/kinds/kind.ts';
import { createTableCheck } from '../../bulk/kinds/read/table-check.ts';
import { UsageError } from '../../errors.ts';
import type { Input } from '../../input/port.ts';
import { type Columns, NOT_READ } from '../../input/table/header/match-columns.ts';
import { suggestField } from '../../input/table/header/suggestions.ts';
import { isError } from '../../model/finding.ts';
import { keepLayout } from '../../output/terminal/escape.ts';
import { type Choice, canAsk } from '../../output/terminal/prompts.ts';
import { refuseOwnFile } from '../bulk/file-collisions.ts';
import { checkPlace } from '../bulk/output-files.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { choose, NO_FIELD } from './file-questions.ts';
import { checkMapFile, mapText, saveMapping } from './map-file.ts';

type MappingCall = Pick<Call<ReadOptions>, 'context' | 'output' | 'flags' | 'global' | 'settings'>;

/** Columns without a field, each with its probable field. */
type Proposals = ReadonlyMap<string, string>;

/**
 * Adds the answers to the mapping. Saves it if `--save-mapping` names a file, or if the user agrees. Without a terminal, it
 * prints a proposal and adds nothing.
 */
export async function completeMapping(
  call: MappingCall,
  kind: Kind<unknown>,
  inputs: readonly Input[],
  options: DraftOptions,
): Promise<ReadonlyMap<string, string>> {
  const { context, output, global, flags } = call;
  const mapping = new Map(options.mapping);
  let isAsked = false;
  for (const input of inputs) {
    const columns =
      input.kind === 'table' ? createTableCheck(kind, input, { ...options, mapping })?.columns : undefined;
    if (columns === undefined || !columns.findings.some(isError)) continue;
    const free = freeFields(kind, columns);
    const proposals = propose(columns, free);
    if (proposals.size === 0) continue;
    if (!canAsk(output, global.mayAsk)) {
      printMapping(call, proposals);
      continue;
    }
    for (const [header, proposed] of proposals) {
      const taken = new Set(mapping.values());
      const choices = choicesOf(
        proposed,
        free.filter((name) => !taken.has(name)),
      );
      const answer = await choose(
        { context, output, flags },
        { what: 'column', of: header },
        questionOf(header),
        choices,
      );
      mapping.set(header, answer === NO_FIELD ? NOT_READ : answer);
      isAsked = true;
    }
  }
  if (flags.saveMapping !== undefined) await saveMapping(flags.saveMapping, mapping, output);
  else if (isAsked) await offerToSave(call, mapping);
  return mapping;
}

const DEFAULT_FILE = 'examctl-mapping.json';

/** Asks for a file until it can be written: a wrong name must not end the command, and with it all answers. */
async function offerToSave(call: MappingCall, mapping: ReadonlyMap<string, string>): Promise<void> {
  const { context, output } = call;
  const prompter = await context.openPrompter(output);
  if (!(await prompter.confirm('Save these answers for the next time?'))) return;
  for (;;) {
    const file = await prompter.text(
      'File:',
      (text) => (text.trim() !== '' && text !== '-') || 'Type the name of a file',
      DEFAULT_FILE,
    );
    try {
      await refuseOwnFile(call, file);
      await checkPlace(file);
      await checkMapFile(file, '');
      if (existsSync(file) && !(await prompter.confirm(`Replace ${file}?`))) continue;
      return await saveMapping(file, mapping, output);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      output.stderr.write(`${keepLayout(error.message)}\n`);
    }
  }
}

const UNKNOWN: ReadonlySet<string> = new Set(['input.header.unknown', 'input.header.misspelt']);

function propose({ findings, missing }: Columns, free: readonly string[]): Proposals {
  const proposals = new Map<string, string>();
  for (const { rule, column, field } of findings) {
    if (!UNKNOWN.has(rule) || column === null || proposals.has(column) || isEntry(field)) continue;
    const left = free.filter((name) => ![...proposals.values()].includes(name));
    const required = left.filter((name) => missing.length > 0 && findings.some((found) => isMissing(found, name)));
    const isFree = field !== null && left.includes(field);
    proposals.set(column, isFree ? field : (suggestField(column, { all: left, required })?.name ?? NOT_READ));
  }
  return proposals;
}

/** Whether a column has a part of a list. Its finding names the probable one, which the other columns may have. */
function isEntry(field: string | null): boolean {
  return field?.includes('[') === true;
}

function isMissing({ column, field }: Columns['findings'][number], name: string): boolean {
  return column === null && field === name;
}

function freeFields({ parts, resource }: Kind<unknown>, { fields }: Columns): string[] {
  const mapped = new Set(fields.map((field) => field?.name));
  const all = (parts ?? [resource]).flatMap((part) => Object.keys(part.fields));
  return [...new Set(all)].filter((name) => !mapped.has(name));
}

function questionOf(header: string): string {
  return `Which field does the column ${JSON.stringify(header)} hold?`;
}

/** The choices for a column, the probable one first. */
function choicesOf(proposed: string, free: readonly string[]): Choice[] {
  const others = free.filter((name) => name !== proposed).map((value) => ({ value }));
  const none = { value: NO_FIELD, title: 'none of them: the column is not read' };
  return proposed === NOT_READ ? [none, ...others] : [{ value: proposed }, none, ...others];
}

function printMapping({ output }: MappingCall, proposals: Proposals): void {
  const text = keepLayout(mapText(proposals));
  output.note(`To read these columns, save this as map.json, correct it, and give --map-file map.json:\n${text}`);
}
