/** Shared parts of the suite: fresh platforms, cases about conditions, and the record of shown conditions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { ConditionRule, Operation } from '../../../src/platform/conditions/index.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { BASE_CATALOGUE } from './base-catalogue.ts';
import { expectedSighting } from './coverage.ts';
import type { ConformancePlatform, CreatePlatform, PlatformInspector } from './platform.ts';
import { fieldsIn, sightingsIn } from './sightings.ts';

export interface Suite {
  /** The rules that the cases have shown so far. */
  readonly seenRules: Set<string>;
  /** Returns a platform with only the base catalogue or another one. It replaces the platform before it. */
  readonly start: (catalogue?: Catalogue) => Promise<ConformancePlatform>;
}

export interface ConditionCase {
  /** A sentence about the answer. */
  readonly name: string;
  /** All rules that the answer shows, once for each problem. */
  readonly covers: readonly [ConditionRule, ...ConditionRule[]];
  /** The paths of the rules in the answer. */
  readonly fields?: readonly (string | undefined)[];
  readonly catalogue?: Catalogue;
  readonly answer: (service: AssessmentService) => Promise<Answer<unknown>>;
}

/** Must be called inside a `describe`. Its cases share a platform, since a new one takes longer than most cases. */
export function createSuite(createPlatform: CreatePlatform): Suite {
  let platform: ConformancePlatform;
  beforeAll(async () => {
    platform = await createPlatform();
  });
  afterAll(() => platform.close());
  const start = async (catalogue: Catalogue = BASE_CATALOGUE) => {
    await platform.reset(catalogue);
    return platform;
  };
  return { seenRules: new Set(), start };
}

/** Runs cases about conditions: the answer must show exactly the rules of the case. */
export function runConditionCases(suite: Suite, operation: Operation, cases: readonly ConditionCase[]): void {
  for (const { name, covers, fields, catalogue, answer: ask } of cases) {
    it(name, async () => {
      const { service } = await suite.start(catalogue);
      const answer = await ask(service);
      expect(sightingsIn(answer)).toEqual(covers.map((rule) => expectedSighting(operation, rule)));
      if (fields !== undefined) expect(fieldsIn(answer)).toEqual(fields);
      for (const rule of covers) suite.seenRules.add(rule);
    });
  }
}

/** Runs a case about stored entities. It is skipped if the implementation cannot show them. */
export function itInspects(
  suite: Suite,
  name: string,
  run: (platform: ConformancePlatform, inspector: PlatformInspector) => Promise<void>,
  catalogue?: Catalogue,
): void {
  it(name, async (context) => {
    const platform = await suite.start(catalogue);
    if (platform.inspector === undefined) return context.skip('the platform cannot show stored entities');
    await run(platform, platform.inspector);
  });
}

/** Returns the content of an answer, which must be a success with no errors. */
export function contentOf<C>({ status, envelope }: Answer<C>): C {
  expect({ status, Success: envelope.Success, Errors: envelope.Errors }).toEqual({
    status: 200,
    Success: true,
    Errors: null,
  });
  return envelope.Content as C;
}

/** A schedule's own fields as they were stored. */
export async function scheduleOf(inspector: PlatformInspector, id: string): Promise<Record<string, unknown>> {
  const entry = await inspector.entry('Schedules', id);
  expect(entry).toBeDefined();
  return (entry as { Schedule: Record<string, unknown> }).Schedule;
}
