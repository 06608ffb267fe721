/** Reports as files (`--report FILE`). To add a format, add an entry to the table and a file in output/formats. */

import { eitherOf } from '../../base/text/either-of.ts';
import { UsageError } from '../../errors.ts';
import type { ReportedRun } from '../../model/report.ts';
import type { FileContent } from './write-file.ts';

type Render = (run: ReportedRun) => FileContent;

/** The formats by the ending of the file name. The code of a format is loaded only when it is needed. */
const REPORT_FORMATS = {
  '.json': async () => {
    const { renderLongJson } = await import('../formats/json.ts');
    return ({ report }) => renderLongJson(report);
  },
  '.csv': async () => (await import('../formats/csv.ts')).renderReportCsv,
  '.html': async () => (await import('../formats/html.ts')).renderHtml,
  '.md': async () => (await import('../formats/markdown.ts')).renderMarkdown,
  '.xml': async () => (await import('../formats/junit.ts')).renderJunit,
  '.sarif': async () => (await import('../formats/sarif.ts')).renderSarif,
} as const satisfies Record<string, () => Promise<Render>>;

export type ReportEnding = keyof typeof REPORT_FORMATS;

const ENDINGS = Object.keys(REPORT_FORMATS) as ReportEnding[];

/** The endings as text for help and errors, such as `.json or .csv`. */
export const REPORT_ENDINGS = eitherOf(ENDINGS);

export async function renderReportFile(ending: ReportEnding, run: ReportedRun): Promise<FileContent> {
  const render: Render = await REPORT_FORMATS[ending]();
  return render(run);
}

/** The ending of the file name. An ending without a format is a usage error. */
export function reportEndingOf(file: string): ReportEnding {
  const found = ENDINGS.find((ending) => file.toLowerCase().endsWith(ending));
  if (found === undefined) throw new UsageError(`--report: ${file} must end in ${REPORT_ENDINGS}`);
  return found;
}
