import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const BITS = 8;

it('damage in a text is reported with the file, or the damaged text is given; nothing else happens', async () => {
  const folder = await temporaryStore();
  const path = join(folder, 'log-000001.ndjson');
  const writer = await openJsonStore(folder, { mode: 'write' });
  await putUser(writer, 'u-1', { Email: 'é\n"@example.edu' });
  await writer.checkpoint();
  await writer.close();
  const whole = await readFile(path);
  const reader = await openJsonStore(folder, { mode: 'read' });
  let [told, thrown] = [0, 0];
  for (let bit = 0; bit < whole.length * BITS; bit += 1) {
    const damaged = Buffer.from(whole);
    damaged[Math.floor(bit / BITS)]! ^= 1 << (bit % BITS);
    await writeFile(path, damaged);
    const texts: unknown[] = [];
    await reader
      .eachText({ kind: 'Users', names: ['Email'] }, (textOf, idOf) => texts.push([idOf(), textOf(0)]))
      .then(() => {
        told += 1;
        expect(texts.length).toBeLessThanOrEqual(1);
      })
      .catch((error: Error) => {
        thrown += 1;
        expect(error.message).toContain(path);
      });
  }
  expect(Math.min(told, thrown)).toBeGreaterThan(0);
  await reader.close();
});
