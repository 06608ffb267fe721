/** Real shells load the scripts and press Tab. A shell that is not here is named and passed over. */
import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/cli/program.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const has = (shell: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${shell}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

async function prepared() {
  const { folder, store, file } = await createWorkspace();
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/examctl'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  await chmod(join(folder, 'bin/examctl'), 0o755);
  await file('sittings-of-may.csv', '');
  await file('examctl.config.json', JSON.stringify({ profiles: { weekly: { timezone: 'UTC' } } }));
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  return { cwd: folder, env: { PATH, HOME: folder, EXAMCTL_STORE: store, LANG: 'C.UTF-8', TERM: 'dumb' } };
}

const PATIENCE_MS = 20_000;

/** Types into a shell, and waits for what it makes of each line. */
async function typeInto(
  shell: string,
  args: readonly string[],
  steps: readonly (readonly [keys: string, sees: string])[],
) {
  const { cwd, env } = await prepared();
  const pty = spawn(shell, [...args], { name: 'dumb', cols: 200, rows: 50, cwd, env });
  let shown = '';
  let from = 0;
  let wake = (): void => {};
  pty.onData((data) => {
    shown += data;
    wake();
  });
  try {
    for (const [keys, sees] of steps) {
      pty.write(keys);
      const deadline = performance.now() + PATIENCE_MS;
      while (!shown.slice(from).includes(sees)) {
        if (performance.now() > deadline) throw new Error(`${JSON.stringify(sees)} does not appear:\n${shown}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 1_000);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      from = shown.length;
    }
  } finally {
    pty.kill('SIGKILL');
  }
}

/** What each shell must make of it. Ctrl-U takes the line back. */
const TAB = '\t';
const CLEAR = '\u0015';
const STEPS = [
  [`examctl runs li${TAB}`, 'runs list '],
  [`${CLEAR}examctl validate users sittings-of${TAB}`, 'sittings-of-may.csv'],
  [`${CLEAR}examctl profile use wee${TAB}`, 'weekly'],
  [`${CLEAR}examctl schedule links --store "st x" --profile wee${TAB}`, 'weekly'],
  [`${CLEAR}examctl schedule links --store st\\ x --profile wee${TAB}`, 'weekly'],
  [`${CLEAR}examctl runs list --output=nd${TAB}`, '--output=ndjson'],
] as const;

describe('completion in a real shell', () => {
  it.skipIf(!has('bash'))('bash completes verbs, files, profiles and values of flags', async () => {
    const load = ['source <(examctl completion bash); echo loa""ded\r', 'loaded'] as const;
    await typeInto('bash', ['--norc', '--noprofile', '-i'], [load, ...STEPS]);
  });

  it.skipIf(!has('zsh'))('zsh completes verbs, files, profiles and values of flags', async () => {
    const load = 'autoload -U compinit; compinit -u -D; source <(examctl completion zsh); echo loa""ded\r';
    await typeInto('zsh', ['-f', '-i'], [[load, 'loaded'], ...STEPS]);
  });

  it.skipIf(!has('fish'))('fish completes verbs, files, profiles and values of flags', async () => {
    const { cwd, env } = await prepared();
    const ask = (line: string) => `complete -C '${line}'`;
    const lines = ['runs li', 'validate users sittings-of', 'profile use wee', 'runs list --output=nd'];
    const script = ['examctl completion fish | source', ...lines.map((line) => ask(`examctl ${line}`))].join('\n');
    const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', script], { cwd, env });
    const values = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]);
    expect(values).toEqual(['list', 'sittings-of-may.csv', 'weekly', '--output=ndjson']);
  });

  it.skipIf(!has('pwsh'))('PowerShell completes verbs and values of flags', async () => {
    const { cwd, env } = await prepared();
    const script = `examctl completion pwsh | Out-String | Invoke-Expression
foreach ($line in 'examctl runs li', 'examctl runs list --output=nd') {
  (TabExpansion2 $line $line.Length).CompletionMatches | ForEach-Object { $_.CompletionText }
}`;
    const { stdout } = await promisify(execFile)('pwsh', ['-NoProfile', '-Command', script], { cwd, env });
    expect(stdout.trim().split(/\r?\n/)).toEqual(['list', '--output=ndjson']);
  });
});
