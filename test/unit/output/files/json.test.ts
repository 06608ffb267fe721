import { expect, it } from 'vitest';
import { renderJson, renderNdjson, reportEvents } from '../../../../src/output/files/json.ts';
import { finding, report, result } from '../report-fixtures.ts';

it('renders JSON with two blanks and a line end, keys in their order', () => {
  expect(renderJson({ b: 1, a: ['\u001b\u009b'] })).toBe('{\n  "b": 1,\n  "a": [\n    "\\u001b\\u009b"\n  ]\n}\n');
});

it('gives a report as events, the summary last with all other keys', () => {
  const whole = report({ findings: [finding()], results: [result()], counts: { read: 2 }, exitCode: 4 });
  const events = [...renderNdjson(reportEvents(whole))].map((line) => JSON.parse(line));
  const { findings: _, results: __, ...summary } = whole;
  expect(events).toEqual([
    { event: 'finding', ...finding() },
    { event: 'result', ...result() },
    { event: 'summary', ...summary },
  ]);
});
