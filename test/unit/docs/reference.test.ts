import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referencePages } from '../../support/reference/write-reference.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/reference/', import.meta.url));

test.each(Object.entries(referencePages()))('docs/reference/%s is current', async (name, text) => {
  expect(await readFile(`${FOLDER}${name}`, 'utf8'), 'write it anew with "npm run reference"').toBe(text);
});
