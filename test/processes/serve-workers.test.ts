/** `serve --workers`: processes on one port, started again when one is killed, and ended together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/http/free-port.ts';
import { waitUntil } from '../support/http/wait-until.ts';
import { bundle } from '../support/import-bundled.js';

let script: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  script = await bundle('test/support/http/shared-store-program.ts');
});
afterAll(() => rm(script.folder, { recursive: true }));
beforeEach(() => setState('there'));

interface Servers {
  readonly child: ChildProcess;
  readonly told: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
}

type StoreState = 'there' | 'gone' | 'silent' | 'full';
const setState = (state: StoreState) => writeFileSync(join(script.folder, 'state'), state);

function serve(...flags: string[]): Servers {
  const env = { PATH: process.env['PATH'] ?? '', EXAMCTL_TOKEN: 'x', STATE_FILE: join(script.folder, 'state') };
  const child = spawn(process.execPath, [script.outfile, 'serve', '--workers', '2', '--json', ...flags], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => {
    told.stdout += part;
  });
  child.stderr.on('data', (part) => {
    told.stderr += part;
  });
  return { child, told, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** On a connection of its own, so that the processes take turns. */
async function ask(port: number, path: string): Promise<string> {
  const client = new Client(`http://127.0.0.1:${port}`);
  const { body } = await client.request({ path, method: 'GET', headers: { authorization: 'EAPI x' } });
  return body.text().finally(() => client.close());
}

const hasChildren = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') !== '';

const SESSION = '/api/v1/integrations/external/review-sessions/RS-1';
const pidAt = async (port: number) => Number(JSON.parse(await ask(port, SESSION)).Content);

async function pidsAt(port: number): Promise<Set<number>> {
  const pids = await Promise.all(Array.from({ length: 8 }, () => pidAt(port)));
  // 0 would be the group of the test itself.
  expect(pids.every((pid) => pid > 0)).toBe(true);
  return new Set(pids);
}

test('two processes answer at one port, a killed one is replaced, the figures are those of both, and both end', async () => {
  const { child, told, ended } = serve('--port', '0');
  await waitUntil(() => told.stdout.endsWith('}\n'));
  const { port, workers, pid } = JSON.parse(told.stdout);
  expect({ workers, pid }).toEqual({ workers: 2, pid: child.pid });
  const pids = await pidsAt(port);
  expect(pids.size).toBe(2);
  expect(pids).not.toContain(child.pid);
  const metrics = await ask(port, '/metrics');
  expect(metrics).toContain('examctl_http_requests_total{operation="getReviewSession",status="200"} 8\n');
  expect(metrics).toContain('examctl_http_request_duration_seconds_count{operation="getReviewSession"} 8\n');
  expect(metrics).toContain('examctl_store_commits_total 2\n');
  const [killed = Number.NaN] = pids;
  process.kill(killed, 'SIGKILL');
  await waitUntil(() => told.stderr.includes('another one is started'));
  await waitUntil(async () => (await pidsAt(port)).size === 2);
  expect(await pidsAt(port)).not.toContain(killed);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await expect(pidAt(port)).rejects.toThrow('ECONNREFUSED');
});

test('if the port is taken, it is said once, and the exit code is that of the worker', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const { told, ended } = serve('--port', String(port));
  expect(await ended).toBe(2);
  expect(told.stderr.match(/the port is in use/g)).toHaveLength(1);
});

test('a replacement that cannot start is replaced until it can, and disturbs neither the figures nor the others', async () => {
  const { child, told, ended } = serve('--port', '0');
  await waitUntil(() => told.stdout.endsWith('}\n'));
  const { port } = JSON.parse(told.stdout);
  setState('gone');
  const [killed = Number.NaN, other] = await pidsAt(port);
  process.kill(killed, 'SIGKILL');
  await waitUntil(() => (told.stderr.match(/A worker ended with 2, and another one is started/g) ?? []).length > 1);
  expect(await pidsAt(port)).toEqual(new Set([other]));
  const figuresOfOne = async () => {
    expect(await ask(port, '/metrics')).toContain('examctl_store_commits_total 1\n');
  };
  // Another one is started every second: the figures are asked for at each stage of its start.
  for (let count = 0; count < 12; count += 1) await sleep(100).then(figuresOfOne);
  setState('silent');
  for (let count = 0; count < 12; count += 1) await sleep(100).then(figuresOfOne);
  setState('there');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('both workers come back after a time in which none could start', async () => {
  const port = await freePort();
  const { child, told, ended } = serve('--port', String(port));
  await waitUntil(() => told.stdout.endsWith('}\n'));
  setState('gone');
  for (const pid of await pidsAt(port)) process.kill(pid, 'SIGKILL');
  await waitUntil(() => (told.stderr.match(/ended with 2/g) ?? []).length >= 2);
  setState('there');
  await waitUntil(async () => (await pidsAt(port).catch(() => new Set())).size === 2);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('if the store has no room for all workers, none goes on, and the exit code is that of the worker', async () => {
  setState('full');
  const { told, ended } = serve('--port', '0', '--workers', '3');
  expect(await ended).toBe(2);
  expect(told).toEqual({ stdout: '', stderr: expect.stringContaining('the store cannot be reached') });
});

test.each(['silent', 'there'] as const)('SIGTERM while workers start ends all (a store that is %s)', async (state) => {
  setState(state);
  const { child, told, ended } = serve('--port', '0', '--workers', '4');
  await waitUntil(() => hasChildren(child.pid ?? 0));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(told).toEqual({ stdout: '', stderr: '' });
});
