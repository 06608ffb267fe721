import { expect, test } from 'vitest';
import { scheduleKind } from '../../../src/bulk/kinds/schedules.ts';
import { emptyCounts, emptyTally, type ScreenReport } from '../../../src/model/report.ts';
import { renderReportText } from '../../../src/output/report/screen.ts';

const LINK = { CandidateExtId: 'c-1', name: 'StartupLink', url: 'https://exams.example.org/delivery/x?session=secret' };

function pushed(links: readonly (typeof LINK)[]): ScreenReport {
  const result = {
    key: 'S-1',
    file: 'a.csv',
    line: 2,
    action: 'unknown',
    outcome: 'succeeded',
    attempts: 1,
    errors: [],
  } as const;
  return {
    schemaVersion: 1,
    command: 'schedule push',
    run: '20261121T031500Z-3f9a1c',
    createdAt: '2026-11-21T03:15:00.000Z',
    target: { kind: 'remote', where: 'https://exams.example.org' },
    dryRun: false,
    rehearsal: null,
    counts: { ...emptyCounts(), read: 1, valid: 1, sent: 1, succeeded: 1, candidates: 1 },
    accepted: [],
    inputs: [],
    findings: [],
    results: [links.length > 0 ? { ...result, links } : result],
    error: null,
    exitCode: 0,
    words: scheduleKind.words,
    tally: { ...emptyTally(), accepted: 1 },
  };
}

test('links of a remote are counted on the screen and never shown there', () => {
  const text = renderReportText(pushed([LINK]));
  expect(text).toContain('examctl schedule links S-1 --base-url https://exams.example.org   shows them; 1 links');
  expect(text).not.toContain('session=secret');
});

test('after a push to a remote no step names the links of the store', () => {
  expect(renderReportText(pushed([]))).not.toContain('schedule links');
});
