/** What a record says after a run that was cut anywhere, resumed or retried. */

import { appendFile, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome, RecordResult } from '../../../../src/model/report.ts';
import { findChange, fingerprintFiles } from '../../../../src/runs/record/fingerprint.ts';
import type { RunHeader } from '../../../../src/runs/record/lines.ts';
import { listRunIds, recordPath } from '../../../../src/runs/record/list-records.ts';
import { earlierOf, type RecordState, readRunRecord, stateWord } from '../../../../src/runs/record/read-record.ts';
import { continueRunRecord, createRunRecord } from '../../../../src/runs/record/write-record.ts';
import type { RunRecord } from '../../../../src/runs/run-record.ts';
import { step } from '../../../support/amount.ts';
import { temporaryFolder } from '../../../support/store/temporary-folder.ts';
import { draft } from './drafts.ts';

const RUN = '20261121T031500Z-3f9a1c';
const HEADER: RunHeader = {
  type: 'run',
  version: 1,
  run: RUN,
  command: 'user sync',
  at: '2026-11-21T03:15:00.000Z',
  target: { kind: 'remote', where: 'https://exams.example.org' },
  cwd: process.cwd(),
  inputs: [],
  options: {},
};

/** Of a process that was killed, and whose lock another one has taken over: here both are one process. */
const LOCK = { release: () => {} };

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'runs', `${RUN}.ndjson`);
});

function result(outcome: Outcome, more: Partial<RecordResult> = {}): RecordResult {
  return { key: '', file: '', line: 0, action: 'create', outcome, attempts: 1, errors: [], ...more };
}

/** No file stays open after its test, whatever the run in it was. */
function closedAtEnd(record: RunRecord): RunRecord {
  onTestFinished(() => record.end(0).catch(() => {}));
  return record;
}

async function create(at: string, header = HEADER): Promise<RunRecord> {
  return closedAtEnd(await createRunRecord(at, header));
}

async function goOn(state: RecordState, mode: 'resume' | 'retry'): Promise<RunRecord> {
  return closedAtEnd(await continueRunRecord(path, { state, mode, lock: LOCK }));
}

async function firstOf() {
  const [entry] = (await readRunRecord(path)).entries;
  return entry && earlierOf(entry);
}

async function newRecord(keys: readonly (string | null)[] = ['u-1', 'u-2', 'u-3']) {
  const record = await create(path);
  const numbers = keys.map((key, index) => record.intend({ draft: draft(key, index + 2), request: { key } }, 'create'));
  await record.seal();
  return { record, numbers };
}

async function statesOf(): Promise<string[]> {
  return (await readRunRecord(path)).entries.map((entry) => `${entry.key} ${stateWord(entry)}`);
}

describe('a record', () => {
  it('is readable by its owner alone, and so is its folder', async () => {
    await newRecord();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'runs'))).mode & 0o777).toBe(0o700);
  });

  it('is never there without its header, so that a run that is killed at once is listed and can be resumed', async () => {
    await mkdir(join(folder, 'runs'));
    const sizes: number[] = [];
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await setImmediate())
        sizes.push(
          await stat(path).then(
            ({ size }) => size,
            () => -1,
          ),
        );
    })();
    await create(path);
    isOver = true;
    await watching;
    expect(sizes).not.toContain(0);
    expect(await readRunRecord(path)).toMatchObject({ header: { run: RUN }, entries: [], isSealed: false });
    expect((await readdir(join(folder, 'runs'))).filter((name) => !name.startsWith('lock-'))).toEqual([
      `${RUN}.ndjson`,
    ]);
  });

  it('that is cut at any byte is read as far as it goes, and never claims more than was written', async () => {
    const { record } = await newRecord(['a', 'b']);
    record.begin([0]);
    record.settle(0, result('succeeded'));
    record.begin([1]);
    await record.end(0);
    const whole = await readFile(path);
    const headerEnd = whole.indexOf('\n');
    for (let length = whole.length; length > headerEnd; length -= step(3)) {
      await truncate(path, length);
      const written = whole.subarray(0, length).toString();
      const state = await readRunRecord(path);
      const isDone = written.includes('"outcome":"succeeded","attempts":1}');
      const [first] = state.entries;
      if (first === undefined) expect(written).not.toContain('"begun"');
      else
        expect(earlierOf(first).state).toBe(
          isDone ? 'settled' : written.includes('"begun","n":0}') ? 'unsure' : 'open',
        );
    }
    await truncate(path, headerEnd - 1);
    await expect(readRunRecord(path)).rejects.toThrow('is not the record of a run');
  });

  it('of a run on a store leaves all records unknown, from the seal until the store has told what became of them', async () => {
    const record = await create(path, { ...HEADER, target: { kind: 'local', where: folder } });
    record.intend({ draft: draft('u-1', 2), request: {} }, 'create');
    record.intend({ draft: draft('u-2', 3), request: {} }, 'create');
    await record.seal();
    expect(await statesOf()).toEqual(['u-1 unknown', 'u-2 unknown']);
    record.settle(0, result('failed'));
    record.settle(1, result('not-sent'));
    await record.end(0);
    expect(await statesOf()).toEqual(['u-1 failed', 'u-2 not begun']);
    const retry = await goOn(await readRunRecord(path), 'retry');
    await retry.seal();
    expect(await statesOf()).toEqual(['u-1 unknown', 'u-2 not begun']);
    retry.settle(0, result('not-sent'));
    await retry.end(0);
    expect(await statesOf()).toEqual(['u-1 failed', 'u-2 not begun']);
  });

  it('goes on after a line that was cut', async () => {
    const { record } = await newRecord();
    record.begin([0]);
    record.settle(0, result('succeeded'));
    await appendFile(path, '{"type":"outcome","n":1,"outc');
    const second = await goOn(await readRunRecord(path), 'resume');
    second.begin([1]);
    second.settle(1, result('succeeded'));
    await second.end(0);
    expect(await statesOf()).toEqual(['u-1 succeeded', 'u-2 succeeded', 'u-3 not begun']);
  });
});

