/** `mapping draft`: reads a table, proposes a mapping, asks about open columns at a terminal, and writes the mapping. */
import { basename } from 'node:path';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { KINDS } from '../../bulk/kinds/kinds.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import { columnsOf } from '../../bulk/kinds/read/columns.ts';
import { UsageError } from '../../errors.ts';
import { type Draft, type DraftRequest, type DraftTable, draftMapping } from '../../input/mapping/draft/draft.ts';
import { isOpen } from '../../input/mapping/draft/proposals.ts';
import type { Mapping } from '../../input/mapping/mapping.ts';
import { cellText } from '../../input/mapping/template.ts';
import { openInput } from '../../input/open-input.ts';
import { columnTest } from '../../input/table/header/column-test.ts';
import { writeFileAtomically } from '../../output/files/write-file.ts';
import { maskPersonal } from '../../output/report/changes.ts';
import { canAsk, type Prompter } from '../../output/terminal/prompts.ts';
import { renderTable } from '../../output/terminal/table.ts';
import { DRAFT_FLAGS, type ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { nextCommand, wordsGiven } from '../options/words.ts';
import { confirmNewFile } from '../read/protected-files.ts';
import { readMapping, requireKind } from './known-mappings.ts';

/** A draft looks at no more rows. The run reads them all, and refuses what the mapping does not cover. */
const MAX_ROWS = 50_000;

export interface DraftFlags extends ReadOptions {
  readonly out?: string | undefined;
  readonly preset?: string | undefined;
  readonly reveal?: true | undefined;
}

/** What the user has said: by flags, and at a terminal by answers. */
interface Said {
  readonly map: Map<string, string>;
  readonly ignore: string[];
}

export async function runDraft(call: Call<DraftFlags>, kind: KindName, file: string): Promise<void> {
  const { output, flags, global, context } = call;
  const preset = flags.preset === undefined ? undefined : await readMapping(call, flags.preset);
  if (preset !== undefined) requireKind(preset, kind);
  const { table, headerLine } = await readTable(call, KINDS[kind], file);
  const said: Said = { map: new Map(flags.map), ignore: [...(flags.ignore ?? [])] };
  const request: DraftRequest = {
    kind,
    fields: columnsOf(KINDS[kind]),
    read: { ...readPart(flags), ...(headerLine > 1 ? { headerRow: headerLine } : {}) },
    preset: preset?.mapping,
    given: said.map,
    ignored: said.ignore,
  };
  let draft = draftMapping(table, request);
  await showDraft(call, draft);
  let out = flags.out;
  if (canAsk(output, global.mayAsk)) {
    const prompter = await context.openPrompter(output);
    for (const { header, why, texts } of draft.columns.filter(isOpen)) {
      await askAbout(prompter, `${header} (${texts.slice(0, SAMPLES).join(', ')}): ${why}`, header, {
        request,
        said,
        draft,
      });
      draft = draftMapping(table, request);
    }
    out ??= await prompter.text('Write the mapping to', isName, `${basename(file).replace(/\.\w+$/, '')}.mapping.json`);
    output.note(`The same without questions: ${repeatCommand(call, [kind, file], out, said)}`);
  }
  await writeDraft(call, kind, file, { draft, out });
}

function isName(text: string): true | string {
  return text.trim() === '' ? 'Give the name of a file' : true;
}

async function readTable(
  { context, flags }: Call<DraftFlags>,
  kind: Kind<unknown>,
  file: string,
): Promise<{ table: DraftTable; headerLine: number }> {
  const { format, delimiter, encoding, sheet, headerRow, map = new Map() } = flags;
  const header = { line: headerRow, isColumn: columnTest(kind, map) };
  const input = await openInput(file, { stdin: context.stdin, format, delimiter, encoding, sheet, header });
  if (input.kind !== 'table') {
    throw new UsageError(`${file} is JSON, whose fields have names already`, {
      hint: 'A mapping is for tables: CSV files and workbooks.',
    });
  }
  const { names, line } = input.header;
  const rows: string[][] = [];
  for await (const row of input.rows) {
    rows.push(names.map((_, index) => cellText(row, index)));
    if (rows.length >= MAX_ROWS) break;
  }
  return { table: { header: names, rows }, headerLine: line };
}

/** How the file is read, as the flags of this call say. */
function readPart({ sheet, encoding, delimiter, timezone, dateFormat }: DraftFlags): NonNullable<Mapping['read']> {
  const given = Object.entries({ sheet, encoding, delimiter, timezone, dateFormat });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The number of cells that are shown for a column. */
const SAMPLES = 3;

const [IGNORE, LEAVE] = ['*ignore', '*leave'];

async function askAbout(
  prompter: Prompter,
  question: string,
  header: string,
  { request, said, draft }: { readonly request: DraftRequest; readonly said: Said; readonly draft: Draft },
): Promise<void> {
  const free = request.fields.filter(({ name }) => !Object.hasOwn(draft.mapping.fields, name));
  const answer = await prompter.one(question, [
    { value: IGNORE, title: 'no field: the column is not read' },
    { value: LEAVE, title: 'leave it open: the mapping lists it under "unknown"' },
    ...free.map(({ name, field }) => ({ value: name, title: field.meaning })),
  ]);
  if (answer === IGNORE) said.ignore.push(header);
  else if (answer !== LEAVE) said.map.set(header, answer);
}

/** Samples are masked where they could end up in a log. */
async function showDraft({ output, flags }: Call<DraftFlags>, { columns }: Draft): Promise<void> {
  const isShown = flags.reveal === true || output.isTerminal.stderr;
  const rows = columns.map((column) => {
    const samples = column.texts.slice(0, SAMPLES).map((sample) => (isShown ? sample : maskPersonal(sample)));
    return [column.header, isOpen(column) ? '?' : column.fields.join(', ') || '-', samples.join(', '), column.why];
  });
  const { width, ascii } = output;
  const table = await renderTable({ head: ['Column', 'Field', 'Samples', 'Why'], rows, width, ascii });
  output.note(table.trimEnd());
}

function repeatCommand(call: Call, operands: readonly string[], out: string, said: Said): string {
  const words = wordsGiven(call, [...DRAFT_FLAGS, '--preset']);
  const maps = [...said.map].flatMap(([header, field]) => ['--map', `${header}=${field}`]);
  const ignore = said.ignore.length === 0 ? [] : ['--ignore', said.ignore.join(',')];
  return nextCommand(['mapping', 'draft', ...operands, ...words, ...maps, ...ignore, '--out', out, '--no-input'], call);
}

const STDOUT = '-';

async function writeDraft(
  call: Call<DraftFlags>,
  kind: KindName,
  file: string,
  { draft, out = STDOUT }: { readonly draft: Draft; readonly out: string | undefined },
): Promise<void> {
  const { output } = call;
  const text = `${JSON.stringify(draft.mapping, null, 2)}\n`;
  if (out === STDOUT) await output.data(text);
  else {
    await confirmNewFile(call, out);
    await writeFileAtomically(out, text);
    output.note(`Wrote ${out}.`);
  }
  const open = draft.mapping.unknown ?? [];
  if (open.length > 0) {
    output.note(
      `Open: ${open.join(', ')}. Name each of them under "fields" or "ignore", and remove it from "unknown".`,
    );
  }
  const name = out === STDOUT ? 'MAPPING.json' : out;
  const words = ['validate', kind, file, '--mapping', name, ...setsOf(kind, draft.mapping)];
  output.note(`Check the file with it: ${nextCommand(words, call)}`);
}

/** The flags for what a list of one exam does not say. Of a record with two parts, the first is the exam. */
function setsOf(kind: KindName, { fields }: Mapping): string[] {
  const { parts: [exam] = [] }: Kind<unknown> = KINDS[kind];
  return Object.entries(exam?.fields ?? {})
    .filter(([name, field]) => field.required === true && !Object.hasOwn(fields, name))
    .flatMap(([name]) => ['--set', `${name}=VALUE`]);
}
