/** Any lines that a record may have mean what a plain reading of them means. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readRunRecord, stateWord } from '../../../../src/runs/record/read-record.ts';
import { amount } from '../../../support/amount.ts';

const SETTINGS = { numRuns: amount(60, 2_000), seed: 20_270_412 };
const HEADER = {
  ...{ type: 'run', version: 1, run: 'r', command: 'user sync', at: '', cwd: process.cwd() },
  ...{ target: { kind: 'remote', where: 'https://exams.example.org' }, inputs: [], options: {} },
};

let path: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-any-record-'));
  path = join(folder, 'record.ndjson');
  return () => rm(folder, { recursive: true, force: true });
});

const RECORDS = 6;
const numbers = fc.nat({ max: RECORDS - 1 });
const events = fc.oneof(
  numbers.map((n) => ({ type: 'begun', n })),
  fc
    .record({ n: numbers, outcome: fc.constantFrom('succeeded', 'failed', 'unknown', 'not-sent') })
    .map((more) => ({ type: 'outcome', attempts: 1, ...more })),
  fc.constantFrom(
    '',
    'null',
    '7',
    '{"type":"outcome","n":1,"outc',
    '{"type":"begun","n":-1}',
    '{"type":"begun","n":1e15}',
  ),
);

/** The state of one record: that of its last events. */
function readOne(lines: readonly (string | { type: string; n: number; outcome?: string })[], n: number): string {
  let [state, before] = ['not begun', 'not begun'];
  for (const line of lines) {
    if (typeof line === 'string' || line.n !== n) continue;
    if (line.type === 'begun')
      [state, before] = ['unknown', state === 'unknown' && before !== 'not begun' ? before : state];
    else if (line.outcome !== 'not-sent') state = line.outcome ?? '';
    else state = before;
  }
  return state;
}

it('a record means what a plain reading of its lines says', async () => {
  const settled = fc.array(events, { maxLength: 60 }).filter(isPossible);
  const property = fc.asyncProperty(settled, async (happened) => {
    const intents = Array.from({ length: RECORDS }, (_, n) => {
      return { type: 'intent', n, key: `b\u2028${n}`, file: 'f.csv', line: n + 2, action: 'create', crc32: 1 };
    });
    const sealed = { type: 'sealed', at: '', beside: [] };
    const lines = [HEADER, ...intents, sealed, ...happened];
    await writeFile(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    const { entries } = await readRunRecord(path);
    expect(entries.map(stateWord)).toEqual(intents.map(({ n }) => readOne(happened, n)));
  });
  await fc.assert(property, SETTINGS);
});

/** A run settles only what it has begun. */
function isPossible(lines: Parameters<typeof readOne>[0]): boolean {
  const open = new Set<number>();
  return lines.every((line) => {
    if (typeof line === 'string') return true;
    if (line.type === 'begun') return !open.has(line.n) && open.add(line.n) !== undefined;
    return open.delete(line.n);
  });
}
