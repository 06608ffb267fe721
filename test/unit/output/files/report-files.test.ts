import { expect, it } from 'vitest';
import {
  REPORT_ENDINGS,
  type ReportEnding,
  renderReportFile,
  reportEndingOf,
} from '../../../../src/output/files/report-files.ts';
import { finding, result } from '../report-fixtures.ts';
import { partsOf, reportedRun } from '../reported-run.ts';

const ENDINGS = REPORT_ENDINGS.split(/, | or /) as ReportEnding[];

it('writes the report itself as JSON', async () => {
  const run = reportedRun({ results: [result()] });
  expect(JSON.parse(await partsOf(await renderReportFile('.json', run)))).toEqual(run.report);
});

it.each(ENDINGS)('knows the format %s by the ending of the file', (ending) => {
  expect(reportEndingOf(`out/Report${ending.toUpperCase()}`)).toBe(ending);
});

it.each(ENDINGS)('writes the errors to a file that ends in %s', async (ending) => {
  const run = reportedRun({ findings: [finding({ message: 'Unfit' })] });
  expect(await partsOf(await renderReportFile(ending, run))).toContain('Unfit');
});

it.each(['report.txt', 'csv'])('refuses %s and names the known endings', (file) => {
  expect(() => reportEndingOf(file)).toThrow(`--report: ${file} must end in ${REPORT_ENDINGS}`);
});
