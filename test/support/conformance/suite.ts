/** What the files of the suite share: fresh platforms, cases about conditions, and the record of what was seen. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { ConditionRule, Operation } from '../../../src/platform/conditions/index.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { BASE_CATALOGUE } from './base-catalogue.ts';
import { type Coverage, expectedSighting } from './coverage.ts';
import type { ConformancePlatform, CreatePlatform, PlatformLook } from './platform.ts';
import { fieldsIn, sightingsIn } from './sightings.ts';

export interface Suite {
  readonly coverage: Coverage;
  /** The platform, as it begins anew with the base catalogue or another one. The one before is no more. */
  readonly start: (catalogue?: Catalogue) => Promise<ConformancePlatform>;
}

export interface ConditionCase {
  /** A sentence about what is answered. */
  readonly name: string;
  /** The rules that the answer shows: these and no others, once for each problem. */
  readonly covers: readonly [ConditionRule, ...ConditionRule[]];
  /** Where the answer says that they are. */
  readonly fields?: readonly (string | undefined)[];
  readonly catalogue?: Catalogue;
  readonly answer: (service: AssessmentService) => Promise<Answer<unknown>>;
}

/** To be called inside a `describe`. Its cases share a platform: to make one takes longer than most cases. */
export function createSuite(coverage: Coverage, createPlatform: CreatePlatform): Suite {
  let platform: ConformancePlatform;
  beforeAll(async () => {
    platform = await createPlatform();
  });
  afterAll(() => platform.close());
  const start = async (catalogue: Catalogue = BASE_CATALOGUE) => {
    await platform.reset(catalogue);
    return platform;
  };
  return { coverage, start };
}

/** Runs cases about conditions: the answer must show what the case claims, and nothing else. */
export function runConditionCases(suite: Suite, operation: Operation, cases: readonly ConditionCase[]): void {
  for (const { name, covers, fields, catalogue, answer: ask } of cases) {
    it(name, async () => {
      const { service } = await suite.start(catalogue);
      const answer = await ask(service);
      expect(sightingsIn(answer)).toEqual(covers.map((rule) => expectedSighting(operation, rule)));
      if (fields !== undefined) expect(fieldsIn(answer)).toEqual(fields);
      for (const rule of covers) suite.coverage.record(rule, name);
    });
  }
}

/** Runs a case about what was stored; skipped where the implementation offers no look. */
export function itLooks(
  suite: Suite,
  name: string,
  run: (platform: ConformancePlatform, look: PlatformLook) => Promise<void>,
  catalogue?: Catalogue,
): void {
  it(name, async (context) => {
    const platform = await suite.start(catalogue);
    if (platform.look === undefined) return context.skip('the platform offers no look at what it stored');
    await run(platform, platform.look);
  });
}

/** The content of an answer that must be a success in every respect. */
export function contentOf<C>({ status, envelope }: Answer<C>): C {
  expect({ status, Success: envelope.Success, Errors: envelope.Errors }).toEqual({
    status: 200,
    Success: true,
    Errors: null,
  });
  return envelope.Content as C;
}

/** A schedule's own fields as they were stored. */
export async function scheduleOf(look: PlatformLook, id: string): Promise<Record<string, unknown>> {
  const entry = await look.entry('Schedules', id);
  expect(entry).toBeDefined();
  return (entry as { Schedule: Record<string, unknown> }).Schedule;
}
