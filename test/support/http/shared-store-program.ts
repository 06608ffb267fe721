/**
 * `serve` on a store that several processes seem to share. There is no real store: each answer names the process that gave
 * it.
 */
import type { Served } from '../../../src/context.ts';
import { succeed } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { runServeProgram, type ServedStore } from './serve-program.ts';

const served = {
  service: { getReviewSession: async () => succeed(process.pid as never) } as unknown as AssessmentService,
  keyed: () => served.service,
  sandbox: {} as never,
  check: async () => undefined,
  counts: () => ({ commits: 1 }),
  forgetKeptAnswers: async () => undefined,
  close: async () => undefined,
} as Served;

runServeProgram({
  openServed: async () => served,
  storeBackend: (() => ({
    isShared: true,
    tokens: async () => ({ list: async () => [] }),
  })) as unknown as ServedStore['storeBackend'],
});
