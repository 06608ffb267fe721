import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONDITIONS, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { explain, knownRules, meantRule } from '../../../src/platform/explain/explain.ts';
import { goodValue } from '../../../src/platform/explain/field-examples.ts';
import { fieldRuleSamples } from '../../../src/platform/explain/field-rules.ts';
import { HTTP_REFUSALS } from '../../../src/platform/explain/http-rules.ts';
import { checkFields } from '../../../src/platform/fields/check.ts';
import { DAMAGE } from '../../../src/platform/fields/damage/damage.ts';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

describe('every rule', () => {
  it('that a condition lists is explained, with its code', () => {
    for (const { rules, code } of [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS]) {
      for (const rule of rules) {
        const [explained] = explain(rule);
        expect(explained, rule).toMatchObject({ rule, code });
        if (!rule.endsWith('.required')) expect(explained?.fails, rule).not.toBe('a record without it');
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

  it('has a meaning, an example that fails, another that passes, and a place', () => {
    const incomplete = knownRules().filter((rule) => {
      const [{ meaning = '', fails = '', passes = '', where = '' } = {}] = explain(rule);
      return [meaning, fails, passes, where].some((text) => text.trim() === '') || fails === passes;
    });
    expect(incomplete).toEqual([]);
  });
});

/** Rules that are found while a file is read, or by other checks than those of single values. */
const OF_FILES = new RegExp(
  `\\.(?:item-)?(?:line-break|no-zone|nonexistent|ambiguous|${Object.keys(DAMAGE).join('|')})$`,
);

it('the example of a field rule that fails breaks that rule, and the one that passes breaks none', () => {
  let count = 0;
  const broken: unknown[] = [];
  for (const [rule, { resource, name, fails, passes }] of fieldRuleSamples()) {
    if (OF_FILES.test(rule)) continue;
    const whole = goodValue({ kind: 'object', resource, meaning: '' }) as object;
    // The rule about repeated entries has the name of their field.
    const faulty = checkFields(resource, { ...whole, [name]: fails }).problems.map((found) => found.rule);
    const isLoose = rule.endsWith('surrounding-space') && /name\.surrounding/.test(rule) && faulty.length === 0;
    if (!isLoose && !faulty.includes(rule)) broken.push([rule, fails, faulty]);
    expect(checkFields(resource, { ...whole, [name]: passes }).problems, rule).toEqual([]);
    count += 1;
  }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(300);
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

it.each([
  'user.external-id.repeated',
  'schedule.schedule-ext-id.alike',
  'schedule.title.disagrees',
  'user.field.unknown',
])('%s is explained', (rule) => {
  expect(explain(rule)).toMatchObject([{ rule, code: null }]);
});
