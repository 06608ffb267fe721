import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MAN_PAGE } from '../../support/reference/man-page.ts';
import { referencePages } from '../../support/reference/write-reference.ts';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../../docs/reference/', import.meta.url));

test.each(Object.entries(referencePages()))('docs/reference/%s is current', async (name, text) => {
  expect(await readFile(`${FOLDER}${name}`, 'utf8'), 'write it anew with "npm run reference"').toBe(text);
});

const hasMandoc = spawnSync('mandoc', ['-V']).error === undefined;

test.skipIf(!hasMandoc)('mandoc finds nothing in the manual page', () => {
  expect(execFileSync('mandoc', ['-T', 'lint', '-W', 'warning', `${FOLDER}${MAN_PAGE}`], { encoding: 'utf8' })).toBe(
    '',
  );
});

test('the manual page names each variable of the program, and those of colours', async () => {
  const page = await readFile(`${FOLDER}${MAN_PAGE}`, 'utf8');
  const sources = (await readdir(SOURCE, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(sources.map((name) => readFile(`${SOURCE}${name}`, 'utf8')));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/'(EXAMCTL_[A-Z_]+|NO_COLOR|FORCE_COLOR)'/g)].map(([, name]) => name)),
  );
  expect(named.size).toBeGreaterThan(6);
  expect([...named].filter((name) => !page.includes(`.It Ev ${name}\n`))).toEqual([]);
});
