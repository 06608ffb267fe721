import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../../src/output/terminal/display-width.ts';
import { escapeJson, forTerminal, keepLayout } from '../../../../src/output/terminal/escape.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';

const anyText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  fc.string({
    unit: fc.constantFrom('\u001b', '[', '2', 'J', '\u202e', '\u2066', '\u009b', 'a', '\n', '\ud800', '漢'),
  }),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
const LIVE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029]/;

describe('forTerminal', () => {
  it('escapes every control sequence of a terminal', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = forTerminal(text);
        expect(shown).not.toMatch(LIVE);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is no wider than the limit', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), fc.boolean(), (text, max, ascii) => {
        expect(displayWidth(forTerminal(text, { max, ascii }))).toBeLessThanOrEqual(max);
      }),
    );
  });

  it('leaves ordinary text as it is', () => {
    for (const text of ['Zoë Müller', '漢字', 'C:\\temp', 'می‌خواهم', '👩‍👩‍👧']) expect(forTerminal(text)).toBe(text);
  });

  it.each([
    ['a\u001b[31mb', 'a\\u001b[31mb'],
    ['two\nlines\tand\r', 'two\\nlines\\tand\\r'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['\ud800x', '\\ud800x'],
    ['zero\u200bwidth', 'zero\\u200bwidth'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
  ])('shows %j as %j', (text, expected) => {
    expect(forTerminal(text)).toBe(expected);
  });

  it('shortens with an ellipsis, and by columns', () => {
    expect(forTerminal('abcdefgh', { max: 5 })).toBe('abcd…');
    expect(forTerminal('abcdefgh', { max: 5, ascii: true })).toBe('ab...');
    expect(forTerminal('漢字漢字', { max: 5 })).toBe('漢字…');
    expect(forTerminal('abc', { max: 3 })).toBe('abc');
  });
});

describe('keepLayout', () => {
  it('keeps line ends, tabs and the colours of this program, and escapes the rest', () => {
    expect(keepLayout('a\r\nb\tc\u001b[1m\u001b[22m\u001b[8m\u001b[5;31m\rd')).toBe(
      'a\nb\tc\u001b[1m\u001b[22m\\u001b[8m\\u001b[5;31m\\rd',
    );
  });
});

describe('escapeJson', () => {
  it('changes no value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), anyText), (value) => {
        const json = JSON.stringify(value, undefined, 2);
        const escaped = escapeJson(json);
        expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
        expect(escaped.replaceAll('\n', '')).not.toMatch(LIVE);
      }),
    );
  });
});
