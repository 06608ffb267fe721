/** A run that is cut between what the store keeps and what the record says is resumed exactly: nothing twice, nothing lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { createLedger } from '../../../../src/bulk/report/ledger.ts';
import type { BulkOptions } from '../../../../src/bulk/run/bulk-job.ts';
import { runBulk } from '../../../../src/bulk/run/run-bulk.ts';
import { StoreError } from '../../../../src/errors.ts';
import type { RecordResult } from '../../../../src/model/report.ts';
import { readRunRecord } from '../../../../src/runs/record/read-record.ts';
import { continueRunRecord, createRunRecord } from '../../../../src/runs/record/write-record.ts';
import type { RunMode, RunRecord } from '../../../../src/runs/run-record.ts';
import type { Store } from '../../../../src/store/port.ts';
import { createLocalTarget } from '../../../../src/wiring.ts';
import { engineDependencies } from '../../../support/conformance/engine-platform.ts';
import { candidate, scheduleRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { draftOf } from '../check/drafts.ts';

const RUN = '20261121T031500Z-3f9a1c';
const LOCK = { release: () => {} };

/** Without Upsert: what is done twice is refused. The second is refused anyway, for a group that is nowhere. */
const REQUESTS = ['S-1', 'S-2', 'S-3', 'S-4'].map((ScheduleExtId, index) =>
  scheduleRequest({
    schedule: { ScheduleExtId, ...(index === 1 ? { GroupExtId: 'NOWHERE' } : {}) },
    candidates: [candidate({ CandidateExtId: `c-${index}`, Password: 'secret' })],
  }),
);

const sources = () => [
  {
    findings: [],
    layout: { format: 'json' as const },
    drafts: (async function* () {
      for (const [index, request] of REQUESTS.entries()) {
        yield draftOf(request, index + 1, { key: request.Schedule.ScheduleExtId ?? null });
      }
    })(),
  },
];

async function prepare(change: (store: Store) => Store = (store) => store) {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-exact-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'runs', `${RUN}.ndjson`);
  const engine = await createTestEngine();
  const target = await createLocalTarget('.', engineDependencies(change(engine.store)));
  /** `told` are the results as they became certain. */
  const stop = new AbortController();
  const run = async (record: RunRecord, mode: RunMode, onResult: (result: RecordResult) => void = () => {}) => {
    const told: RecordResult[] = [];
    const tell = (result: RecordResult) => {
      onResult(result);
      told.push(result);
    };
    const ledger = createLedger();
    const options: BulkOptions = {
      ...{ dryRun: false, skipInvalid: false, concurrency: 1, mode, record, signal: stop.signal },
      describeChange: { change: ({ field }) => ({ field, before: null, after: null }), name: () => undefined },
      events: { onStage: () => {}, onProgress: () => {}, onResult: tell },
    };
    const job = {
      sources: sources(),
      reopen: async () => sources(),
      checks: scheduleKind,
      send: scheduleKind.operation.send,
    };
    const error = await runBulk(job, target, options, ledger).catch((thrown: unknown) => thrown as Error);
    await record.end(error === undefined ? 0 : 1).catch(() => {});
    return { error, ledger, outcomes: told.map(({ key, outcome }) => `${key} ${outcome}`) };
  };
  const begin = () =>
    createRunRecord(path, {
      ...{ type: 'run', version: 1, run: RUN, command: 'schedule push', at: '', inputs: [], options: {} },
      target: { kind: 'local', where: '.' },
    });
  const resume = async (mode: 'resume' | 'retry' = 'resume') => {
    const state = await readRunRecord(path);
    const done = await target.planner?.doneBy(RUN);
    const record = await continueRunRecord(path, { state, mode, lock: LOCK, done });
    await target.planner?.forget(RUN);
    return run(record, mode);
  };
  const states = async () => {
    const words = [];
    for await (const { key, state } of (await readRunRecord(path)).entries()) words.push(`${key} ${state}`);
    return words;
  };
  return { ...engine, stop, run, begin, resume, states, doneBy: () => target.planner?.doneBy(RUN) };
}

const ALL = ['S-1 succeeded', 'S-2 failed', 'S-3 succeeded', 'S-4 succeeded'];

it('a whole run tells each result when it is kept, writes it down, and leaves nothing in the store', async () => {
  const { run, begin, states, doneBy } = await prepare();
  const { outcomes, error } = await run(await begin(), 'new');
  expect({ error, outcomes }).toEqual({ error: undefined, outcomes: ALL });
  expect(await states()).toEqual(ALL);
  expect(await doneBy()).toEqual([]);
});

