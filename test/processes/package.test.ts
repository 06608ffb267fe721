/** What is handed out: the files of the package, and what is installed with it. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ALLOWED =
  /^(bin\/(examctl\.js|package\.json)|dist\/(LICENSES\.txt|(main|chunks\/[\w-]+|piece-worker)\.cjs)|fixtures\/catalogue\/[\w-]+\.json|docs\/[\w/-]+\.md|docs\/recipes\/(Dockerfile|[\w-]+\.(yml|md))|docs\/reference\/((settings|mapping)\.schema\.json|examctl\.1)|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/;

async function packedFiles(): Promise<string[]> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  return (packed?.files ?? []).map(({ path }) => path);
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

describe('the package', () => {
  test('holds what is needed to run and read it, and nothing else', async () => {
    const files = await packedFiles();
    expect(files.filter((file) => !ALLOWED.test(file))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'bin/examctl.js',
        'dist/main.cjs',
        'dist/piece-worker.cjs',
        'dist/LICENSES.txt',
        'fixtures/catalogue/example.json',
        'docs/exit-codes.md',
        'docs/reference/examctl.1',
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
      ]),
    );
  });

  test('runs no script when it is installed, nor does anything that it depends on', async () => {
    const lock = JSON.parse(await readFile(`${ROOT}package-lock.json`, 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    const scripted = Object.entries(lock.packages).filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript);
    expect(scripted.map(([path]) => path)).toEqual([]);
    const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as { scripts: object };
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(Object.keys(scripts).filter((name) => hooks.includes(name))).toEqual([]);
  });

  test('carries the licence of every package that is bundled into it', async () => {
    const licences = await readFile(`${ROOT}dist/LICENSES.txt`, 'utf8');
    for (const name of ['commander', 'csv-parse', 'zod'])
      expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ `, 'm'));
  });

  test('has nothing at its top but what a repository needs', async () => {
    const expected = [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'docs',
      'fixtures',
      'package-lock.json',
      'package.json',
      'src',
      'test',
      'tsconfig.json',
    ];
    const { stdout } = await promisify(execFile)('git', ['ls-files'], { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
    const tops = stdout.split('\n').map((file) => file.split('/')[0] ?? '');
    const entries = [...new Set(tops)].filter((name) => name !== '' && !name.startsWith('.'));
    expect(entries.sort()).toEqual(expected);
  });
});
