/**
 * A dry run reports what the run does: the same outcomes, findings, rejects, order and exit code. The run changes what the
 * requests change when they are sent one by one.
 */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectionKind } from '../../../../src/bulk/kinds/collections.ts';
import { invigilatorKind } from '../../../../src/bulk/kinds/invigilators.ts';
import type { Kind } from '../../../../src/bulk/kinds/kind.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { createReport } from '../../../../src/bulk/report/create-report.ts';
import { createLedger } from '../../../../src/bulk/report/ledger.ts';
import { runBulk } from '../../../../src/bulk/run/run-bulk.ts';
import type { PasswordHasher } from '../../../../src/engine/dependencies.ts';
import { createEngine } from '../../../../src/engine/engine.ts';
import type { DraftSource } from '../../../../src/model/draft.ts';
import type { BulkReport, Outcome } from '../../../../src/model/report.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';
import type { AssessmentService } from '../../../../src/platform/service.ts';
import { NO_RECORD } from '../../../../src/runs/run-record.ts';
import { createLocalTarget } from '../../../../src/wiring.ts';
import { amount } from '../../../support/amount.ts';
import { engineDependencies, fakeHasher } from '../../../support/conformance/engine-platform.ts';
import { createTestEngine, stateOf } from '../../engine/test-engine.ts';
import { draftOf } from '../check/drafts.ts';
import { type Mixed, send, sequences, withoutPasswords } from './competing-requests.ts';

const REQUESTS = amount(200, 20_000);
const MOST_IN_A_ROW = 80;
/** The mean length of the lists: short lists are more frequent than long ones. */
const MEAN_IN_A_ROW = 26;

/** Takes a different number of turns for each password, so that requests with a hash finish in another order. */
const unevenHasher: PasswordHasher = {
  hash: async (password) => {
    await someTurns(password);
    return fakeHasher.hash(password);
  },
  matches: async (hash, password) => {
    await someTurns(hash);
    return fakeHasher.matches(hash, password);
  },
};

async function someTurns(text: string): Promise<void> {
  for (let turn = 0; turn < (text.length * 7) % 5; turn += 1) await setImmediate();
}

async function dependenciesOnBase() {
  const { store } = await createTestEngine();
  return { ...engineDependencies(store, unevenHasher), newId: () => 'made-up', newToken: () => 'token' };
}

/** The kinds of requests. A field that only one kind has shows the kind of a request. */
const KINDS: Readonly<Record<string, Pick<Kind<unknown>, 'checkForm'>>> = {
  ...{ Schedule: scheduleKind, Title: collectionKind, UserExtId: invigilatorKind, LastName: userKind },
};

function kindOf(request: unknown) {
  const [, kind] = Object.entries(KINDS).find(([field]) => Object.hasOwn(Object(request), field)) ?? [];
  if (kind === undefined) throw new Error('the request has no kind');
  return kind;
}

function sourceOf(requests: readonly Mixed[], isOneLine: boolean): DraftSource {
  return {
    findings: [],
    layout: { format: 'records' },
    drafts: (async function* () {
      for (const [index, { key, request }] of requests.entries()) {
        const draft = draftOf(request, index + 1, { key });
        if (!isOneLine) yield draft;
        else
          yield {
            ...draft,
            rows: [{ ...draft.rows[0], line: 1 }],
            locate: (path) => ({ ...draft.locate(path), line: 1 }),
          };
      }
    })(),
  };
}

interface Given {
  readonly requests: readonly Mixed[];
  readonly isOneLine: boolean;
  readonly dryRun: boolean;
}

async function perform({ requests, isOneLine, dryRun }: Given) {
  const dependencies = await dependenciesOnBase();
  const ledger = createLedger();
  let intended = 0;
  const job = {
    sources: [sourceOf(requests, isOneLine)],
    checks: {
      // The resource is only used to find damaged texts, and these requests have none.
      resource: userResource,
      checkForm: (request: unknown) => kindOf(request).checkForm(request),
      createCrossChecks: () => [],
    },
    send: (service: AssessmentService, request: unknown) => send(service, Object(request)),
  };
  await runBulk<unknown>(
    job,
    await createLocalTarget('.', dependencies),
    {
      ...{ dryRun, skipInvalid: true, concurrency: 1, mode: 'new', signal: new AbortController().signal },
      record: { ...NO_RECORD, intend: () => intended++ },
      describeChange: {
        change: ({ field, before, after }) => ({
          field,
          before: JSON.stringify(before) ?? null,
          after: JSON.stringify(after) ?? null,
        }),
        name: () => undefined,
      },
      events: { onStage: () => {}, onProgress: () => {} },
    },
    ledger,
  );
  const report = createReport(ledger, {
    command: 'a test',
    run: null,
    target: null,
    dryRun,
    rehearsal: null,
    skipInvalid: true,
  });
  return { reported: comparable(report, ledger), state: await stateOf(dependencies.store) };
}

const OUTCOMES: Partial<Record<Outcome, Outcome>> = { 'would-succeed': 'succeeded', 'would-fail': 'failed' };

/** Returns the report without the parts that only sending can know. */
function comparable(report: BulkReport, { rejects }: ReturnType<typeof createLedger>) {
  const { counts, findings, results, exitCode } = report;
  const { read, valid, invalid, create, update, unchanged } = counts;
  return {
    counts: { read, valid, invalid, create, update, unchanged },
    findings,
    results: results.map(({ attempts: _, outcome, ...result }) => ({
      ...result,
      outcome: OUTCOMES[outcome] ?? outcome,
    })),
    rejects: [...rejects],
    exitCode,
  };
}

/** Returns the state of the store after the requests are sent one by one, without a plan. */
async function stateAfter(requests: readonly Mixed[]) {
  const dependencies = await dependenciesOnBase();
  const engine = createEngine(dependencies);
  for (const { request } of requests) await send(engine, request);
  return stateOf(dependencies.store);
}

it('a dry run tells what the run does, and the run keeps what it tells, with and without passwords', async () => {
  let asked = 0;
  const property = fc.asyncProperty(sequences(MOST_IN_A_ROW), fc.boolean(), async (sequence, isOneLine) => {
    asked += sequence.length;
    for (const requests of [sequence, sequence.map(withoutPasswords)]) {
      const { reported } = await perform({ requests, isOneLine, dryRun: true });
      const run = await perform({ requests, isOneLine, dryRun: false });
      expect(run.reported).toEqual(reported);
      expect(run.state).toEqual(await stateAfter(requests));
    }
  });
  await fc.assert(property, { numRuns: Math.ceil(REQUESTS / MEAN_IN_A_ROW), seed: 20_270_920 });
  expect(asked).toBeGreaterThanOrEqual(REQUESTS);
}, 1_800_000);
