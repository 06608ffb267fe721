/** The memory of a remote does not grow for ever: a run that begins alone leaves out the lines that no longer count. */
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ownIdentity } from '../../../src/disk/process-identity.ts';
import { openInvalidator, openLastSent } from '../../../src/runs/last-sent.ts';
import { openMemoryFile } from '../../../src/runs/memory-file.ts';

interface Thing {
  readonly id: string;
  readonly value: string;
}

const TARGET = { where: 'https://exams.example.org', digestKey: 'of the token' };
const thing = (id: string): Thing => ({ id, value: 'old' });

let runs: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-sent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  runs = join(folder, 'runs');
});

const open = (isFinal = false) => openLastSent<Thing>(runs, TARGET, ({ id }) => id, { isFinal });

async function send(ids: readonly string[], isFinal = false): Promise<void> {
  const memory = await open(isFinal);
  for (const id of ids) {
    await memory.forget(thing(id));
    memory.remember(thing(id));
  }
  await memory.close();
}

async function forget(ids: readonly string[]): Promise<void> {
  const memory = await openInvalidator<readonly string[]>(runs, TARGET, (keys) => keys);
  await memory.forget(ids);
  await memory.close();
}

const memoryFile = async () => join(runs, (await readdir(runs)).find((name) => name.startsWith('sent-')) ?? '');
const linesOf = async () => (await readFile(await memoryFile(), 'utf8')).split('\n').filter((line) => line !== '');

/** Adds so many old lines of one id that the next run shortens the file. */
async function lengthen(id: string): Promise<void> {
  const line = `${JSON.stringify({ key: id, digest: 'abcdef0123456789' })}\n`;
  await appendFile(await memoryFile(), line.repeat(10_100));
}

async function areKnown(ids: readonly string[]): Promise<readonly boolean[]> {
  const memory = await open();
  return ids.map((id) => memory.isKnown(thing(id)));
}

it('a run that begins alone keeps one line of each id that is known, and knows the same as before', async () => {
  await send(['c-1'], true);
  await send(['u-1', 'u-2', 'u-3']);
  await forget(['u-2']);
  await lengthen('u-3');
  await send(['u-1', 'u-4']);
  const lines = await linesOf();
  expect(lines.length).toBeLessThan(15);
  expect(lines.filter((line) => line.includes('"u-1"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"c-1"'))).toEqual([expect.stringContaining('"final":true')]);
  expect(lines.filter((line) => line.includes('"u-2"'))).toEqual([]);
  expect(await areKnown(['c-1', 'u-1', 'u-2', 'u-3', 'u-4'])).toEqual([true, true, false, false, true]);
});

it('a file is not shortened while another run sends, and what both add is in it', async () => {
  await send(['u-1']);
  const other = await open();
  await other.forget(thing('u-5'));
  await lengthen('u-3');
  await send(['u-2']);
  other.remember(thing('u-5'));
  await other.close();
  const lines = await linesOf();
  expect(lines.length).toBeGreaterThan(10_000);
  expect(['u-2', 'u-5'].every((id) => lines.some((line) => line.includes(`"${id}"`)))).toBe(true);
});

it('of runs that begin at the same time one shortens the file, and none adds to the old one', async () => {
  await send(['u-0']);
  await lengthen('u-3');
  const ids = Array.from({ length: 8 }, (_, n) => `new-${n}`);
  const memories = await Promise.all(ids.map(() => open()));
  await Promise.all(memories.map((memory, n) => memory.forget(thing(`new-${n}`))));
  for (const [n, memory] of memories.entries()) memory.remember(thing(`new-${n}`));
  await Promise.all(memories.map((memory) => memory.close()));
  const lines = await linesOf();
  expect(lines.length).toBeLessThan(100);
  expect(ids.filter((id) => !lines.some((line) => line.includes(`"${id}"`)))).toEqual([]);
  expect(lines.filter((line) => line.includes('"began"'))).toHaveLength(ids.length);
});

it('a run that was killed does not keep the next one from shortening the file', async () => {
  await send(['u-1']);
  const dead = { ...ownIdentity(), pid: 2 ** 22 - 1, startTime: '1' };
  await appendFile(await memoryFile(), `${JSON.stringify({ began: 'killed', at: Date.now(), by: dead })}\n`);
  await lengthen('u-3');
  await send(['u-2']);
  expect((await linesOf()).length).toBeLessThan(15);
  expect(await areKnown(['u-1', 'u-2'])).toEqual([true, true]);
});

it('something else in the place of a memory is an error that names it', async () => {
  await send(['u-1']);
  const path = await memoryFile();
  await rm(path);
  await mkdir(path);
  await expect(send(['u-2'])).rejects.toMatchObject({ message: expect.stringContaining(`${path} cannot be read`) });
});

it('a file that another process has added to meanwhile is not replaced', async () => {
  await send(['u-1']);
  const file = await openMemoryFile<object>({ folder: runs, prefix: 'sent', target: TARGET.where }, () => {});
  await file.addNow([{ key: 'u-2', digest: 'abcdef0123456789' }]);
  const { size } = await stat(await memoryFile());
  await appendFile(await memoryFile(), '{"key":"u-3","digest":"abcdef0123456789"}\n');
  await file.alone(() => file.shorten(() => false));
  expect((await stat(await memoryFile())).size).toBeGreaterThan(size);
  await file.refresh(() => {});
  await file.alone(() => file.shorten(() => false));
  expect(await linesOf()).toHaveLength(1);
  await file.close();
  expect(await readdir(runs)).toHaveLength(1);
});

it('an id that is unknown already is not marked again', async () => {
  await send(['u-1']);
  for (let times = 0; times < 3; times += 1) await forget(['u-1', 'u-2']);
  expect((await linesOf()).filter((line) => line.includes('"key"'))).toHaveLength(2);
});

it('a lock that a process of another machine left is taken over, and then removed', async () => {
  await send(['u-1']);
  await lengthen('u-3');
  const lock = join(runs, `lock-${basename(await memoryFile(), '.ndjson')}`);
  const holder = {
    ...ownIdentity(),
    host: 'elsewhere',
    token: '0123456789abcdef0123456789abcdef',
    since: '2027-01-01',
  };
  await writeFile(lock, JSON.stringify(holder));
  await send(['u-2']);
  expect((await linesOf()).length).toBeLessThan(15);
  expect(await areKnown(['u-1', 'u-2'])).toEqual([true, true]);
  expect(await readdir(runs)).toEqual([basename(await memoryFile())]);
});

it('a process that has lost its lock does not replace the file', async () => {
  await send(['u-1']);
  const file = await openMemoryFile<object>({ folder: runs, prefix: 'sent', target: TARGET.where }, () => {});
  const lines = await linesOf();
  await file.alone(async () => {
    const lock = (await readdir(runs)).find((name) => name.startsWith('lock-')) ?? '';
    await rm(join(runs, lock));
    await file.addNow([]);
    await file.shorten(() => false);
  });
  await file.close();
  expect(await linesOf()).toEqual(lines);
});

it('a memory that cannot be read is an error: what it has would stay known, whatever is sent', async () => {
  await writeFile(runs, '');
  await expect(open()).rejects.toMatchObject({
    name: 'RunRecordError',
    message: expect.stringContaining('cannot be read'),
  });
});
