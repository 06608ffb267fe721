import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { openInput } from '../../../src/input/open-input.ts';
import { fileOf, formOf, readFileInput, readPath, readStdin, recordsIn } from './reading.ts';

describe('the format of an input', () => {
  test.each([
    ['.csv', 'a,b\n', 'csv'],
    ['.TSV', 'a\tb\n', 'csv'],
    ['.txt', 'a;b\n', 'csv'],
    ['.json', '[]', 'json'],
    ['.ndjson', '{}\n', 'ndjson'],
    ['.jsonl', '{}\n', 'ndjson'],
    ['.data', '[{"a":1}]', 'json'],
    ['.data', '{"a":1}\n{"a":2}\n', 'ndjson'],
    ['', 'a,b\n', 'csv'],
  ])('of a file that ends in "%s" and begins with %j is %s', async (ending, text, format) => {
    const { input, error } = await readFileInput(text, ending);
    expect(error).toBeUndefined();
    expect(formOf(input)[0]).toBe(format);
  });

  test.each<[text: string, format: string, records: number]>([
    ['a,b\n1,2\n', 'csv', 1],
    ['\n [\n{"a":1}]', 'json', 1],
    ['{\n  "a": 1\n}\n', 'json', 1],
    ['{"a": {\n "b": 1}}\n', 'json', 1],
    ['{\n  "a": {\n"b": 1\n},\n"c": [\n{"d":1},\n{"d":2}]}', 'json', 1],
    ['\n{"a":1}\n{"a":2}\n', 'ndjson', 2],
    ['{"a":1}', 'ndjson', 1],
    [`{"a":"${'x'.repeat(200_000)}"}\n`, 'ndjson', 1],
    ['\ufeff[1]', 'json', 1],
  ])('of standard input %# is found by looking', async (text, format, records) => {
    const seen = await readStdin([Buffer.from(text)]);
    expect(seen.error).toBeUndefined();
    expect(formOf(seen.input)[0]).toBe(format);
    expect(seen.records).toHaveLength(records);
  });

  test('is the one that the user names, whatever the ending', async () => {
    const seen = await readFileInput('{"a":1}\n', '.csv', { format: 'json' });
    expect(seen.records).toEqual([[1, { a: 1 }]]);
  });
});

describe('a path', () => {
  test.each([
    ['/nowhere/at all.csv', '/nowhere/at all.csv: no such file', '"-" reads standard input'],
    [`${import.meta.filename}/x.csv`, `${import.meta.filename}/x.csv: no such file`, ''],
    [import.meta.dirname, `${import.meta.dirname}: this is a directory`, ''],
    ['', 'The name of a file is empty', 'Is a variable'],
    ['x'.repeat(300), `${'x'.repeat(300)}: the file cannot be opened (ENAMETOOLONG)`, 'copy it'],
    ['caf\ufffd.csv', 'caf\ufffd.csv: no such file', 'Check the path'],
  ])('is refused with the reason: %j', async (path, message, hint) => {
    const { error } = await readPath(path);
    expect(error).toMatchObject({ name: 'UsageError', message, hint: expect.stringContaining(hint) });
  });

  test.runIf(existsSync('/proc/self/mem'))('whose file fails while it is read is an input error', async () => {
    const { error } = await readPath('/proc/self/mem');
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringContaining('(EIO)') });
  });

  test.runIf(process.platform !== 'win32')('may name a FIFO', async () => {
    const fifo = `${fileOf('')}.fifo.csv`;
    execFileSync('mkfifo', [fifo]);
    const writer = spawn('sh', ['-c', `printf 'a,b\\n1,2\\n' > '${fifo}'`]);
    const seen = await readPath(fifo);
    writer.kill();
    expect(seen.records).toEqual([[2, ['1', '2']]]);
  });
});

