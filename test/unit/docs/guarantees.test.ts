/** Each promise names a test that exists, in a file that exists. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ROW = /^\| .+ \| `(?<file>[^`]+)` > (?<title>.+?) \| .*\|$/;

async function textOf(path: string): Promise<string> {
  return await readFile(join(ROOT, path), 'utf8').catch(() => '');
}

const lines = (await textOf('docs/guarantees.md')).split('\n');
const rows = lines
  .filter((line) => /^\| (?!Promise |---)/.test(line))
  .map((line) => ROW.exec(line)?.groups ?? { line });

test('each guarantee names a test', () => {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ line }) => line !== undefined)).toEqual([]);
});

test.each(rows)('$file has the test "$title"', async ({ file = '', title = '' }) => {
  expect(await textOf(file)).toContain(title);
});

test('the campaign of the properties runs files that exist', async () => {
  const files = [...(await textOf('test/campaign/properties.js')).matchAll(/'(test\/unit\/[^']+)'/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(0);
  expect(await Promise.all(files.map(async (file) => [file, (await textOf(file)) !== '']))).toEqual(
    files.map((file) => [file, true]),
  );
});
