import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/platform/conditions/condition.ts';
import { CONDITIONS, codeOf, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { DOCUMENTED_CODES } from '../../support/conformance/documented.ts';
import { FORM_SAMPLES, STATE_RULES } from './condition-samples.ts';

const all: readonly Condition[] = [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS];
const allRules = all.flatMap(({ rules }) => rules);

describe('the conditions of the interface', () => {
  it.each(Object.entries(DOCUMENTED_CODES))(
    'of %s have the numbers of the document, row by row',
    (operation, codes) => {
      const conditions: readonly Condition[] = CONDITIONS[operation as keyof typeof CONDITIONS];
      expect(conditions.map(({ code }) => code)).toEqual(codes);
    },
  );

  it('name each rule once', () => {
    expect(new Set(allRules).size).toBe(allRules.length);
  });

  it('give no number of their own to what the document does not number', () => {
    expect(OWN_CONDITIONS.every(({ code }) => code === null)).toBe(true);
    expect(codeOf('user.nickname.too-long')).toBeNull();
    expect(codeOf('__proto__')).toBeNull();
    expect(codeOf('constructor')).toBeNull();
  });

  it.each(FORM_SAMPLES)('can be met by the form of a request: %s', (rule, breakRule) => {
    const problems = breakRule();
    expect(problems.map((problem) => problem.rule)).toEqual([rule]);
    expect(problems[0]?.code).toBe(all.find(({ rules }) => rules.includes(rule))?.code);
    expect(problems[0]?.message).not.toBe('');
  });

  it('are each met by the form of a request or depend on the state of the platform', () => {
    const known = [...new Set(FORM_SAMPLES.map(([rule]) => rule)), ...Object.values(STATE_RULES).flat()];
    const ofInterface = Object.values(CONDITIONS).flatMap((conditions: readonly Condition[]) =>
      conditions.flatMap(({ rules }) => rules),
    );
    expect(new Set(known).size).toBe(known.length);
    expect(ofInterface.filter((rule) => !known.includes(rule))).toEqual([]);
    expect(known.filter((rule) => !allRules.includes(rule))).toEqual([]);
  });
});