it('a record that cannot be written fails with an error of ours, each time', async () => {
  const { record } = await newRecord();
  await record.end(130);
  // A device on which nothing fits stands in the place of the record.
  const second = closedAtEnd(
    await continueRunRecord('/dev/full', { state: await readRunRecord(path), mode: 'resume', lock: LOCK }),
  );
  expect(() => second.begin([0])).toThrow(expect.objectContaining({ name: 'RunRecordError', exitCode: 1 }));
  expect(() => second.begin([1])).toThrow('ENOSPC');
  await expect(second.end(1)).rejects.toMatchObject({ name: 'RunRecordError' });
});

it('a record is neither read nor written through a link', async () => {
  const { record } = await newRecord();
  await record.end(130);
  const state = await readRunRecord(path);
  await rename(path, `${path}.moved`);
  await symlink(`${path}.moved`, path);
  await expect(readRunRecord(path)).rejects.toMatchObject({ name: 'RunRecordError' });
  await expect(goOn(state, 'resume')).rejects.toMatchObject({ name: 'RunRecordError' });
});

it.each([
  ['without its target', { target: undefined }, 'is not the record of a run'],
  ['without options', { options: null }, 'is not the record of a run'],
  ['with odd inputs', { inputs: [null] }, 'is not the record of a run'],
  ['of another version', { version: 99 }, 'is not the record of a run that this examctl can read'],
])('a record that is of another program, or edited, is refused: %s', async (_, change, says) => {
  await mkdir(join(folder, 'runs'), { recursive: true });
  await appendFile(path, `${JSON.stringify({ ...HEADER, ...change })}\n`);
  await expect(readRunRecord(path)).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining(says),
  });
});

describe('what was begun', () => {
  it('again and for certain not sent is what it was before', async () => {
    const { record } = await newRecord();
    record.begin([0]);
    record.settle(0, result('failed', { errors: [{ Code: 209, Error: 'no' }] }));
    const second = await goOn(await readRunRecord(path), 'retry');
    second.begin([0]);
    expect(await firstOf()).toEqual({ state: 'unsure' });
    second.settle(0, result('not-sent'));
    expect(await firstOf()).toMatchObject({ state: 'settled', result: { outcome: 'failed' } });
  });
});

describe('records are known again', () => {
  it('by file, line and id', async () => {
    await newRecord();
    const state = await readRunRecord(path);
    const second = await goOn(state, 'resume');
    expect(second.find({ draft: draft('u-2', 3), request: {} })).toBe(1);
    expect(second.find({ draft: draft('u-2', 4), request: {} })).toBeUndefined();
    expect(second.find({ draft: draft('u-9', 3), request: {} })).toBeUndefined();
    expect(second.find({ draft: draft('u-2', 3, 'others.csv'), request: {} })).toBeUndefined();
    expect(second.intend({ draft: draft('u-9', 9), request: {} }, 'create')).toBe(3);
  });

  it('one by one although they have no id and stand on one line', async () => {
    const first = await create(path);
    const same = () => draft(null, 1, 'collections.json');
    expect(
      [same(), draft('c-1', 1, 'collections.json'), same()].map((one) =>
        first.intend({ draft: one, request: {} }, 'create'),
      ),
    ).toEqual([0, 1, 2]);
    await first.seal();
    const second = await goOn(await readRunRecord(path), 'resume');
    expect(
      [same(), draft('c-1', 1, 'collections.json'), same()].map((one) => second.find({ draft: one, request: {} })),
    ).toEqual([0, 1, 2]);
  });
});

describe('ids of runs', () => {
  it.each([
    '../../x',
    '..',
    '',
    '20261121T031500Z-3f9a1c/../x',
    '20261121T031500Z-3f9a1c\n',
    '/etc/passwd',
    '__proto__',
  ])('%j is none, and becomes no path', (id) => {
    expect(() => recordPath(folder, id)).toThrow('is not the id of a run');
  });

  it('are listed the newest first, and other files are not', async () => {
    await newRecord();
    await create(join(folder, 'runs', '20261122T000000Z-000000.ndjson'));
    await appendFile(join(folder, 'runs', 'order.ndjson'), '');
    expect(await listRunIds(join(folder, 'runs'))).toEqual(['20261122T000000Z-000000', RUN]);
    expect(await listRunIds(join(folder, 'nowhere'))).toEqual([]);
  });
});

describe('the input', () => {
  it('that has changed, or is gone, is refused by its name', async () => {
    const file = join(folder, 'users.csv');
    await appendFile(file, 'ExternalId\nu-1\n');
    const prints = (await fingerprintFiles([file])) ?? [];
    expect(await findChange(prints)).toBeUndefined();
    await appendFile(file, 'u-2\n');
    expect((await findChange(prints))?.message).toBe(`${file} has changed since the run began`);
    await rm(file);
    expect((await findChange(prints))?.message).toBe(`${file} cannot be read any more`);
  });
});
