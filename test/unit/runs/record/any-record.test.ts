/** Any lines that a record may have mean what a plain reading of them means. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { IntentLine, OutcomeLine, RecordLine } from '../../../../src/runs/record/lines.ts';
import { type RecordState, readRunRecord } from '../../../../src/runs/record/read-record.ts';
import { amount } from '../../../support/amount.ts';

const SETTINGS = { numRuns: amount(60, 2_000), seed: 20_270_412 };
const TARGET = { kind: 'local', where: 'store' };
const HEADER = {
  type: 'run',
  version: 1,
  run: 'r',
  command: 'user sync',
  at: '',
  target: TARGET,
  inputs: [],
  options: {},
};

let path: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-any-record-'));
  path = join(folder, 'record.ndjson');
  return () => rm(folder, { recursive: true, force: true });
});

async function entriesOf(state: RecordState) {
  const entries = [];
  for await (const entry of state.entries()) entries.push(entry);
  return entries;
}

/** A plain reading: an object for everything. */
function read(lines: readonly (RecordLine | string)[]) {
  const [begun, outcomes, before] = [new Set<number>(), new Map<number, OutcomeLine>(), new Map<number, OutcomeLine>()];
  const [changed, digests] = [new Map<number, number>(), new Map<number, number | undefined>()];
  const takeContent = (n: number) => digests.set(n, changed.get(n) ?? digests.get(n));
  for (const line of lines) {
    if (typeof line === 'string') continue;
    if (line.type === 'segment') changed.clear();
    if (line.type === 'intent') digests.set(line.n, line.crc32);
    if (line.type === 'content') changed.set(line.n, line.crc32);
    if (line.type === 'begun' || (line.type === 'outcome' && line.outcome === 'succeeded')) takeContent(line.n);
    if (line.type === 'begun') {
      begun.add(line.n);
      const known = outcomes.get(line.n);
      if (known !== undefined) before.set(line.n, known);
      outcomes.delete(line.n);
    }
    if (line.type === 'outcome') {
      const known = before.get(line.n);
      before.delete(line.n);
      if (line.outcome !== 'not-sent') outcomes.set(line.n, line);
      else if (known !== undefined) outcomes.set(line.n, known);
      else begun.delete(line.n);
    }
  }
  const intents = lines.filter((line): line is IntentLine => typeof line === 'object' && line.type === 'intent');
  const count = (outcome: string) => [...outcomes.values()].filter((line) => line.outcome === outcome).length;
  const entries = intents.map((meant) => {
    const intent = { ...meant, crc32: digests.get(meant.n) };
    const line = outcomes.get(intent.n);
    if (line === undefined || line.outcome === 'unknown') {
      return { ...intent, earlier: { state: line || begun.has(intent.n) ? 'unsure' : 'open' } };
    }
    const { outcome, attempts, errors = [] } = line;
    return { ...intent, earlier: { state: 'settled', result: { action: intent.action, outcome, attempts, errors } } };
  });
  return { entries, counts: { succeeded: count('succeeded'), failed: count('failed'), unknown: count('unknown') } };
}

const numbers = fc.nat({ max: 11 });
const errors = fc.constantFrom({}, { errors: [] }, { errors: [{ Code: 209, Error: 'Größe \u{1f600}' }] });
const events = fc.oneof(
  numbers.map((n) => ({ type: 'begun', n }) as const),
  fc
    .record({ n: numbers, crc32: fc.integer({ min: 1, max: 3 }) })
    .map((more) => ({ type: 'content', ...more }) as const),
  fc.constant({ type: 'segment', mode: 'retry', at: '' } as const),
  fc
    .record({
      n: numbers,
      outcome: fc.constantFrom('succeeded', 'failed', 'unknown', 'not-sent'),
      attempts: fc.constantFrom(0, 1, 3, 255, 256, 70_000),
      more: errors,
    })
    .map(({ more, ...line }) => ({ type: 'outcome', ...line, ...more }) as OutcomeLine),
  fc.constantFrom(
    '',
    'null',
    '7',
    '{"type":"outcome","n":1,"outc',
    '{"type":"begun","n":-1}',
    '{"type":"begun","n":1e15}',
  ),
);
const intents = fc
  .array(
    fc.record({
      key: fc.constantFrom('', 'a', 'b\u2028', 'ö'),
      action: fc.constantFrom('create', 'update', 'unknown'),
      crc32: fc.constantFrom(undefined, 1, 0xffffffff),
    }),
    {
      maxLength: 12,
    },
  )
  .map((given) => given.map((more, n) => ({ type: 'intent', n, file: 'f.csv', line: n + 2, ...more }) as IntentLine));

it('a record means what a plain reading of its lines says', async () => {
  const property = fc.asyncProperty(intents, fc.array(events, { maxLength: 60 }), async (meant, happened) => {
    const lines = [HEADER as unknown as RecordLine, ...meant, ...happened];
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    await writeFile(path, `${texts.join('\n')}\n`);
    const state = await readRunRecord(path);
    const found = (await entriesOf(state)).map(({ state: _, ...intent }) => ({
      ...intent,
      earlier: state.earlier(intent.n),
    }));
    const { entries, counts } = read(lines);
    expect(found).toEqual(entries);
    expect(state.counts).toMatchObject(counts);
  });
  await fc.assert(property, SETTINGS);
});

it('a record is read again from the disk if it is longer than the part in memory', async () => {
  const many = Array.from({ length: 3_000 }, (_, n): IntentLine => {
    return { type: 'intent', n, key: `ü${n}`, file: 'f.csv', line: n + 2, action: 'create' };
  });
  const lines = [HEADER, ...many].map((line) => `${JSON.stringify(line)}\n`);
  await writeFile(path, lines.join(''));
  const state = await readRunRecord(path);
  // What another process adds meanwhile is not told of.
  await writeFile(path, JSON.stringify({ ...many[0], n: 3_000 }), { flag: 'a' });
  expect(await entriesOf(state)).toEqual(many.map((intent) => ({ ...intent, state: 'not begun' })));
  for await (const entry of state.entries()) if (entry.n === 2) break;
});
