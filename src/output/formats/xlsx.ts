/** The report as a workbook: the table of the CSV report, and the links that a remote has given. */
import type { BulkReport, ReportedRun } from '../../model/report.ts';
import type { FileContent } from '../files/write-file.ts';
import { newWorkbook } from '../xlsx/new-workbook.ts';
import type { NewCell, NewSheet } from '../xlsx/sheet-writer.ts';
import { REPORT_COLUMNS, reportCells } from './csv.ts';

export function renderXlsx({ report }: ReportedRun): FileContent {
  const results: NewSheet = { name: 'Results', header: REPORT_COLUMNS, rows: reportCells(report) };
  const hasLinks = report.results.some(({ links = [] }) => links.length > 0);
  const links: NewSheet = { name: 'Links', header: LINK_COLUMNS, rows: linkCells(report) };
  return { bytes: newWorkbook(hasLinks ? [results, links] : [results]) };
}

const LINK_COLUMNS = ['key', 'CandidateExtId', 'link', 'url'] as const;

function* linkCells({ results }: BulkReport): Generator<NewCell[]> {
  for (const { key, links = [] } of results) {
    for (const { CandidateExtId, name, url } of links) yield [key, CandidateExtId, name, linkCell(url)];
  }
}

/** An address that can be clicked. */
export function linkCell(url: string): NewCell {
  return { text: url, style: 'link', link: url };
}
