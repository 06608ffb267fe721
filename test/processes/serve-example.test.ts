/** A sandbox that is ready with one command, as a developer of an integration starts it. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { ended, startProgram } from '../support/cli/program.ts';
import { waitUntil } from '../support/http/wait-until.ts';
import { temporaryFolder } from '../support/store/temporary-folder.ts';

async function startSandbox(args: readonly string[] = []) {
  const folder = await temporaryFolder();
  const env = { TMPDIR: folder };
  const child = startProgram(['serve', '--example', '--port', '0', ...args], { cwd: folder, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  const end = ended(child);
  await waitUntil(() => /\n.*\n|\}\n/.test(stdout));
  return { folder, child, end, stdout };
}

async function ask(url: string, token: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `EAPI ${token}`, ...(body && { 'Content-Type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
}

const USER = { ExternalId: 'ada-1', FirstName: 'Ada', LastName: 'Lovelace' };

test('prints its URL and a token, answers the first request, and leaves nothing behind', async () => {
  const { folder, child, end, stdout } = await startSandbox();
  const [url = '', token = ''] = stdout.split('\n');
  expect(token).toMatch(/^examctl_[\w-]{43}$/);
  expect((await ask(`${url}/external/review-sessions/RS-LAW-101-2026`, token)).body).toMatchObject({ Success: true });
  const sandbox = new URL('/_sandbox/schedules/LAW-101-2026-010/links', url).href;
  expect((await ask(sandbox, token)).body).toMatchObject({ Success: true });
  const [made = ''] = await readdir(folder);
  expect((await stat(join(folder, made))).mode & 0o777).toBe(0o700);
  child.kill('SIGTERM');
  const { code, stderr } = await end;
  expect(code).toBe(0);
  expect(stderr).not.toContain(token);
  expect(stderr).toContain(`${url}/external/review-sessions/RS-LAW-101-2026`);
  expect(await readdir(folder)).toEqual([]);
});

test('with --json, an object; a repeated key gets the first answer, marked as replayed', async () => {
  const { stdout } = await startSandbox(['--json']);
  const { url, token } = JSON.parse(stdout);
  const key = { 'Idempotency-Key': 'k-1' };
  const first = await ask(`${url}/user`, token, USER, key);
  const second = await ask(`${url}/user`, token, USER, key);
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect([first, second].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
});

test('with --store: refused, since it has a store of its own', async () => {
  const { code, stderr } = await ended(startProgram(['serve', '--example', '--store', 'x']));
  expect([code, stderr]).toEqual([2, expect.stringContaining('--example has a store of its own')]);
});
