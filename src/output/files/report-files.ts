/** Reports as files (`--report FILE`). A further format is one more entry of the table, and a file in output/formats. */

import { UsageError } from '../../errors.ts';
import type { ReportedRun } from '../../model/report.ts';
import type { FileContent } from './write-file.ts';

type Render = (run: ReportedRun) => FileContent;

/** By the ending of a file's name. What renders is loaded when it is needed. */
const REPORT_FORMATS = {
  '.json': async () => {
    const { renderLongJson } = await import('./json.ts');
    return ({ report }) => renderLongJson(report);
  },
  '.csv': async () => (await import('../formats/csv.ts')).renderReportCsv,
  '.xlsx': async () => (await import('../formats/xlsx.ts')).renderXlsx,
  '.html': async () => (await import('../formats/html.ts')).renderHtml,
  '.md': async () => (await import('../formats/markdown.ts')).renderMarkdown,
  '.xml': async () => (await import('../formats/junit.ts')).renderJunit,
  '.sarif': async () => (await import('../formats/sarif.ts')).renderSarif,
} as const satisfies Record<string, () => Promise<Render>>;

export type ReportEnding = keyof typeof REPORT_FORMATS;

const ENDINGS = Object.keys(REPORT_FORMATS) as ReportEnding[];

/** Whether a report shows the rows that were not accepted. */
export function showsRejects(file: string): boolean {
  return endingOf(file) === '.html';
}

/** As help and errors name them: `.json or .csv`. */
export const REPORT_ENDINGS = `${ENDINGS.slice(0, -1).join(', ')} or ${ENDINGS.at(-1)}`;

export async function renderReportFile(ending: ReportEnding, run: ReportedRun): Promise<FileContent> {
  const render: Render = await REPORT_FORMATS[ending]();
  return render(run);
}

/** The format that a file's name means. */
export function reportEndingOf(file: string): ReportEnding {
  const found = endingOf(file);
  if (found === undefined) throw new UsageError(`--report: ${file} must end in ${REPORT_ENDINGS}`);
  return found;
}

function endingOf(file: string): ReportEnding | undefined {
  return ENDINGS.find((ending) => file.toLowerCase().endsWith(ending));
}
