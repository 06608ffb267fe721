/** Each promise names a test that exists, in a file that exists. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ROW = /^\|[^|]+\|`(?<file>[^`]+)`: (?<title>.+)\|$/;

const POINT = /^\| (?<point>\d+) \| .+ \| .+ \| `(?<file>[^`]+)` > (?<title>.+?) \|$/;

async function textOf(path: string): Promise<string> {
  return await readFile(join(ROOT, path), 'utf8').catch(() => '');
}

const lines = (await textOf('docs/project/guarantees.md')).split('\n');
const rows = lines.filter((line) => /^\|(?!Promise|---)/.test(line)).map((line) => ROW.exec(line)?.groups ?? { line });

test('each guarantee names a test', () => {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ line }) => line !== undefined)).toEqual([]);
});

test.each(rows)('$file has the test "$title"', async ({ file = '', title = '' }) => {
  expect(await textOf(file)).toContain(title);
});

const points = (await textOf('docs/project/terminal.md'))
  .split('\n')
  .map((line) => POINT.exec(line)?.groups)
  .filter((groups) => groups !== undefined);

test('the points of the terminal are told one by one', () => {
  expect(points.map(({ point }) => Number(point))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test.each(points)('point $point of the terminal has the test "$title" in $file', async ({ file = '', title = '' }) => {
  expect(await textOf(file)).toContain(title);
});
