import { readdir, readlink, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createKeyHash } from '../../../../src/store/json/keys/key-hash.ts';
import type { Place } from '../../../../src/store/json/keys/key-table.ts';
import { PlannedKeys } from '../../../../src/store/json/plan/planned-keys.ts';
import { PlannedPlaces } from '../../../../src/store/json/plan/planned-places.ts';

const hashOf = createKeyHash('0123456789abcdef');
const placeOf = (offset: number, deleted = false): Place => ({
  offset,
  length: 10,
  crc32: 0xffffffff - offset,
  deleted,
});
const never = () => false;
const always = () => true;

/** More than are held in memory, so that places are read from the file. */
const KEYS = 100_000;

it('planned keys are found while their table grows and places go to a file, each kind for itself', () => {
  const places = new PlannedPlaces();
  const [users, names] = [new PlannedKeys(places), new PlannedKeys(places)];
  for (let n = 0; n < KEYS; n += 1) (n % 2 === 0 ? users : names).set(hashOf(`k-${n}`), placeOf(n), never);
  expect([users.size, names.size]).toEqual([KEYS / 2, KEYS / 2]);
  for (let n = 0; n < KEYS; n += 1) {
    const [own, other] = n % 2 === 0 ? [users, names] : [names, users];
    if (own.find(hashOf(`k-${n}`), always)?.offset !== n) expect.unreachable(`key ${n}`);
    if (other.find(hashOf(`k-${n}`), always) !== undefined) expect.unreachable(`key ${n} of the other kind`);
  }
  expect(users.find(hashOf('k-'), always)).toBeUndefined();
  expect([...names.entries()].map(({ place }) => place.offset)).toEqual(
    Array.from({ length: KEYS / 2 }, (_, at) => 2 * at + 1),
  );
  places.end();
});

it('a key that is set again, or deleted, has its last place only', () => {
  const places = new PlannedPlaces();
  const keys = new PlannedKeys(places);
  keys.set(hashOf('a'), placeOf(1), always);
  keys.set(hashOf('b'), placeOf(2), always);
  keys.set(hashOf('a'), placeOf(3, true), always);
  expect(keys.size).toBe(2);
  expect(keys.find(hashOf('a'), always)).toEqual(placeOf(3, true));
  expect([...keys.entries()]).toEqual([
    { hash: hashOf('b'), place: placeOf(2) },
    { hash: hashOf('a'), place: placeOf(3, true) },
  ]);
  places.end();
});

it('keys of one hash are told apart by their lines, and keys of which half the hash is the same by the other half', () => {
  const places = new PlannedPlaces();
  const keys = new PlannedKeys(places);
  const isAt = (offset: number) => (place: Place) => place.offset === offset;
  const [hash, other] = [
    { high: 0xffffffff, low: 5 },
    { high: 0xffffffff, low: 2 ** 18 - 1 },
  ];
  keys.set(hash, placeOf(1), isAt(1));
  keys.set(hash, placeOf(2), isAt(2));
  keys.set(other, placeOf(3), always);
  expect(keys.size).toBe(3);
  expect(keys.find(hash, isAt(2))).toEqual(placeOf(2));
  expect(keys.find(hash, isAt(9))).toBeUndefined();
  expect(keys.find(other, always)).toEqual(placeOf(3));
  expect([...keys.entries()].map(({ hash: found }) => found)).toEqual([hash, hash, other]);
  places.end();
});

it('a place may be far in a file, and damage of the file with places is refused', async () => {
  const places = new PlannedPlaces();
  const far = { offset: 2 ** 43 + 5, length: 2 ** 32 - 1, crc32: 0, deleted: false };
  const table = places.addTable();
  expect(places.push({ high: 1, low: 2 }, table, far)).toBe(0);
  expect(places.at(0)).toEqual({ hash: { high: 1, low: 2 }, table, place: far });
  for (let n = 1; n < KEYS; n += 1) places.push({ high: n, low: 0 }, table, placeOf(n));
  expect(places.at(0).place).toEqual(far);
  // Other systems have no paths for descriptors.
  if (process.platform !== 'linux') return;
  const [descriptor] = await spoolDescriptors();
  expect(descriptor).toBeDefined();
  await writeFile(`/proc/self/fd/${descriptor}`, Buffer.alloc(100), { flag: 'r+' });
  expect(places.at(KEYS / 4).place.offset).toBe(KEYS / 4);
  expect(() => places.at(3)).toThrow('has changed at byte 0');
  places.end();
});

it('a temporary folder that is missing is named, and not taken for a missing file of the store', () => {
  vi.stubEnv('TMPDIR', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const places = new PlannedPlaces();
  const table = places.addTable();
  const fill = () => {
    for (let n = 0; n < KEYS; n += 1) places.push({ high: n, low: 0 }, table, placeOf(n));
  };
  expect(fill).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^Cannot keep the plan in \/nowhere: ENOENT/),
      hint: expect.stringMatching(/temporary folder.*TMPDIR/),
    }),
  );
});

async function spoolDescriptors(): Promise<string[]> {
  const all = await readdir('/proc/self/fd');
  const targets = await Promise.all(all.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return all.filter((_, at) => targets[at]?.includes('examctl-plan-'));
}
