import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONDITIONS, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { explain, knownRules, meantRule } from '../../../src/platform/explain/explain.ts';
import { HTTP_REFUSALS } from '../../../src/platform/explain/http-rules.ts';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

describe('every rule', () => {
  it('that a condition lists is explained, with its code', () => {
    for (const { rules, code } of [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS]) {
      for (const rule of rules) {
        const [explained] = explain(rule);
        expect(explained, rule).toMatchObject({ rule, code });
      }
    }
  });

  it('of the server is explained', () => {
    expect(Object.keys(HTTP_REFUSALS).filter((rule) => explain(rule).length !== 1)).toEqual([]);
    expect(explain('http.route')).toMatchObject([{ code: null, meaning: expect.stringContaining('404') }]);
  });

  it('that the source names in full is explained', async () => {
    const files = await readdir(SOURCE, { recursive: true });
    const rules = new Set<string>();
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.startsWith('server'))) {
      const text = await readFile(join(SOURCE, file), 'utf8');
      for (const [, rule = ''] of text.matchAll(
        /\b(?:rule|[A-Z_]*RULE|UNDONE)\b\W{1,5}'([a-z-]+(?:\.[a-z0-9-]+){1,2})'/g,
      ))
        rules.add(rule);
      for (const [, rule = ''] of text.matchAll(/'((?:input|delivery|run)\.[a-z-]+\.[a-z-]+)'/g)) rules.add(rule);
    }
    expect(rules.size).toBeGreaterThan(20);
    expect([...rules].filter((rule) => explain(rule).length === 0)).toEqual([]);
  });

  it('has a meaning and a place', () => {
    const incomplete = knownRules().filter((rule) => {
      const [{ meaning = '', where = '' } = {}] = explain(rule);
      return [meaning, where].some((text) => text.trim() === '');
    });
    expect(incomplete).toEqual([]);
  });
});

it('a code has the explanations of all its rules', () => {
  expect(explain('209').map(({ rule }) => rule)).toEqual([
    'user.email.invalid',
    'user.email.surrounding-space',
    'user.email.too-long',
  ]);
  expect(explain('99999')).toEqual([]);
});

it.each([
  ['user.emial.invalid', 'user.email.invalid'],
  ['schedule.hierarchy.notfound', 'schedule.hierarchy.not-found'],
  ['no such thing at all', undefined],
])('%s: did you mean %s', (name, meant) => {
  expect(explain(name)).toEqual([]);
  expect(meantRule(name)).toBe(meant);
});
