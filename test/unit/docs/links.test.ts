/** Documents lead somewhere: every relative link names a file, and a heading of it where it names one. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

async function documents(): Promise<string[]> {
  const names = await readdir(join(ROOT, 'docs'), { recursive: true });
  const tops = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  return [...tops, ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
}

function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));
}

async function isBroken(from: string, target: string): Promise<boolean> {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path));
  const text = await readFile(join(ROOT, file), 'utf8').catch(() => undefined);
  if (text === undefined) return (await readdir(join(ROOT, file)).catch(() => [])).length === 0;
  return anchor !== undefined && !anchorsOf(text).has(anchor);
}

test('links between documents lead somewhere', async () => {
  const broken: string[] = [];
  for (const file of await documents()) {
    const text = await readFile(join(ROOT, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (!/^[a-z]+:/.test(target) && (await isBroken(file, target))) broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

/** The example of a new kind. */
const NOT_THERE_YET = 'bulk/kinds/rooms.ts';

test('files of the program that documents name are there, from the root or from src', async () => {
  const missing: string[] = [];
  for (const file of await documents()) {
    const text = await readFile(join(ROOT, file), 'utf8');
    for (const [, named = ''] of text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.[jt]s)`/g)) {
      const places = [named, `src/${named}`].map((path) => join(ROOT, path));
      if (named !== NOT_THERE_YET && !places.some((path) => existsSync(path))) missing.push(`${file}: ${named}`);
    }
  }
  expect(missing).toEqual([]);
});
