import { describe, expect, it } from 'vitest';
import { checkScheduleRequest } from '../../../src/platform/request-rules.ts';
import { ASSESSMENTS, HIERARCHIES, PROCTORING_TEMPLATES } from '../../support/generate/campus.ts';
import { STAFF } from '../../support/generate/staff.ts';
import { fixtureFiles } from '../../support/generate/write-fixtures.ts';
import { groupBySchedule, readList } from './naive-reading.ts';

const list = readList(fixtureFiles()['sittings.csv'] ?? '');
const sheets = groupBySchedule(list);
const MINUTE_MS = 60_000;

function windowOf({ request: { Schedule } }: (typeof sheets)[number]) {
  const assessment = ASSESSMENTS.find(({ ExternalId }) => ExternalId === Schedule['AssessmentExtId']);
  if (assessment === undefined) throw new Error(`${Schedule['AssessmentExtId']} is not in the catalogue`);
  const start = Date.parse(String(Schedule['StartDateTime']));
  const given = Schedule['EndDateTime'];
  const end = given === undefined ? start + (assessment.MaxTimePerAttempt + 60) * MINUTE_MS : Date.parse(String(given));
  return { start, end, span: (end - start) / MINUTE_MS, minutes: assessment.MaxTimePerAttempt + assessment.ExtraTime };
}

describe('the sitting list', () => {
  it('holds 40 sittings of 12 to some 140 candidates, 2,000 in all', () => {
    const sizes = sheets.map(({ rows }) => rows.length);
    expect(sheets).toHaveLength(40);
    expect(list.rows).toHaveLength(2000);
    expect(Math.min(...sizes)).toBe(12);
    expect(Math.max(...sizes)).toBeGreaterThan(100);
    expect(Math.max(...sizes)).toBeLessThan(160);
  });

  it('passes the contract', () => {
    for (const { request } of sheets) expect(checkScheduleRequest(request).problems).toEqual([]);
  });

  it('repeats the cells of a schedule in all of its rows', () => {
    for (const { rows } of sheets) {
      expect(new Set(rows.map(({ cells }) => JSON.stringify(cells.slice(0, 16)))).size).toBe(1);
    }
  });

  it('names only what the example catalogue has, and only active groups', () => {
    const active = HIERARCHIES.filter(({ IsActive }) => IsActive).map(({ ExternalId }) => ExternalId);
    const owners = STAFF.filter(({ Role }) => Role === 'Exam office').map(({ UserName }) => UserName);
    const templates = PROCTORING_TEMPLATES.map(({ ExternalId }) => ExternalId);
    for (const {
      request: { Schedule },
    } of sheets) {
      expect(active).toContain(Schedule['GroupExtId']);
      expect([undefined, ...active]).toContain(Schedule['ScheduleGroupExtId']);
      expect([undefined, ...owners]).toContain(Schedule['Owner']);
      expect([undefined, ...templates]).toContain(Schedule['ProctoringServiceTemplateExternalId']);
    }
  });

  it('leaves time enough for everybody, those with extra time included', () => {
    for (const sheet of sheets) {
      const { span, minutes } = windowOf(sheet);
      const percentages = sheet.request.Candidates.map((candidate) =>
        Number(candidate['ReasonableAdjustmentPercentage'] ?? 0),
      );
      expect(span).toBeGreaterThan(minutes * (1 + Math.max(...percentages) / 100));
    }
    expect(sheets.filter(({ request }) => request.Schedule['EndDateTime'] !== undefined).length).toBeGreaterThan(3);
    expect(sheets.filter(({ request }) => request.Schedule['EndDateTime'] === undefined).length).toBeGreaterThan(20);
  });

  it('knows each candidate by the same data everywhere, and in one place at a time', () => {
    const known = new Map<string, { data: string; windows: { start: number; end: number }[] }>();
    const wrong: string[] = [];
    for (const sheet of sheets) {
      const window = windowOf(sheet);
      for (const { AttemptExtId: _, ...candidate } of sheet.request.Candidates) {
        const data = JSON.stringify(candidate);
        const person = known.get(String(candidate['CandidateExtId'])) ?? { data, windows: [] };
        const isElsewhere = person.windows.some(({ start, end }) => window.start < end && start < window.end);
        if (person.data !== data || isElsewhere) wrong.push(data);
        known.set(String(candidate['CandidateExtId']), { data, windows: [...person.windows, window] });
      }
    }
    expect(wrong).toEqual([]);
    expect(known.size).toBeLessThan(2000);
    const addresses = new Set([...known.values()].map(({ data }) => JSON.parse(data).Email));
    expect(addresses.size).toBe(known.size);
  });

  it('has cells with delimiters, quotes and line breaks, and names in many scripts', () => {
    const cells = list.rows.flatMap((row) => row.cells);
    for (const part of [
      ';',
      '"',
      '\n',
      "'t Hart",
      '’',
      'ł',
      'ı',
      'İ',
      'Παπα',
      'محمد',
      '王',
      "Lefèvre-d'Août",
      "O'Brien",
    ]) {
      expect(
        cells.some((cell) => cell.includes(part)),
        part,
      ).toBe(true);
    }
    expect(cells.some((cell) => /^0\d{6}$/.test(cell))).toBe(true);
  });

  it('has sittings in winter and in summer time, and of both workflows', () => {
    const cells = new Set(list.rows.flatMap((row) => row.cells));
    for (const part of ['+01:00', '+02:00']) expect([...cells].some((cell) => cell.endsWith(part))).toBe(true);
    expect(cells).toContain('DEFAULT');
    expect(cells).toContain('EXTERNAL_ATTEMPTS');
  });
});
