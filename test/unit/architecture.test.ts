/** The house and its arrows (docs/architecture.md): what the linter refuses, and what it cannot see. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** An import that somebody might write, and whether it goes downwards. */
const ARROWS: readonly [file: string, specifier: string, verdict: 'allowed' | 'refused'][] = [
  ['src/contract/a.ts', 'zod', 'allowed'],
  ['src/contract/b.ts', './field.ts', 'allowed'],
  ['src/contract/conditions/c.ts', '../field.ts', 'allowed'],
  ['src/contract/d.ts', 'undici', 'refused'],
  ['src/contract/e.ts', '../errors.ts', 'refused'],
  ['src/contract/conditions/f.ts', '../../input/port.ts', 'refused'],
  ['src/input/a.ts', '../contract/field.ts', 'allowed'],
  ['src/input/b.ts', '../errors.ts', 'allowed'],
  ['src/input/c.ts', '../validation/validate.ts', 'refused'],
  ['src/input/d.ts', '../output/streams.ts', 'refused'],
  ['src/validation/a.ts', '../contract/check.ts', 'allowed'],
  ['src/validation/b.ts', '../input/port.ts', 'refused'],
  ['src/provision/a.ts', '../validation/validate.ts', 'allowed'],
  ['src/provision/b.ts', '../engine/engine.ts', 'refused'],
  ['src/provision/c.ts', '../output/progress.ts', 'refused'],
  ['src/provision/records/d.ts', '../../disk/lock.ts', 'allowed'],
  ['src/engine/a.ts', '../store/port.ts', 'allowed'],
  ['src/engine/b.ts', '../store/memory-store.ts', 'refused'],
  ['src/engine/c.ts', '../remote/client.ts', 'refused'],
  ['src/engine/d.ts', '../disk/lock.ts', 'refused'],
  ['src/store/json/a.ts', '../port.ts', 'allowed'],
  ['src/store/json/b.ts', '../../engine/engine.ts', 'refused'],
  ['src/store/json/c.ts', '../../disk/lock-file.ts', 'allowed'],
  ['src/disk/a.ts', './file-access.ts', 'allowed'],
  ['src/disk/b.ts', '../errors.ts', 'refused'],
  ['src/disk/c.ts', '../store/port.ts', 'refused'],
  ['src/remote/a.ts', '../contract/routes.ts', 'allowed'],
  ['src/remote/b.ts', '../server/app.ts', 'refused'],
  ['src/server/a.ts', '../contract/service.ts', 'allowed'],
  ['src/server/b.ts', '../engine/engine.ts', 'refused'],
  ['src/output/a.ts', '../contract/report.ts', 'allowed'],
  ['src/output/c.ts', '../disk/sync-folder.ts', 'allowed'],
  ['src/output/b.ts', '../provision/run.ts', 'refused'],
  ['src/commands/user/a.ts', '../../provision/run.ts', 'allowed'],
  ['src/commands/user/b.ts', '../../engine/engine.ts', 'refused'],
  ['src/commands/user/c.ts', '../../store/memory-store.ts', 'refused'],
  ['src/commands/user/d.ts', '../../remote/client.ts', 'refused'],
  ['src/commands/user/e.ts', '../../server/app.ts', 'refused'],
  ['src/commands/user/f.ts', '../../wiring.ts', 'refused'],
  ['src/commands/user/g.ts', '../../disk/lock.ts', 'refused'],
  ['src/commands/serve/a.ts', '../../server/app.ts', 'allowed'],
  ['src/commands/serve/b.ts', '../../engine/engine.ts', 'refused'],
  ['src/wiring.ts', './commands/program.ts', 'refused'],
  ['src/main.ts', './engine/engine.ts', 'refused'],
  ['src/context.ts', './store/memory-store.ts', 'refused'],
  ['src/errors.ts', './contract/problem.ts', 'refused'],
];

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

/** The verdicts of the project's own linter settings on files with one import each. */
async function judge(arrows: typeof ARROWS): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'arrows-'));
  try {
    await copyFile(join(ROOT, '.biome.json'), join(folder, '.biome.json'));
    for (const [file, specifier] of arrows) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), `import { x } from '${specifier}';\n\nexport const y = x;\n`);
    }
    const refused = new Set(
      (await lint(folder))
        .filter(({ category }) => category === 'lint/style/noRestrictedImports')
        .map(({ location }) => location.path),
    );
    return new Map(arrows.map(([file]) => [file, refused.has(file) ? 'refused' : 'allowed']));
  } finally {
    await rm(folder, { recursive: true });
  }
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

/** The files whose code, comments aside, has something in it. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found = [...(await sources())].filter(([, text]) => pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')));
  return found.map(([file]) => file).sort();
}

describe('the linter', () => {
  test('refuses imports that go upwards or sideways, and no others', async () => {
    expect(await judge(ARROWS)).toEqual(new Map(ARROWS.map(([file, , verdict]) => [file, verdict])));
  });
});

describe('the sources', () => {
  test('no file is longer than 250 lines', async () => {
    const long = [...(await sources())].filter(([, text]) => text.split('\n').length - 1 > 250);
    expect(long.map(([file]) => file)).toEqual([]);
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
    expect(stores.flatMap(valueImports).filter((specifier) => specifier.includes('/contract/'))).toEqual([]);
  });

  test('nothing is exported as default', async () => {
    expect(await filesWith(/^export default/m)).toEqual([]);
  });

  test('there are no drawers for odds and ends', async () => {
    const drawers = [...(await sources()).keys()].filter((file) => /\b(utils?|helpers?|common|misc)\b/.test(file));
    expect(drawers).toEqual([]);
  });
});
