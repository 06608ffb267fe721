/** What is remembered of a remote, from the records of runs: only what it was sent last, and took. */
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Outcome, RecordResult } from '../../../src/model/report.ts';
import type { Target } from '../../../src/model/target.ts';
import type { Person } from '../../../src/platform/fields/person.ts';
import { createDigests, createMemory, type Digests, type Memory } from '../../../src/runs/memory.ts';
import { ORDER_FILE, readOrder } from '../../../src/runs/order.ts';
import { newRunId } from '../../../src/runs/record/lines.ts';
import { listRunIds, recordPath } from '../../../src/runs/record/list-records.ts';
import { readRunRecord } from '../../../src/runs/record/read-record.ts';
import { lockRun } from '../../../src/runs/record/run-lock.ts';
import { continueRunRecord, createRunRecord, type Remember } from '../../../src/runs/record/write-record.ts';
import type { RunRecord } from '../../../src/runs/run-record.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';
import { draft } from './record/drafts.ts';

interface Thing {
  readonly id: string;
  readonly value: string;
}

const OLD: Thing = { id: 'u-1', value: 'old' };
const NEW: Thing = { id: 'u-1', value: 'new' };
const digestsOf = (digestKey: string) =>
  createDigests({ where: 'https://exams.example.org', digestKey } as Target) as Digests;
const DIGESTS = digestsOf('of the token');

let folder: string;
let now: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  now = Date.parse('2027-01-01T00:00:00Z');
});

const result = (outcome: Outcome, more: Partial<RecordResult> = {}): RecordResult => {
  return { key: '', file: '', line: 0, action: 'create', outcome, attempts: 1, errors: [], ...more };
};

interface Kind {
  readonly digests?: Digests;
  readonly isFinal?: boolean;
  /** For a request that changes only these people. */
  readonly people?: readonly string[];
}

const ADA = { FirstName: 'Ada', LastName: 'Byron', Email: 'ada@example.org' };

function personOf(request: unknown): Person {
  return { ...((request as Thing).value === 'of Ada' && ADA) };
}

/** What the record of a run keeps of things. */
function rememberAs({ digests = DIGESTS, isFinal, people }: Kind): Remember {
  return (request) => ({
    ...(people === undefined && { sent: digests.ofRequest(request) }),
    ...(!isFinal && {
      people: (people ?? [(request as Thing).id]).map(
        (id) => [id, digests.ofPerson({ id, person: personOf(request) })] as const,
      ),
    }),
  });
}

/** A run that has sealed its plan of one record. Each run begins a day before the one before it: no clock counts. */
async function begin(thing: Thing, kind: Kind = {}) {
  now -= 86_400_000;
  const run = newRunId(new Date(now));
  const path = recordPath(folder, run);
  const header = {
    ...{ type: 'run' as const, version: 1 as const, run, command: 'user sync', at: '', cwd: '', options: {} },
    target: { kind: 'remote' as const, where: 'https://exams.example.org' },
  };
  return under(path, await createRunRecord(path, header, rememberAs(kind)), thing);
}

/** A later part of a run. */
async function resume(path: string, thing: Thing, kind: Kind = {}) {
  const [state, lock] = [await readRunRecord(path), await lockRun(path, 'runs resume')];
  const more = { isInputChanged: true, remember: rememberAs(kind) };
  return under(path, await continueRunRecord(path, { state, mode: 'resume', lock, ...more }), thing);
}

async function under(path: string, record: RunRecord, thing: Thing) {
  onTestFinished(() => record.end(0).catch(() => {}));
  const valid = { draft: draft(thing.id, 2), request: thing };
  const number = record.find(valid) ?? record.intend(valid, 'unknown');
  await record.seal();
  return {
    path,
    end: async (outcome?: Outcome, more: Partial<RecordResult> = {}) => {
      record.begin([number]);
      if (outcome !== undefined) record.settle(number, result(outcome, more));
      await record.end(0);
      return path;
    },
  };
}

async function send(thing: Thing, outcome: Outcome | undefined, more: Partial<RecordResult> & Kind = {}) {
  return (await begin(thing, more)).end(outcome, more);
}

async function isKnown(thing: Thing, kind: Kind = {}): Promise<boolean> {
  return (await open(kind)).isKnown({ draft: draft(thing.id, 9), request: thing });
}

async function open({ digests = DIGESTS, isFinal = false }: Kind = {}): Promise<Memory> {
  const [order, ids] = [await readOrder(folder), await listRunIds(folder)];
  const states = await Promise.all(ids.map((run) => readRunRecord(recordPath(folder, run))));
  const runs = states.map((state) => ({ state, isOfToken: true }));
  return createMemory({ digests, runs, order, present: new Set(ids), isFinal });
}

it('the memory knows what was sent last to this target, and nothing else', async () => {
  await send(OLD, 'succeeded');
  expect([await isKnown(OLD), await isKnown(NEW), await isKnown({ ...OLD, id: 'u-2' })]).toEqual([true, false, false]);
  await send(NEW, 'succeeded');
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, true]);
});

it.each([
  ['was refused', 'failed', {}],
  ['has an unknown outcome', 'unknown', {}],
  ['has no answer, since the run was killed', undefined, {}],
  ['is done by an answer to a later attempt', 'succeeded', { said: 'exists already' }],
] as const)('the memory forgets an id once a request for it %s', async (_, outcome, more) => {
  await send(OLD, 'succeeded');
  await send(NEW, outcome, more);
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, false]);
  await send(OLD, 'succeeded');
  expect(await isKnown(OLD)).toBe(true);
});

