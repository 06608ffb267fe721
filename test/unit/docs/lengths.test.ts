/** Pages that nobody finishes are not read: documents have limits of words. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder));
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

async function wordsOf(pages: readonly string[]): Promise<number> {
  const texts = await Promise.all(pages.map((page) => readFile(join(ROOT, page), 'utf8')));
  return texts.reduce((sum, text) => sum + text.split(/\s+/).filter((word) => word !== '').length, 0);
}

const GUIDES = await pagesIn('docs/guides');
const USERS_PAGES = ['README.md', ...(await pagesIn('docs')), ...GUIDES, ...(await pagesIn('docs/recipes'))];

test.each([
  ['the pages for users', USERS_PAGES, 15_000],
  ...GUIDES.map((page): [string, string[], number] => [page, [page], 600]),
  ['the guarantees', ['docs/project/guarantees.md'], 3_000],
  ['the benchmarks', ['docs/project/benchmarks.md'], 1_500],
] as [string, string[], number][])('%s have at most so many words', async (_, pages, most) => {
  expect(await wordsOf(pages)).toBeLessThanOrEqual(most);
});

/** What the program had once. A page that names it sends its reader to look for it. */
const REMOVED =
  /\b(checkpoints?|generations?|calendar file|map-file|save-mapping|allow-renumbering|no-pager|EXAMCTL_PAGER|--workers|keys-N)\b/i;

test('no page names what the program no longer has', async () => {
  const named: string[] = [];
  const pages = [...USERS_PAGES, ...(await pagesIn('docs/project')), ...(await pagesIn('docs/reference'))];
  for (const page of pages) {
    const found = REMOVED.exec(await readFile(join(ROOT, page), 'utf8'))?.[0];
    if (found !== undefined) named.push(`${page}: ${found}`);
  }
  expect(named).toEqual([]);
});
