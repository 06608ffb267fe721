import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/platform/conditions/condition.ts';
import { CONDITIONS, codeOf, OWN_CONDITIONS } from '../../../src/platform/conditions/index.ts';
import { FORM_SAMPLES, STATE_RULES } from './condition-samples.ts';

/** The error tables of the interface document, copied by hand; null where it gives no number. */
const DOCUMENTED_CODES = {
  pushSchedule: [null, null, null, null, null, null, null, 249, 250, null, null],
  getReviewSession: [1101],
  addCollection: [802, 804, 805, 806, 807, 808, 810, 900, 901, 902, 1000, 1001, 1002, 1003, 1004],
  saveUser: [
    ...[102, 130, 131, 133, 202, 206, 209, 210, 211, 212, 213, 214, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227],
    ...[228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 249, 250],
    1134,
  ],
  removeInvigilators: [100, 200, 300, 301, 302, 305, 319],
} as const;

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

  it('are as many as the document has rows', () => {
    const counts = Object.values(CONDITIONS).map((conditions: readonly Condition[]) => conditions.length);
    expect(counts).toEqual([11, 1, 15, 45, 7]);
  });

  it('name each rule once', () => {
    expect(new Set(allRules).size).toBe(allRules.length);
  });

  it('give no number of their own to what the document does not number', () => {
    expect(OWN_CONDITIONS.every(({ code }) => code === null)).toBe(true);
    expect(codeOf('user.nickname.too-long')).toBeNull();
    expect(codeOf('__proto__')).toBeNull();
    expect(codeOf('constructor')).toBeNull();
  });

  it.each(Object.entries(FORM_SAMPLES))('can be met by the form of a request: %s', (rule, breakRule) => {
    const problems = breakRule();
    expect(problems.map((problem) => problem.rule)).toEqual([rule]);
    expect(problems[0]?.code).toBe(all.find(({ rules }) => rules.includes(rule))?.code);
    expect(problems[0]?.message).not.toBe('');
  });

  it('are each met by the form of a request or depend on the state of the platform', () => {
    const known = [...Object.keys(FORM_SAMPLES), ...Object.values(STATE_RULES).flat()];
    const ofInterface = Object.values(CONDITIONS).flatMap((conditions: readonly Condition[]) =>
      conditions.flatMap(({ rules }) => rules),
    );
    expect(new Set(known).size).toBe(known.length);
    expect(ofInterface.filter((rule) => !known.includes(rule))).toEqual([]);
    expect(known.filter((rule) => !allRules.includes(rule))).toEqual([]);
  });
});
