import { describe, expect, it } from 'vitest';
import { checkScheduleRequest } from '../../../src/platform/request-rules.ts';
import { FAULTS } from '../../support/generate/faults.ts';
import type { ExpectedFinding } from '../../support/generate/plant-faults.ts';
import { fixtureFiles } from '../../support/generate/write-fixtures.ts';
import { groupBySchedule, locate, readList } from './naive-reading.ts';

const text = fixtureFiles()['sittings-faulty.csv'] ?? '';
const list = readList(text);
const clean = readList(fixtureFiles()['sittings.csv'] ?? '');
const expected: ExpectedFinding[] = JSON.parse(fixtureFiles()['sittings-faulty.expected.json'] ?? '');
const sheets = groupBySchedule(list);

/** What only the pipeline can tell: a request has no width, no disagreement, no warning and no offset any more. */
const BEYOND_THE_CONTRACT = /\.(disagrees|width|no-zone)$/;

describe('the faulty sitting list', () => {
  it('has 60 faults of 30 kinds, one finding each', () => {
    expect(FAULTS).toHaveLength(60);
    expect(new Set(FAULTS.map(({ kind }) => kind)).size).toBe(30);
    expect(expected).toHaveLength(60);
    expect(expected.map(({ rule }) => rule).sort()).toEqual(FAULTS.map(({ rule }) => rule).sort());
  });

  it('has exactly the expected faults, at the physical line of each row', () => {
    const found = sheets.flatMap((sheet) =>
      checkScheduleRequest(sheet.request).problems.map(({ path, code, rule }) => ({
        ...locate(list, sheet, path),
        code,
        rule,
      })),
    );
    const byTheContract = expected
      .filter(({ rule, severity }) => severity === 'error' && !BEYOND_THE_CONTRACT.test(rule))
      .map(({ severity: _, ...finding }) => finding);
    const noZone = found.filter(
      ({ rule, line }) =>
        rule === 'schedule.start-date-time.invalid' && !byTheContract.some((known) => known.line === line),
    );
    expect(noZone).toHaveLength(1);
    expect(found.filter((finding) => !noZone.includes(finding)).toSorted(inOrder)).toEqual(byTheContract);
  });

  it('has rows of the wrong width where they are expected, and nowhere else', () => {
    const wrong = list.rows.filter(({ cells }) => cells.length !== list.header.length).map(({ line }) => line);
    expect(wrong).toEqual(linesOf('input.row.width'));
  });

  it('has rows that disagree with the first of their schedule where they are expected, and nowhere else', () => {
    const found = sheets.flatMap(({ rows }) =>
      rows.flatMap(({ line, cells }) =>
        list.header
          .slice(0, 16)
          .flatMap((column, index) => (cells[index] === rows[0]?.cells[index] ? [] : [{ line, column }])),
      ),
    );
    const disagreements = expected.filter(({ rule }) => rule.endsWith('.disagrees'));
    expect(found).toEqual(disagreements.map(({ line, column }) => ({ line, column })));
  });

  it('has white space around names where it is expected, and nowhere else', () => {
    const found = list.rows.flatMap(({ line, cells }) =>
      ['First Name', 'LAST NAME'].flatMap((column) => {
        const cell = cells[list.header.indexOf(column)] ?? '';
        return cell === cell.trim() ? [] : [{ line, column }];
      }),
    );
    const warnings = expected.filter(({ severity }) => severity === 'warning');
    expect(found).toEqual(warnings.map(({ line, column }) => ({ line, column })));
  });

  it('lists its findings in the order of lines and columns', () => {
    expect(expected.toSorted((a, b) => a.line - b.line || columnOf(a) - columnOf(b))).toEqual(expected);
  });

  it('keeps ten schedules clean, and faults behind cells with line breaks', () => {
    const lines = new Set(expected.map(({ line }) => line));
    expect(sheets.filter(({ rows }) => !rows.some(({ line }) => lines.has(line))).length).toBeGreaterThanOrEqual(10);
    const behind = list.rows.filter(({ line }, index) => lines.has(line) && line > index + 2);
    expect(behind.length).toBeGreaterThan(40);
  });

  it('has a record that begins on each expected line of the file as an editor shows it', () => {
    const lines = text.split('\n');
    for (const { line } of expected) expect(lines[line - 1]).toMatch(/^[A-Z]{3}-\d{3}-2027-\d{3};/);
  });

  it('is fixed by the cells of the clean list, row by row', () => {
    expect(list.header).toEqual(clean.header);
    expect(list.rows).toHaveLength(clean.rows.length);
    const differing = list.rows.filter(
      ({ cells }, index) => JSON.stringify(cells) !== JSON.stringify(clean.rows[index]?.cells),
    );
    const faultyLines = new Set(differing.map(({ line }) => line));
    expect(expected.every(({ line }) => faultyLines.has(line))).toBe(true);
  });

  it('touches no candidate who sits in another schedule, so that nothing disagrees across schedules', () => {
    const id = clean.header.indexOf('Candidate Ext Id');
    const touched = list.rows.flatMap(({ cells }, index) => {
      const original = clean.rows[index]?.cells ?? [];
      return JSON.stringify(cells.slice(16)) === JSON.stringify(original.slice(16)) ? [] : [original[id]];
    });
    for (const candidate of touched) expect(clean.rows.filter(({ cells }) => cells[id] === candidate)).toHaveLength(1);
  });

  function linesOf(wanted: string): number[] {
    return expected.filter(({ rule }) => rule === wanted).map(({ line }) => line);
  }

  function columnOf({ column }: { readonly column: string | null }): number {
    return column === null ? -1 : list.header.indexOf(column);
  }

  function inOrder(a: { line: number; column: string | null }, b: { line: number; column: string | null }): number {
    return a.line - b.line || columnOf(a) - columnOf(b);
  }
});
