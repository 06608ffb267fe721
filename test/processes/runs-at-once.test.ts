/** One run, several processes: only one of them sends, and a killed run is resumed by exactly one. */

import { readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type AnsweringServer, type Said, startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { ended, startProgram } from '../support/cli/program.ts';
import { usersCsv } from '../support/cli/sitting-list.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const USERS = 8;
const ANSWERED = 3;
const NEVER: Said = { afterMs: 600_000 };

interface Scene {
  readonly space: Workspace;
  readonly server: AnsweringServer;
  readonly run: string;
  /** The first process: it waits for an answer that does not come. */
  readonly first: ReturnType<typeof startProgram>;
  /** From now on the platform answers at once. */
  wakeServer(): void;
}

/** A run that has sent a few users, and whose platform then falls silent. */
async function runAgainstSilence(): Promise<Scene> {
  const space = await createWorkspace();
  let isAwake = false;
  const server = await startAnsweringServer((_, index) => (isAwake || index < ANSWERED ? {} : NEVER));
  const first = await startSync(space, server.url);
  await server.came(ANSWERED + 1);
  return {
    space,
    server,
    run: await runOf(space),
    first,
    wakeServer: () => {
      isAwake = true;
    },
  };
}

async function runOf(space: Workspace): Promise<string> {
  const [name = ''] = (await filesOf(space)).filter((file) => /^\d/.test(file));
  return name.replace('.ndjson', '');
}

/** Sends the users one after the other. */
async function startSync(space: Workspace, url: string): Promise<ReturnType<typeof startProgram>> {
  const file = await space.file('users.csv', usersCsv(USERS));
  return start(space, ['user', 'sync', file, '--base-url', url, '--concurrency', '1']);
}

function start(space: Workspace, args: readonly string[]): ReturnType<typeof startProgram> {
  const child = startProgram(args, { cwd: space.folder, env: TOKEN });
  child.stdin.end();
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function filesOf({ folder }: Workspace): Promise<string[]> {
  return readdir(join(folder, '.examctl/runs'));
}

/** How often each user was sent, in the order of the file. */
function timesSent({ bodies }: AnsweringServer): number[] {
  return Array.from({ length: USERS }, (_, i) => bodies.filter(({ ExternalId }) => ExternalId === `u-${i}`).length);
}

it('a run that is being executed is not resumed by another process; one that was killed is, at once', async () => {
  const { space, server, run, first, wakeServer } = await runAgainstSilence();
  // Each has its patience, so they wait together.
  const [refused] = await Promise.all([
    space.json(['runs', 'resume', run], { env: TOKEN }),
    ...['resume', 'retry'].map(async (verb) => {
      const { code, stderr } = await space.run(['runs', verb, run], { env: TOKEN });
      expect(code).toBe(7);
      expect(stderr).toContain(`Run ${run} is being executed by process ${first.pid} (user sync) on ${hostname()}`);
      expect(stderr).toMatch(/since \d{4}-\d\d-\d\dT/);
      expect(stderr).toContain('Wait for it to end');
    }),
  ]);
  expect(refused).toMatchObject({ code: 7, report: { exitCode: 7, error: { name: 'RunLockedError' } } });
  expect(server.bodies).toHaveLength(ANSWERED + 1);
  const { stdout } = await space.run(['runs', 'list', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([{ run, succeeded: ANSWERED, ended: 'running' }]);
  const shown = await space.run(['runs', 'show', run]);
  expect(shown.stderr).toContain(`Is being executed by process ${first.pid} (user sync)`);
  const locks = (await filesOf(space)).filter((name) => name.includes('lock'));
  expect(locks).toHaveLength(1);
  expect((await stat(join(space.folder, '.examctl/runs', locks[0] ?? ''))).mode & 0o777).toBe(0o600);

  first.kill('SIGKILL');
  wakeServer();
  const resumed = await space.json(['runs', 'resume', run], { env: TOKEN });
  expect(resumed).toMatchObject({ code: 0, report: { counts: { succeeded: USERS, unknown: 0 } } });
  // Of the one whose answer had not come nobody knew; its id lets the platform tell.
  expect(timesSent(server)).toEqual([1, 1, 1, 2, 1, 1, 1, 1]);
  expect((await filesOf(space)).filter((name) => name.includes('lock'))).toEqual([]);
});

it('of two that resume a killed run at the same time, one sends and the other is refused', async () => {
  const { space, server, run, first, wakeServer } = await runAgainstSilence();
  const firstEnd = ended(first);
  first.kill('SIGKILL');
  await firstEnd;
  const resume = () => start(space, ['runs', 'resume', run, '--concurrency', '1']);
  const children = [resume(), resume()];
  const ends = children.map(async (child, index) => ({ ...(await ended(child)), index }));
  const loser = await Promise.race(ends);
  const winner = children[1 - loser.index];
  expect(loser).toMatchObject({ code: 7, stderr: expect.stringContaining(`process ${winner?.pid} (runs resume)`) });
  await server.came(ANSWERED + 2);
  expect(timesSent(server)).toEqual([1, 1, 1, 2, 0, 0, 0, 0]);

  winner?.kill('SIGKILL');
  wakeServer();
  expect((await space.json(['runs', 'resume', run], { env: TOKEN })).code).toBe(0);
  expect(timesSent(server)).toEqual([1, 1, 1, 3, 1, 1, 1, 1]);
});

it('a run that was left at once, at a second signal, is resumed at once too', async () => {
  const { space, run, first, server, wakeServer } = await runAgainstSilence();
  const end = ended(first);
  wakeServer();
  first.kill('SIGINT');
  // The request under way is never answered: the second signal leaves at once. Two that come together may be one.
  const again = setInterval(() => first.kill('SIGINT'), 100);
  const { code, stderr } = await end;
  expect(code).toBe(130);
  expect(stderr).toContain('Ended at once. "examctl runs list" shows what was begun');
  clearInterval(again);
  expect((await space.json(['runs', 'resume', run], { env: TOKEN })).code).toBe(0);
  expect(timesSent(server)).toEqual([1, 1, 1, 2, 1, 1, 1, 1]);
  expect((await filesOf(space)).filter((name) => name.includes('lock'))).toEqual([]);
});

it('a run that ends while another process waits for it is known to be done', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer((_, index) => (index < USERS - 1 ? {} : { afterMs: 800 }));
  const first = await startSync(space, server.url);
  const end = ended(first);
  await server.came(USERS);
  const { code, stdout } = await space.run(['runs', 'resume', await runOf(space)], { env: TOKEN });
  expect((await end).code).toBe(0);
  // On a slow machine it may still be at work when the other one has lost its patience.
  expect([0, 7]).toContain(code);
  if (code === 0) expect(stdout).toContain(`${USERS} users`);
  expect(timesSent(server)).toEqual(Array.from({ length: USERS }, () => 1));
});
