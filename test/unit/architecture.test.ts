/** The house and its arrows (docs/project/architecture.md): what the linter refuses, and what it cannot see. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/bulk/kinds/kinds.ts';
import { KIND_NAMES } from '../../src/bulk/kinds/names.ts';
import { FILES, ROOMS } from '../config/rooms.js';
import { withRoomRules, withRoomTable } from '../config/write-rooms.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

interface Arrow {
  /** The room or file of src that imports. */
  readonly from: string;
  readonly to: string;
  readonly verdict: 'allowed' | 'refused';
}

const isWithin = (name: string, room: string) => name === room || name.startsWith(`${room}/`);

/** Between any two rooms or files of src an import, and whether the table of rooms allows it. */
const ARROWS: readonly Arrow[] = [...ROOMS, ...FILES].flatMap(({ name: from, imports, files }) =>
  [...ROOMS, ...FILES]
    .filter(({ name }) => !isWithin(from, name) && !isWithin(name, from))
    .map(
      ({ name: to }): Arrow => ({
        ...{ from, to },
        verdict: [...imports, ...files].includes(to) ? 'allowed' : 'refused',
      }),
    ),
);

const fileIn = (name: string) => (FILES.some((file) => file.name === name) ? `src/${name}.ts` : `src/${name}/probe.ts`);

/** The verdicts of the project's own linter settings: each room has a file with an import on each line. */
async function judge(arrows: readonly Arrow[]): Promise<Arrow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'arrows-'));
  try {
    await copyFile(join(ROOT, '.biome.json'), join(folder, '.biome.json'));
    const lines = new Map<string, string[]>();
    for (const { from, to } of arrows) {
      const specifier = relative(dirname(fileIn(from)), fileIn(to));
      const written = lines.get(fileIn(from)) ?? [];
      lines.set(fileIn(from), [
        ...written,
        `import { x${written.length} } from '${specifier.replace(/^(?!\.)/, './')}';`,
      ]);
    }
    for (const [file, text] of lines) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), text.join('\n'));
    }
    const refused = new Set(
      (await lint(folder))
        .filter(({ category }) => category === 'lint/style/noRestrictedImports')
        .map(({ location: { path, start } }) => `${path}:${start.line}`),
    );
    const lineOf = new Map<string, number>();
    return arrows.map((arrow) => {
      const file = fileIn(arrow.from);
      const line = (lineOf.get(file) ?? 0) + 1;
      lineOf.set(file, line);
      return { ...arrow, verdict: refused.has(`${file}:${line}`) ? 'refused' : 'allowed' };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

async function lint(folder: string): Promise<Diagnostic[]> {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '.', '--reporter=json', '--max-diagnostics=none'];
  // The linter ends with 1 where it refuses something, which it is here to do.
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((failure: { stdout: string }) => failure);
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

async function sources(): Promise<Map<string, string>> {
  const names = await readdir(join(ROOT, 'src'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `src/${name}`);
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')] as const)),
  );
}

/** The files that each file imports, now or when it needs them. */
function importGraph(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  return new Map(
    [...texts].map(([file, text]) => {
      const found = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)];
      return [file, found.map(([, specifier = '']) => join(dirname(file), specifier))];
    }),
  );
}

/** The files whose code, comments aside, has something in it. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found = [...(await sources())].filter(([, text]) => pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')));
  return found.map(([file]) => file).sort();
}

describe('the linter', () => {
  test('refuses imports that go upwards or sideways, and no others', async () => {
    expect(await judge(ARROWS)).toEqual(ARROWS);
  });

  test('and the architecture page say what the table of rooms says', async () => {
    const settings = JSON.parse(await readFile(join(ROOT, '.biome.json'), 'utf8'));
    expect(withRoomRules(settings)).toEqual(settings);
    const page = await readFile(join(ROOT, 'docs/project/architecture.md'), 'utf8');
    expect(withRoomTable(page)).toBe(page);
  });
});

describe('the architecture page', () => {
  test('names only files and folders of src that exist, in its table of where to add', async () => {
    const page = await readFile(join(ROOT, 'docs/project/architecture.md'), 'utf8');
    const [, table = ''] = /## Where to add\n([\s\S]*?)\n## /.exec(page) ?? [];
    const named = [...table.matchAll(/`([a-z/-]+\/[a-z-]+(?:\.ts)?)`/g)].map(([, path = '']) => path);
    const known = new Set(await readdir(join(ROOT, 'src'), { recursive: true }));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !known.has(path))).toEqual([]);
  });
});

describe('the sources', () => {
  test('no file is longer than 400 lines', async () => {
    const long = [...(await sources())].filter(([, text]) => text.split('\n').length - 1 > 400);
    expect(long.map(([file]) => file)).toEqual([]);
  });

  test('no folder holds more than 12 files', async () => {
    const counts = new Map<string, number>();
    for (const file of (await sources()).keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 12)).toEqual([]);
  });

  test('no file imports itself by way of others, types included', async () => {
    const graph = importGraph(await sources());
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (path.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('every file is reached from main', async () => {
    const graph = importGraph(await sources());
    const reached = new Set<string>();
    const reach = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of graph.get(file) ?? []) reach(next);
    };
    reach('src/main.ts');
    expect([...graph.keys()].filter((file) => !reached.has(file))).toEqual([]);
  });

  test('only main and output touch the streams of the process', async () => {
    const files = await filesWith(/\bprocess\.(stdout|stderr)\b|\bconsole\./);
    expect(files.filter((file) => !file.startsWith('src/output/'))).toEqual(['src/main.ts']);
  });

  test('only main decides how the process ends', async () => {
    expect(await filesWith(/\bprocess\.exit(Code)?\b/)).toEqual(['src/main.ts']);
  });

  test('the context names types only, and stores know only the types of the contract', async () => {
    const texts = await sources();
    const valueImports = (file: string) =>
      [...(texts.get(file) ?? '').matchAll(/^import (?!type )[^;]*from '([^']+)'/gm)].map((match) => match[1] ?? '');
    expect(valueImports('src/context.ts')).toEqual([]);
    const stores = [...texts.keys()].filter((file) => file.startsWith('src/store/'));
    expect(stores.flatMap(valueImports).filter((specifier) => specifier.includes('/platform/'))).toEqual([]);
  });

  test('nothing depends on the name of a kind or of a command: what differs is in the kind', async () => {
    const commands = Object.values(KINDS).flatMap(({ sendCommands }) =>
      sendCommands(['FILE']).map((words) => words.slice(0, 2).join(' ')),
    );
    const names = [...KIND_NAMES, ...commands].join('|');
    expect(await filesWith(new RegExp(`([!=]==|case) '(${names})'|startsWith\\('(${names}|validate)`))).toEqual([]);
  });

  test('nothing is exported as default', async () => {
    expect(await filesWith(/^export default/m)).toEqual([]);
  });

  test('there are no drawers for odds and ends', async () => {
    const drawers = [...(await sources()).keys()].filter((file) => /\b(utils?|helpers?|common|misc)\b/.test(file));
    expect(drawers).toEqual([]);
  });
});
