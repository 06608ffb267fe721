/** The words that a reader whose second language is English stumbles over. They are refused everywhere that is read. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TOPS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

const REFUSED = [
  'gone on with',
  'go on with',
  'mend',
  'by himself',
  'whoever',
  'nobody knows',
  'of whom',
  'of whose',
] as const;

/** The words of a text: identifiers are taken apart (`mendRows`, `MEND_HINT`), comment marks and line breaks are gaps. */
function wordsOf(text: string): string {
  const apart = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return ` ${
    apart
      .toLowerCase()
      .match(/[\p{L}\p{N}']+/gu)
      ?.join(' ') ?? ''
  } `;
}

function refusedIn(text: string): string[] {
  const words = wordsOf(text);
  return REFUSED.filter((refused) => words.includes(` ${refused} `));
}

async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

test('sources, tests and documents use none of the refused words', async () => {
  const tests = (await filesBelow('test', '.ts')).filter((file) => !import.meta.url.endsWith(file));
  const files = [...(await filesBelow('src', '.ts')), ...tests, ...(await filesBelow('docs', '.md')), ...TOPS];
  const found: string[] = [];
  for (const file of files) {
    const words = [...refusedIn(await readFile(join(ROOT, file), 'utf8')), ...refusedIn(file)];
    for (const word of words) found.push(`${file}: ${word}`);
  }
  expect(found.sort()).toEqual([]);
});