it('the memory forgets an id as soon as a run may send something else for it', async () => {
  await send(OLD, 'succeeded');
  const { path } = await begin(NEW);
  expect(await isKnown(OLD)).toBe(false);
  // Whatever a kill has cut off.
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.slice(0, text.indexOf('{"type":"sealed"')));
  expect(await isKnown(OLD)).toBe(true);
});

it('what is sent when a run is resumed comes after what other runs have sent', async () => {
  const first = await send(OLD, undefined);
  await send(NEW, 'succeeded');
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, true]);
  await (await resume(first, OLD)).end('succeeded');
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([true, false]);
});

it('the memory knows a changed password although the digest without secrets is the same', async () => {
  const [one, other] = ['one', 'other'].map((Password) => ({ ...OLD, Password }) as Thing);
  const first = await send(one as Thing, undefined);
  await (await resume(first, other as Thing)).end('succeeded');
  expect([await isKnown(one as Thing), await isKnown(other as Thing)]).toEqual([false, true]);
});

it('people whom a resumed run has no more may have been sent by its first part', async () => {
  await send({ ...OLD, id: 'u-2' }, 'succeeded');
  const push = { id: 'S-1', value: 'a sitting' };
  const first = await send(push, undefined, { people: ['u-2'] });
  const changed = { ...push, value: 'with another candidate' };
  await (await resume(first, changed, { people: ['u-3'] })).end('succeeded');
  expect(await isKnown({ ...OLD, id: 'u-2' })).toBe(false);
});

it('the memory forgets ids that requests of other kinds change', async () => {
  await send(OLD, 'succeeded');
  await send({ ...OLD, id: 'u-2' }, 'succeeded');
  await send({ id: 'S-1', value: 'a sitting' }, 'succeeded', { people: ['u-2', 'u-3'] });
  expect([await isKnown(OLD), await isKnown({ ...OLD, id: 'u-2' })]).toEqual([true, false]);
});

it('what two runs at once have sent counts as unknown, whichever answer came last', async () => {
  const [first, second] = [await begin(OLD), await begin(NEW)];
  await second.end('succeeded');
  await first.end('succeeded');
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, false]);
  await send(NEW, 'succeeded');
  expect(await isKnown(NEW)).toBe(true);
});

it('what a target cannot change any more stays known, also if it is refused later', async () => {
  await send(OLD, 'succeeded', { isFinal: true });
  await send(NEW, 'failed', { isFinal: true });
  expect(await isKnown(OLD, { isFinal: true })).toBe(true);
});

it('a run whose record is gone makes uncertain what was sent before it, and nothing that was sent after it', async () => {
  const [oldest, other] = [await send(OLD, 'succeeded'), { ...OLD, id: 'u-2' }];
  const lost = await send(NEW, 'succeeded');
  await send(other, 'succeeded');
  await rm(oldest);
  expect([await isKnown(NEW), await isKnown(other)]).toEqual([true, true]);
  await rm(lost);
  expect([await isKnown(NEW), await isKnown(other)]).toEqual([false, true]);
  await send(OLD, 'succeeded');
  await rm(await send(NEW, 'succeeded'));
  expect([await isKnown(OLD), await isKnown(NEW), await isKnown(other)]).toEqual([false, false, false]);
});

it('nothing is known beside a run that was under way and is gone, and nothing without the order of the runs', async () => {
  const long = await begin(NEW);
  await send(OLD, 'succeeded');
  await rm(await long.end('succeeded'));
  expect(await isKnown(OLD)).toBe(false);
  await send(OLD, 'succeeded');
  expect(await isKnown(OLD)).toBe(true);
  await rm(join(folder, ORDER_FILE));
  expect(await isKnown(OLD)).toBe(false);
});

it('the order of the runs is for its owner alone, and goes on after a line that was cut', async () => {
  const path = join(folder, ORDER_FILE);
  await send(OLD, 'succeeded');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await appendFile(path, '{"run":"2027');
  await send(NEW, 'succeeded');
  expect(await isKnown(NEW)).toBe(true);
});

it('the memory holds no value, and shows nothing to a reader without the key', async () => {
  const path = await send({ id: 'u-1', value: 'canary-password' }, 'succeeded');
  expect(await readFile(path, 'utf8')).not.toContain('canary');
  expect(await isKnown({ id: 'u-1', value: 'canary-password' }, { digests: digestsOf('a guess') })).toBe(false);
});

it('a person is known under the id that was sent last, and not by what was sent before a record that is gone', async () => {
  const isRenumbered = async (id: string) =>
    (await (await open()).people.conflicts([{ id, person: ADA }]))[0]?.map((conflict) => [conflict.kind, conflict.id]);
  await send({ id: 'u-1', value: 'of Ada' }, 'failed');
  expect(await isRenumbered('u-9')).toEqual([]);
  await send({ id: 'u-1', value: 'of Ada' }, 'succeeded');
  expect(await isRenumbered('u-9')).toEqual([['renumbered', 'u-1']]);
  expect(await isRenumbered('u-1')).toEqual([]);
  await rm(await send({ id: 'u-2', value: 'of somebody else' }, 'succeeded'));
  expect(await isRenumbered('u-9')).toEqual([]);
});
