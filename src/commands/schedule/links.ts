/** `schedule links`: prints the known links of a schedule's candidates. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { CandidateLinks } from '../../platform/entities.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import { addStoreOptions } from '../options/store-options.ts';
import { readTargetOptions } from '../options/target-options.ts';
import { presentDone, presentRows } from '../present-result.ts';
import type { LinksEnding } from './links-file.ts';
import type { ShownLinks } from './run-links.ts';

interface LinksFlags {
  readonly out?: string | undefined;
}

export function linksCommand(context: Context): Command {
  const command = createCommand('links', {
    summary: "show the candidates' links of a schedule",
    description:
      "Shows the StartupLink and LaunchUrl of a schedule's candidates, with their names, addresses and the sitting, never masked. Anyone who has a link can enter the exam. The embedded engine has them in its store. A remote platform cannot be asked for them: those are shown that came with its answers to schedule push, which each run keeps beside its record with the names, addresses and times that it sent.",
    examples: [
      ['examctl schedule links S-2026-001', 'who gets which link'],
      [
        'examctl schedule links S-2026-001 --out links.csv',
        'for a mail merge; anyone who has a link can enter the exam',
      ],
      [
        'examctl schedule links S-2026-001 --base-url https://exams.example.org',
        'the links that a remote platform gave',
      ],
    ],
  })
    .argument('<schedule>', 'external id of the schedule')
    .option(
      '--out <file>',
      `write them to a file that only you can read, by its ending ${ENDINGS.join(', ')}`,
      parseSingleFile,
    )
    .option('--base-url <url>', 'show the links that a remote platform gave (EXAMCTL_BASE_URL)');
  return setAction(context, addStoreOptions(command), async (call: Call<LinksFlags>, schedule: string) => {
    const { runLinks } = await import('./run-links.ts');
    const { out } = call.flags;
    const ending = out === undefined ? undefined : endingOf(out);
    const rows = await runLinks({ ...call, target: readTargetOptions(call) }, schedule);
    if (out === undefined || ending === undefined) return present(call, schedule, rows);
    const [{ writeLinks }, { counted }] = await Promise.all([
      import('./links-file.ts'),
      import('../../base/text/counted.ts'),
    ]);
    await writeLinks(out, ending, { schedule, columns: COLUMNS, rows });
    const candidates = counted(rows.length, 'candidate', 'candidates');
    const text = `Wrote the links of ${candidates} to ${out}, readable for you alone.`;
    await presentDone(call, 'schedule links', { schedule, file: out, candidates: rows.length }, text);
  });
}

/** At a terminal, the links are printed as text: a table would cut them to the width. */
async function present(call: Call, schedule: string, rows: readonly ShownLinks[]): Promise<void> {
  const { output, global } = call;
  if (global.format !== 'table' || output.width === undefined) return presentRows(call, COLUMNS, rows);
  const { linksText } = await import('./links-text.ts');
  await output.print(linksText(schedule, rows));
}

/** The endings of files with links. */
const ENDINGS = ['.csv', '.xlsx'] as const satisfies readonly LinksEnding[];

function endingOf(file: string): LinksEnding {
  const found = ENDINGS.find((ending) => file.toLowerCase().endsWith(ending));
  if (found !== undefined) return found;
  const list = ENDINGS.join(', ');
  throw new UsageError(`--out ${file}: links are written as ${list}`, {
    hint: `Give the file one of the endings ${list}.`,
  });
}

const COLUMNS = [
  ...(['CandidateExtId', 'Name', 'Email', 'ScheduleTitle'] as const),
  ...(['StartDateTime', 'EndDateTime', 'StartupLink', 'LaunchUrl'] as const),
] as const satisfies readonly (keyof CandidateLinks)[];