describe('standard input', () => {
  test('that fails midway rejects after the records before', async () => {
    const stdin = Readable.from(
      (function* () {
        yield Buffer.from(`a\n${'1\n'.repeat(5000)}`);
        throw Object.assign(new Error('broken'), { code: 'EIO', syscall: 'read' });
      })(),
    );
    const { records, error } = await readPath('-', { stdin, format: 'csv' });
    expect(records).toHaveLength(5000);
    expect(error).toMatchObject({ name: 'InputError', message: 'standard input: reading failed before the end (EIO)' });
  });

  test('gives records before it ends', async () => {
    const stdin = new PassThrough();
    stdin.write(`a\n${'1\n'.repeat(4000)}`);
    const input = await openInput('-', { stdin });
    const records = recordsIn(input)[Symbol.asyncIterator]();
    expect(await records.next()).toMatchObject({ done: false, value: { line: 2, record: 1 } });
    stdin.end();
    await records.return?.();
  });
});

const OPEN_FILES = '/proc/self/fd';

function isOpen(path: string): boolean {
  return readdirSync(OPEN_FILES).some((fd) => {
    try {
      return readlinkSync(join(OPEN_FILES, fd)) === path;
    } catch {
      return false;
    }
  });
}

/** Closing takes a turn or two of the event loop, more on a busy machine. */
async function closes(path: string): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (!isOpen(path)) return true;
    await sleep(10);
  }
  return false;
}

describe.runIf(existsSync(OPEN_FILES))('the file is closed', () => {
  const big = `a,b\n${'1,2\n'.repeat(60_000)}`;

  test('when the consumer breaks off', async () => {
    const path = fileOf(big);
    const input = await openInput(path, {});
    expect(isOpen(path)).toBe(true);
    for await (const { record } of recordsIn(input)) if (record === 3) break;
    expect(await closes(path)).toBe(true);
  });

  test.each([
    ['a fault at opening', `"${big}`, '.csv'],
    ['a fault midway', `${big}"x${big}`, '.csv'],
    ['the end', '[1,2]', '.json'],
    ['a fault in JSON', `[1,${'\n'.repeat(300_000)}x${'\n'.repeat(300_000)}]`, '.json'],
  ])('after %s', async (_, text, ending) => {
    const path = fileOf(text, ending);
    await readPath(path);
    expect(await closes(path)).toBe(true);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * Returns the memory in use after garbage collection. Newer versions of Node free buffers in the background, so this is
 * the least of several measurements.
 */
async function liveBytes(): Promise<number> {
  const looks: number[] = [];
  while (looks.length < 3) {
    collectGarbage();
    await sleep(10);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    looks.push(heapUsed + arrayBuffers);
  }
  return Math.min(...looks);
}

describe('memory does not grow with the file, even if cells are kept,', () => {
  const name = 'y'.repeat(600);
  test.each([
    ['.csv', 'a,b,c\n', (i: number) => `${i},"${name}${i}",z\n`, ''],
    ['.json', '[0', (i: number) => `,\n{"a":${i},"b":"${name}${i}"}`, ']'],
  ])('in %s', async (ending, head, row, tail) => {
    const path = fileOf(head, ending);
    for (let i = 0; i < 130; i++) {
      appendFileSync(path, Array.from({ length: 200 }, (_, k) => row(i * 200 + k)).join(''));
    }
    appendFileSync(path, tail);
    const kept: unknown[] = [];
    const live: number[] = [];
    for await (const record of recordsIn(await openInput(path, {}))) {
      if (record.record % 200 === 100) kept.push('cells' in record ? record.cells[1] : record.value);
      if (record.record === 4_000 || record.record === 24_000) live.push(await liveBytes());
    }
    expect(kept).toHaveLength(130);
    expect(live).toHaveLength(2);
    // More than 12 MB of the file lie between the two; compiled code and chunks on their way come and go.
    expect(((live[1] ?? 0) - (live[0] ?? 0)) / 1024 / 1024).toBeLessThan(4);
  });
});
