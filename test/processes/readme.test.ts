/** The README's commands do what it says: every line of its `sh` blocks is run, in its order, in a folder of its own. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = await readFile(join(ROOT, 'README.md'), 'utf8');

interface Step {
  readonly command: string;
  readonly exitCode: number;
}

/** Blocks that are for a bare clone: the runner of these tests has installed and built already. */
const INSTALL = 'npm ci && npm run build && ';
const TEST = 'npm ci && npm test';

function blocksOf(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

function steps(): Step[] {
  const lines = blocksOf('sh').flatMap((block) => block.trimEnd().split('\n'));
  return (
    lines
      .filter((line) => line !== TEST)
      // Done twice, since the README tells what the second time says.
      .flatMap((line) => (line.startsWith(INSTALL) ? [line, line] : [line]))
      .map((line) => {
        const [, command = line, exitCode = '0'] = /^(.*?)\s+# exits (\d+)$/.exec(line) ?? [];
        return { command: command.replace(INSTALL, ''), exitCode: Number(exitCode) };
      })
  );
}

let folder: string;
let results: number[];
let stdout: string;

/** One shell for all of them, as for a reader who types them; each tells its exit code on a stream of its own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await cp(join(ROOT, 'fixtures'), join(folder, 'fixtures'), { recursive: true });
  for (const name of ['bin', 'dist', 'node_modules', 'package.json'])
    await symlink(join(ROOT, name), join(folder, name));
  const script = ['exec 3> exit-codes', ...steps().flatMap(({ command }) => [command, 'echo $? >&3'])].join('\n');
  const { EXAMCTL_STORE: _, ...env } = process.env;
  stdout = await new Promise((resolve) => {
    const shell = execFile('bash', ['-c', script], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (_error, out) =>
      resolve(out),
    );
    shell.stdin?.end();
  });
  results = (await readFile(join(folder, 'exit-codes'), 'utf8')).trimEnd().split('\n').map(Number);
});

afterAll(() => rm(folder, { recursive: true }));

describe('the README', () => {
  test('begins with one command to do the main job, and has one to run all tests', () => {
    expect(blocksOf('sh')[0]).toMatch(new RegExp(`^${INSTALL}[^\\n]+\\n$`));
    expect(blocksOf('sh')[1]).toBe(`${TEST}\n`);
  });

  test.each(steps().map(({ command, exitCode }, index) => [command, exitCode, index] as const))(
    '%s exits %i',
    (_command, exitCode, index) => {
      expect(results[index]).toBe(exitCode);
    },
  );

  test.each(blocksOf('text'))('shows what is written: %s', (block) => {
    expect(stdout).toContain(block);
  });

  test('leaves nothing behind', async () => {
    await expect(readFile(join(folder, '.examctl/store/store.json'))).rejects.toThrow('ENOENT');
  });
});
