/** A run that stops between the commit of the store and the entry of the run record is resumed exactly: nothing is lost or sent twice. */
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

/** Without Upsert, a request that is done twice is refused. S-2 is always refused, since its group does not exist. */
const REQUESTS = ['S-1', 'S-2', 'S-3', 'S-4'].map((ScheduleExtId, index) =>
  scheduleRequest({
    schedule: { ScheduleExtId, ...(index === 1 ? { GroupExtId: 'NOWHERE' } : {}) },
    candidates: [candidate({ CandidateExtId: `c-${index}`, Password: 'secret' })],
  }),
);

const sources = () => [
  {
    findings: [],
    layout: { format: 'records' as const },
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
  /** `outcomes` are in the order in which the run reported them. */
  const stop = new AbortController();
  const run = async (record: RunRecord, mode: RunMode, onResult: (result: RecordResult) => void = () => {}) => {
    const reported: RecordResult[] = [];
    const report = (result: RecordResult) => {
      onResult(result);
      reported.push(result);
    };
    const ledger = createLedger();
    const options: BulkOptions = {
      ...{ dryRun: false, skipInvalid: false, concurrency: 1, mode, record, signal: stop.signal },
      describeChange: { change: ({ field }) => ({ field, before: null, after: null }), name: () => undefined },
      events: { onStage: () => {}, onProgress: () => {}, onResult: report },
    };
    const job = {
      sources: sources(),
      reopen: async () => sources(),
      checks: scheduleKind,
      send: scheduleKind.operation.send,
    };
    const error = await runBulk(job, target, options, ledger).catch((thrown: unknown) => thrown as Error);
    await record.end(error === undefined ? 0 : 1).catch(() => {});
    return { error, ledger, outcomes: reported.map(({ key, outcome }) => `${key} ${outcome}`) };
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

it('a complete run reports each result when it is kept, records it, and leaves no progress in the store', async () => {
  const { run, begin, states, doneBy } = await prepare();
  const { outcomes, error } = await run(await begin(), 'new');
  expect({ error, outcomes }).toEqual({ error: undefined, outcomes: ALL });
  expect(await states()).toEqual(ALL);
  expect(await doneBy()).toEqual([]);
});

/** The run record of a process that is killed: after the given call it writes nothing more, not even its end. */
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
  expect(first.ledger.settled).toBe(ALL.length);
  const before = await state();
  const again = await resume();
  expect({ error: again.error, outcomes: again.outcomes }).toEqual({ error: undefined, outcomes: ALL });
  expect(await states()).toEqual(ALL);
  // Each push creates new links, so equal links prove that nothing was pushed twice.
  const after = await state();
  for (const [id, made] of Object.entries(before['Schedules'] ?? {})) expect(after['Schedules']?.[id]).toEqual(made);
  expect(await doneBy()).toEqual([]);
});

it('a run that is killed and resumed can be retried: only the refused request is sent, and it is refused again', async () => {
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
  ['certainly', {}, 'S-3 not-sent', 'S-3 not begun'],
  ['perhaps', { mayBeDone: true }, 'S-3 unknown', 'S-3 unknown'],
])(
  'after a store has %s not kept a commit, its records have that state, and resuming does the rest',
  async (_, details, reported, written) => {
    const error = new StoreError('disk full', details);
    let current: (store: Store) => Store = (store) => failing(store, error);
    const { run, begin, resume, states } = await prepare((store) => ({ ...store, plan: () => current(store).plan() }));
    const first = await run(await begin(), 'new');
    expect(first.error).toBe(error);
    expect(first.outcomes).toEqual([...ALL.slice(0, 2), reported, 'S-4 not-sent']);
    expect(await states()).toEqual([...ALL.slice(0, 2), written, 'S-4 not begun']);
    current = (store) => store;
    expect((await resume()).outcomes).toEqual(ALL);
    expect(await states()).toEqual(ALL);
  },
);

it('a run that is asked to stop reports the records behind as not sent', async () => {
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

it('a result that cannot be reported stops the run, and the record has all that was kept before', async () => {
  const { run, begin, states } = await prepare();
  const { error, outcomes } = await run(await begin(), 'new', () => {
    throw new Error('the pipe is closed');
  });
  expect({ error: error?.message, outcomes }).toEqual({ error: 'the pipe is closed', outcomes: [] });
  expect((await states())[0]).toBe('S-1 succeeded');
});
