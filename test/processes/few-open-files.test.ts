/** What the program does where the system allows few open files at once (`ulimit -n`). */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { PROGRAM } from '../support/cli/program.ts';
import { createWorkspace, SITTINGS } from '../support/cli/workspace.ts';

/** With fewer no node is known to start; with the most it must. */
const [FEWEST, MOST] = [17, 40];
/** So many more than node needs are enough for every command. */
const SPARE = 5;
/** More than a command needs, and fewer than most systems allow. */
const FEW = 55;

const isSupported = process.platform === 'linux';

it.runIf(isSupported)(
  'every command works with few open files, and with fewer it says so in JSON',
  async () => {
    const { folder, store, file } = await createWorkspace();
    await file('users.csv', 'ExternalId,FirstName,LastName,Role\nu-few,Ann,Peeters,Candidate\n');
    const runWith = (limit: number, args: readonly string[]) =>
      spawnSync('bash', ['-c', `ulimit -n ${limit} && exec "$@"`, 'bash', process.execPath, PROGRAM, ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, EXAMCTL_STORE: store, EXAMCTL_TOKEN: 'a-token' },
        encoding: 'utf8',
        input: '',
      });
    // Node itself needs some, more or fewer from version to version (19 on Node 20), and says nothing in our words.
    let least = FEWEST;
    while (least < MOST && runWith(least, ['--version']).status !== 0) least += 1;
    expect(least).toBeLessThan(MOST);
    const sync = ['user', 'sync', 'users.csv', '--json'];
    const turns: [limit: number, args: string[], code: number][] = [
      [least, sync, 0],
      [least + 1, sync, 0],
      [least + SPARE, ['schedule', 'push', SITTINGS, '--upsert', '--dry-run', '--json'], 0],
      [FEW, sync, 0],
      [FEW, [...sync, '--base-url', 'http://127.0.0.1:9', '--retries', '0'], 6],
    ];
    for (const [limit, args, code] of turns) {
      const { status, stdout, stderr } = runWith(limit, args);
      const told = `ulimit -n ${limit}: ${args.join(' ')}\n${stderr}`;
      expect(stderr, told).not.toMatch(/^\s+at /m);
      const { error, exitCode } = JSON.parse(stdout) as BulkReport;
      if (limit >= least + SPARE || status === code) expect(status, told).toBe(code);
      else expect([status, exitCode, error?.hint], told).toEqual([1, 1, expect.stringContaining('ulimit -n')]);
    }
  },
  120_000,
);
