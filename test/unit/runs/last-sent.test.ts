/** What is remembered of a remote: only what it was sent last, and took. */
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ownIdentity } from '../../../src/disk/process-identity.ts';
import { type LastSent, openInvalidator, openLastSent } from '../../../src/runs/last-sent.ts';

interface Thing {
  readonly id: string;
  readonly value: string;
}

const WHERE = 'https://exams.example.org';
const KEY = 'of the token';
const OLD: Thing = { id: 'u-1', value: 'old' };
const NEW: Thing = { id: 'u-1', value: 'new' };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examctl-sent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

function open(where = WHERE, digestKey = KEY, isFinal = false): Promise<Required<LastSent<Thing>>> {
  return openLastSent<Thing>(join(folder, 'runs'), { where, digestKey }, ({ id }) => id, { isFinal });
}

/** The memory of things that the target cannot change any more. */
const openFinal = () => open(WHERE, KEY, true);

/** As a run sends it; without an answer it is not remembered. */
async function send(thing: Thing, isAnswered = true): Promise<void> {
  const memory = await open();
  await memory.forget(thing);
  if (isAnswered) await memory.remember(thing);
  await memory.close();
}

async function isKnown(thing: Thing, where = WHERE): Promise<boolean> {
  return (await open(where)).isKnown(thing);
}

async function memoryFile(): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'runs'));
  return join(folder, 'runs', name);
}

it('the memory knows what was sent last to this target, and nothing else', async () => {
  await send(OLD);
  expect([await isKnown(OLD), await isKnown(NEW), await isKnown({ ...OLD, id: 'u-2' })]).toEqual([true, false, false]);
  expect(await isKnown(OLD, 'https://others.example.org')).toBe(false);
  await send(NEW);
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, true]);
});

it('the memory forgets an id once another request was sent for it, whatever its answer', async () => {
  await send(OLD);
  await send(NEW, false);
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, false]);
});

it('the memory still knows what was sent again as it was', async () => {
  await send(OLD);
  await send(OLD, false);
  expect(await isKnown(OLD)).toBe(true);
});

it('the memory forgets an id once the same request was refused', async () => {
  await send(OLD);
  const memory = await open();
  await memory.forget(OLD);
  await memory.doubt(OLD);
  await memory.close();
  expect(await isKnown(OLD)).toBe(false);
  await send(OLD);
  expect(await isKnown(OLD)).toBe(true);
});

it('the memory forgets ids that requests of other kinds change', async () => {
  await send(OLD);
  await send({ ...OLD, id: 'u-2' });
  const others = await openInvalidator<readonly string[]>(
    join(folder, 'runs'),
    { where: WHERE, digestKey: KEY },
    (ids) => ids,
  );
  await others.forget(['u-2', 'u-3']);
  await others.close();
  expect([await isKnown(OLD), await isKnown({ ...OLD, id: 'u-2' })]).toEqual([true, false]);
});

it('what two runs at once have sent counts as unknown, whichever answer came last', async () => {
  const [first, second] = [await open(), await open()];
  await first.forget(OLD);
  await second.forget(NEW);
  first.remember(OLD);
  second.remember(NEW);
  await second.close();
  first.remember({ ...OLD, id: 'u-2' });
  await first.close();
  expect([await isKnown(OLD), await isKnown(NEW), await isKnown({ ...OLD, id: 'u-2' })]).toEqual([false, false, false]);
  await send(NEW);
  expect(await isKnown(NEW)).toBe(true);
});

it('what a run has sent before another one began is known, and so is what it sends alone again', async () => {
  await send({ ...OLD, id: 'u-2' });
  const first = await open();
  await first.forget(OLD);
  first.remember(OLD);
  await vi.waitFor(async () => expect(await isKnown(OLD)).toBe(true));
  const second = await open();
  await second.forget({ ...OLD, id: 'u-3' });
  await second.close();
  await first.close();
  await send({ ...OLD, id: 'u-4' });
  const known = ['u-1', 'u-2', 'u-3', 'u-4'].map((id) => isKnown({ ...OLD, id }));
  expect(await Promise.all(known)).toEqual([true, true, false, true]);
});

it('a run takes back what another one has sent since the memory was opened, before it sends', async () => {
  const late = await open();
  await send(OLD);
  await late.forget(NEW);
  expect(await isKnown(OLD)).toBe(false);
  await late.close();
});

