import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderJson, renderLongJson, renderNdjson, reportEvents } from '../../../../src/output/formats/json.ts';
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

it('renders a value of any size in parts, which are the same text', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record({
      a: fc.constant(undefined),
      b: fc.array(fc.option(fc.jsonValue(), { nil: undefined })),
      c: fc.string(),
    }),
  );
  fc.assert(
    fc.property(value, (one) => {
      expect([...renderLongJson(one)].join('')).toBe(renderJson(one));
    }),
  );
  const list = Array.from({ length: 100 }, (_, index) => finding({ line: index }));
  const parts = [...renderLongJson(report({ findings: list }))];
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(1_000);
});
