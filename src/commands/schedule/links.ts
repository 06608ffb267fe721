/** `schedule links`: prints the known links of the candidates of some schedules, in one list. */
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';
import { collectId, collectValue, parseDelimiter, parseSingleFile } from '../options/flag-values.ts';
import { presentDone, presentRows } from '../options/present-result.ts';
import { addStoreOptions, readTargetOptions } from '../options/target-options.ts';
import type { LinkRow, LinksFlags } from './run-links.ts';

export const linksCommand = defineCommand('links', {
  summary: "show the candidates' links of schedules",
  description:
    'Shows the StartupLink and LaunchUrl of the candidates of schedules, with names, addresses and sittings, never masked, sorted by sitting and name. Anyone who has a link can enter the exam. The local platform has them in its store. A remote platform cannot be asked for them: those are shown that came with its answers to schedule push, which each run keeps beside its record.',
  examples: [
    ['examctl schedule links S-2026-001', 'who gets which link'],
    ['examctl schedule links --from sittings.csv --out links.csv', 'all sittings of a file, for a mail merge'],
    ['examctl schedule links S-2026-001 --base-url https://exams.example.org', 'links that a remote platform gave'],
  ],
  takes: (command) =>
    addStoreOptions(
      command
        .argument('[schedule...]', 'external ids of schedules', collectId)
        .option('--from <file>', 'a file of schedules: the links of all of them', parseSingleFile)
        .option('--mapping <file>', 'how that file is read, as "schedule push" was told', parseSingleFile)
        .option('--set <field=value>', 'a value of its rows, as "schedule push" was told (repeatable)', collectValue)
        .option(
          '--out <file>',
          'write them to a .csv or .xlsx that only you can read; - is CSV on standard output',
          parseSingleFile,
        )
        .option('--delimiter <character>', 'delimiter of the CSV that is written', parseDelimiter)
        .option('--timezone <zone>', 'zone of the times, such as Europe/Amsterdam; without it UTC')
        .option('--base-url <url>', 'show the links that a remote platform gave (EXAMCTL_BASE_URL)'),
    ),
  work: async (call: Call<LinksFlags>, schedules: string[] = []) => {
    const { endingOf, linksBytes, runLinks } = await import('./run-links.ts');
    const { out, delimiter } = call.flags;
    const ending = out === undefined ? undefined : endingOf(out);
    const rows = await runLinks({ ...call, target: readTargetOptions(call) }, schedules);
    if (out === undefined || ending === undefined) return present(call, rows);
    const content = await linksBytes(ending, rows, delimiter);
    if (out === '-') return call.output.data(content as string);
    const { writeFileAtomically } = await import('../../output/files/write-file.ts');
    const { refuseOwnFile } = await import('../read/protected-files.ts');
    await refuseOwnFile(call, out);
    await writeFileAtomically(out, content);
    const { counted } = await import('../../base/text/counted.ts');
    const candidates = counted(rows.length, 'candidate', 'candidates');
    const text = `Wrote the links of ${candidates} to ${out}, readable for you alone.`;
    await presentDone(call, 'schedule links', { file: out, candidates: rows.length }, text);
  },
});

/** At a terminal, the links are printed as text: a table would cut them to the width. */
async function present(call: Call, rows: readonly LinkRow[]): Promise<void> {
  const { output, global } = call;
  const { LINK_COLUMNS, linksText } = await import('./run-links.ts');
  if (global.format !== 'table' || output.width === undefined) return presentRows(call, LINK_COLUMNS, rows);
  await output.print(linksText(rows, output.width));
}
