/** Numbers with more digits than a parsed value keeps are found at their places, and returned as written. */
import { expect, it } from 'vitest';
import { findLongNumbers } from '../../../../src/input/json/value.ts';
import { jsonAsWritten } from '../../../../src/model/draft.ts';

it.each([
  '{"a":9007199254740993}',
  '{"a":[{},"[,{",{"b\\"c":[1,-12345678901234567]}],"d":{"e":1e400,"":0.12345678901234567}}',
  '[{"a":{},"b":1234567890123456},1E20,"1234567890123456"]',
  '{"a\\u0062":9007199254740993,"__proto__":9007199254740993}',
])('%s', (text) => {
  const written = jsonAsWritten(JSON.parse(text), findLongNumbers(text));
  expect(written).toBe(text.replace('\\u0062', 'b'));
});

it.each([
  '{"a":123456789012345}',
  '{"a":1e3}',
  '{"a":60.0000000000000000}',
  '{"a":"9007199254740993"}',
  '{"a":0.0001}',
])('%s has none', (text) => {
  expect(findLongNumbers(text)).toBeUndefined();
});