it('what a target cannot change any more stays known, also if two runs send at once, and if it is refused later', async () => {
  const [sender, other, collections, again] = [await open(), await open(), await openFinal(), await openFinal()];
  await sender.forget(OLD);
  await other.forget(OLD);
  for (const [index, memory] of [collections, again].entries()) {
    const thing = { ...OLD, id: `c-${index}` };
    await memory.forget(thing);
    memory.remember(thing);
    await memory.close();
    await (await openFinal()).doubt(thing);
  }
  await Promise.all([sender.close(), other.close()]);
  expect([await isKnown({ ...OLD, id: 'c-0' }), await isKnown({ ...OLD, id: 'c-1' })]).toEqual([true, true]);
});

it('two runs that make the memory at the same time make one, with one salt for the digests of both', async () => {
  const both = [await openFinal(), await openFinal()];
  const things = both.map((_, index) => ({ ...OLD, id: `c-${index}` }));
  for (const [index, memory] of both.entries()) memory.remember(things[index] as Thing);
  await Promise.all(both.map((memory) => memory.close()));
  expect(await Promise.all(things.map((thing) => isKnown(thing)))).toEqual([true, true]);
  expect(await readdir(join(folder, 'runs'))).toHaveLength(1);
});

it.each([
  ['a process that has ended', {}, 0, true],
  ['another machine, lately', { host: 'elsewhere' }, 0, false],
  ['another machine, the day before yesterday', { host: 'elsewhere' }, 48 * 3_600_000, true],
])('after a run was killed, the memory is used again: %s', async (_, where, ageMs, isUsed) => {
  await send({ ...OLD, id: 'u-2' });
  // Larger than any process number.
  const by = { ...ownIdentity(), pid: 2 ** 30, ...where };
  await appendFile(await memoryFile(), `${JSON.stringify({ began: 'killed', at: Date.now() - ageMs, by })}\n`);
  await send(OLD);
  expect(await isKnown(OLD)).toBe(isUsed);
});

it('the memory makes no file before a request is sent', async () => {
  await (await open()).close();
  await expect(stat(join(folder, 'runs'))).rejects.toThrow('ENOENT');
});

it('the memory holds no value, and is readable by its owner alone', async () => {
  await send({ id: 'u-1', value: 'canary-password' });
  expect(await readFile(await memoryFile(), 'utf8')).not.toContain('canary');
  expect((await stat(await memoryFile())).mode & 0o777).toBe(0o600);
});

it.each([
  ['is empty', ''],
  ['was cut in its header', '{"type":"sent","target":"htt'],
  ['is none', 'null\n5\n'],
])('the memory begins anew where the file %s after a crash', async (_, content) => {
  await send(OLD);
  await writeFile(await memoryFile(), content);
  expect(await isKnown(OLD)).toBe(false);
  await send(OLD);
  expect(await isKnown(OLD)).toBe(true);
});

it('the memory ignores a line that was cut off', async () => {
  await send(OLD);
  await writeFile(await memoryFile(), `${await readFile(await memoryFile(), 'utf8')}{"key":"u-1","dig`);
  await send({ id: 'u-2', value: 'x' });
  expect([await isKnown(OLD), await isKnown({ id: 'u-2', value: 'x' })]).toEqual([true, true]);
});

it('the memory has no second digest of what has not changed', async () => {
  const digests = async () => (await readFile(await memoryFile(), 'utf8')).split('"digest"').length - 1;
  await send(OLD);
  expect(await digests()).toBe(1);
  await send(OLD);
  expect(await digests()).toBe(1);
  await send(NEW);
  expect([await isKnown(OLD), await isKnown(NEW)]).toEqual([false, true]);
});

it('the memory shows nothing to a reader who has the file without the key', async () => {
  await send(NEW);
  expect((await open(WHERE, KEY)).isKnown(NEW)).toBe(true);
  expect((await open(WHERE, 'a guess')).isKnown(NEW)).toBe(false);
});

it('the memory knows an id that holds a line separator', async () => {
  const odd = { id: 'u\u2028-1', value: 'old' };
  await send(odd);
  expect(await isKnown(odd)).toBe(true);
});
