/** A remote service whose waits take no time and are recorded, and servers that are closed when a test ends. */
import { onTestFinished } from 'vitest';
import type { CollectionRequest } from '../../../src/platform/resources/collection.ts';
import type { ScheduleRequest } from '../../../src/platform/resources/schedule.ts';
import type { UserRequest } from '../../../src/platform/resources/user.ts';
import { createRemoteService, type RemoteService, type RemoteServiceOptions } from '../../../src/remote/service.ts';
import { type HostileOptions, type Reaction, startHostileServer } from './server.ts';

/** Must not appear in any error, excerpt or message. */
export const CANARY = 'canary/Tok3n+that=must-not-sing';

/** A clock that sleeping moves forward at once. */
export function createSkippingClock() {
  let skipped = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => performance.now() + skipped,
    random: () => 0.5,
    sleep: async (ms: number) => {
      slept.push(ms);
      skipped += ms;
    },
  };
}

export async function setUp(
  react: Reaction,
  options: Partial<RemoteServiceOptions> = {},
  hostile: HostileOptions = {},
) {
  const server = await startHostileServer(react, hostile);
  onTestFinished(() => server.close());
  const clock = createSkippingClock();
  const service = open({ baseUrl: server.url, clock, ...options });
  return { server, service, clock };
}

export function open(options: Partial<RemoteServiceOptions> & { readonly baseUrl: string }): RemoteService {
  const service = createRemoteService({ ...DEFAULTS, ...options });
  onTestFinished(() => service.close());
  return service;
}

const DEFAULTS = { token: CANARY, timeoutMs: 5_000, retries: 5, concurrency: 8 };

export async function errorOf(
  work: Promise<unknown>,
): Promise<Error & { readonly name: string; readonly hint?: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Nothing was thrown');
}

export function schedule(id: string | null, more: Partial<ScheduleRequest> = {}): ScheduleRequest {
  return {
    Schedule: {
      AssessmentExtId: 'A-1',
      StartDateTime: '2026-11-21T09:00:00.000Z',
      GroupExtId: 'G-1',
      GroupName: 'Group',
      ...(id === null ? {} : { ScheduleExtId: id }),
    },
    Candidates: [],
    ...more,
  };
}

export function upsert(id: string): ScheduleRequest {
  return schedule(id, { Upsert: true });
}

export function collection(id: string | null): CollectionRequest {
  return { Title: 'Collection', ...(id === null ? {} : { ExternalId: id }) };
}

export function user(id: string, more: Partial<UserRequest> = {}): UserRequest {
  return { ExternalId: id, FirstName: 'Ada', LastName: 'Byron', ...more };
}
