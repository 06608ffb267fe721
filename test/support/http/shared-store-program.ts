/**
 * `serve` on a store that several processes seem to share. There is no real store: each answer names the process that gave
 * it. A file says what workers find when they start: no store, one that never answers, or room for one worker only.
 */
import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import type { Served } from '../../../src/context.ts';
import { succeed } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { runServeProgram, type ServedStore } from './serve-program.ts';

const served = {
  service: { getReviewSession: async () => succeed(process.pid as never) } as unknown as AssessmentService,
  keyed: () => served.service,
  sandbox: {} as never,
  check: async () => undefined,
  assertUsable: () => undefined,
  counts: () => ({ commits: 1 }),
  forgetKeptAnswers: async () => undefined,
  close: async () => undefined,
} as Served;

let isReached = false;

async function reach(): Promise<never[]> {
  if (isReached) return [];
  const file = process.env['STATE_FILE'] ?? '';
  const state = cluster.worker !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (state === 'silent') await new Promise(() => {});
  const isFull = state === 'full' && cluster.worker?.id !== 1;
  if (state === 'gone' || isFull) throw new Error('the store cannot be reached');
  isReached = true;
  return [];
}

runServeProgram({
  openServed: async () => served,
  storeBackend: (() => ({
    isShared: true,
    tokens: async () => ({ list: reach }),
  })) as unknown as ServedStore['storeBackend'],
});
