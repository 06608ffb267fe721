/** The report as a workbook: the table of the CSV report, and a sheet with the links from the remote. */

import { counted } from '../../base/text/counted.ts';
import type { BulkReport, ReportedRun } from '../../model/report.ts';
import type { FileContent } from '../files/write-file.ts';
import { newWorkbook } from '../xlsx/new-workbook.ts';
import type { NewCell, NewSheet } from '../xlsx/sheet-writer.ts';
import { noteCells, REPORT_COLUMNS, reportCells } from './csv.ts';

/** `maxRows` is the largest number of rows of a sheet, with the header. */
export function renderXlsx({ report }: ReportedRun, maxRows?: number): FileContent {
  const results: NewSheet = {
    name: 'Results',
    header: REPORT_COLUMNS,
    rows: reportCells(report),
    whenFull: (left) => noteCells(fullNote(left, '.csv')),
  };
  const hasLinks = report.results.some(({ links = [] }) => links.length > 0);
  const links: NewSheet = {
    name: 'Links',
    header: LINK_COLUMNS,
    rows: linkCells(report),
    whenFull: (left) => [fullNote(left, '.json')],
  };
  return { bytes: newWorkbook(hasLinks ? [results, links] : [results], maxRows) };
}

function fullNote(left: number, ending: '.csv' | '.json'): string {
  return `${counted(left, 'more row does', 'more rows do')} not fit into this sheet; --report FILE${ending} has them`;
}

const LINK_COLUMNS = ['key', 'CandidateExtId', 'link', 'url'] as const;

function* linkCells({ results }: BulkReport): Generator<NewCell[]> {
  for (const { key, links = [] } of results) {
    for (const { CandidateExtId, name, url } of links) yield [key, CandidateExtId, name, linkCell(url)];
  }
}

/** A cell with an address that opens on a click. */
export function linkCell(url: string): NewCell {
  return { text: url, style: 'link', link: url };
}
