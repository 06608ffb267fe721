import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MAN_PAGE } from '../../support/reference/man-page.ts';
import { referencePages } from '../../support/reference/write-reference.ts';

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