/** The record of a process that is killed: from a moment on nothing more is written, not even its end. */
function killedAt(record: RunRecord, isLast: (call: 'beginAll' | 'keepAll', count: number) => boolean): RunRecord {
  onTestFinished(() => record.end(1).catch(() => {}));
  const counts = { beginAll: 0, keepAll: 0 };
  let isDead = false;
  const unlessDead = (call: 'beginAll' | 'keepAll') => (ranges: Parameters<RunRecord['keepAll']>[0]) => {
    counts[call] += 1;
    isDead ||= isLast(call, counts[call]);
    if (isDead) throw new Error('killed');
    record[call](ranges);
  };
  return {
    ...record,
    beginAll: unlessDead('beginAll'),
    keepAll: unlessDead('keepAll'),
    takeBackAll: () => {},
    end: async () => {},
  };
}

it.each([
  ['before it writes what it begins', 'beginAll', 1],
  ['after one commit', 'keepAll', 1],
  ['before its second commit', 'beginAll', 2],
  ['after two commits', 'keepAll', 2],
  ['after the last one', 'keepAll', 3],
] as const)('one that is killed %s is done to its end, and nothing of it twice', async (_, call, count) => {
  const { run, begin, resume, states, state, doneBy } = await prepare();
  const first = await run(
    killedAt(await begin(), (name, times) => name === call && times === count),
    'new',
  );
  expect(first.error?.message).toBe('killed');
  const before = await state();
  const again = await resume();
  expect({ error: again.error, outcomes: again.outcomes }).toEqual({ error: undefined, outcomes: ALL });
  expect(await states()).toEqual(ALL);
  // Links are made anew each time: these are the ones that were made first.
  const after = await state();
  for (const [id, made] of Object.entries(before['Schedules'] ?? {})) expect(after['Schedules']?.[id]).toEqual(made);
  expect(await doneBy()).toEqual([]);
});

it('one that is killed and resumed can be retried: what was refused is refused again, and nothing else is sent', async () => {
  const { run, begin, resume, states } = await prepare();
  await run(
    killedAt(await begin(), (name, times) => name === 'keepAll' && times === 2),
    'new',
  );
  await resume();
  expect((await resume('retry')).outcomes).toEqual(ALL);
  expect(await states()).toEqual(ALL);
});

/** A store whose plans fail at their second commit. */
function failing(store: Store, error: Error): Store {
  return {
    ...store,
    plan: () => {
      const plan = store.plan();
      return {
        ...plan,
        get size() {
          return plan.size;
        },
        keep: (options = {}) =>
          plan.keep({
            ...options,
            progress: (count) => {
              const progress = options.progress?.(count);
              if (count === 2 || progress === undefined) throw error;
              return progress;
            },
          }),
      };
    },
  };
}

it.each([
  ['for certain', {}, 'S-3 not-sent', 'S-3 not begun'],
  ['perhaps', { mayBeDone: true }, 'S-3 unknown', 'S-3 unknown'],
])(
  'a store that has %s not kept a group leaves it so, and resuming does the rest',
  async (_, details, told, written) => {
    const error = new StoreError('disk full', details);
    let current: (store: Store) => Store = (store) => failing(store, error);
    const { run, begin, resume, states } = await prepare((store) => ({ ...store, plan: () => current(store).plan() }));
    const first = await run(await begin(), 'new');
    expect(first.error).toBe(error);
    expect(first.outcomes).toEqual([...ALL.slice(0, 2), told, 'S-4 not-sent']);
    expect(await states()).toEqual([...ALL.slice(0, 2), written, 'S-4 not begun']);
    current = (store) => store;
    expect((await resume()).outcomes).toEqual(ALL);
    expect(await states()).toEqual(ALL);
  },
);

it('one that is asked to stop tells of those behind that they were not sent', async () => {
  const { stop, run, begin, states } = await prepare();
  const record = await begin();
  const stopping: RunRecord = {
    ...record,
    keepAll: (ranges) => {
      record.keepAll(ranges);
      stop.abort('SIGINT');
    },
  };
  const { error, outcomes } = await run(stopping, 'new');
  expect({ error, outcomes }).toEqual({
    error: undefined,
    outcomes: [...ALL.slice(0, 2), 'S-3 not-sent', 'S-4 not-sent'],
  });
  expect(await states()).toEqual([...ALL.slice(0, 2), 'S-3 not begun', 'S-4 not begun']);
});

it('a result that cannot be told stops the run, and what was kept until then is written down', async () => {
  const { run, begin, states } = await prepare();
  const { error, outcomes } = await run(await begin(), 'new', () => {
    throw new Error('the pipe is closed');
  });
  expect({ error: error?.message, outcomes }).toEqual({ error: 'the pipe is closed', outcomes: [] });
  expect((await states())[0]).toBe('S-1 succeeded');
});
