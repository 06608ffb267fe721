/** Which tests start the program: those of test/processes, where vitest first asks whether its build is fresh. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const STARTS =
  /\b(startProgram|runProgram|PROGRAM)\b[^;]*from '[./]*support\/cli\/program\.ts'|from '[./]*support\/terminal\//;

test('only tests in test/processes start the built program', async () => {
  const names = (await readdir(TESTS, { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(TESTS, name), 'utf8')] as const),
  );
  const starting = texts.filter(([, text]) => STARTS.test(text)).map(([name]) => name);
  expect(starting).toContain('processes/signals.test.ts');
  expect(starting.filter((name) => !name.startsWith('processes/'))).toEqual([]);
});
