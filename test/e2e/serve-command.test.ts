/** `serve` and `local token` as their users see them, over a store on disk. */

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunOptions } from '../support/cli/program.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../support/http/certificate.ts';
import { runCommand, startServe } from '../support/http/command-line.ts';
import { waitUntil } from '../support/http/wait-until.ts';
import { temporaryFolder, temporaryStore } from '../support/store/temporary-folder.ts';

const USER =
  '{"ExternalId":"canary-id","FirstName":"Canary","LastName":"Bird","Password":"canary-password","Role":"none"}';

async function addToken(folder: string): Promise<{ token: string; id: string }> {
  const run = runCommand(['local', 'token', 'add', '--json', '--store', folder]);
  await run.done;
  return JSON.parse(run.stdout());
}

async function saveUser(url: string, token: string): Promise<number> {
  const headers = { Authorization: `EAPI ${token}`, 'Content-Type': 'application/json' };
  const { statusCode, body } = await request(`${url}/user`, { method: 'POST', headers, body: USER });
  expect(await body.text()).not.toContain('canary-password');
  return statusCode;
}

describe('serve', () => {
  test('prints its URL, answers until it is told to stop, and that is success', async () => {
    const folder = await temporaryStore();
    const { token } = await addToken(folder);
    const server = await startServe(['--store', folder]);
    expect(server.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/integrations\n$/);
    expect(await saveUser(server.url, token)).toBe(400);
    expect(await saveUser(server.url, 'wrong')).toBe(403);
    server.stop();
    await server.done;
    // The second, if the client sends on the connection of the first request before it knows of its end.
    await expect(saveUser(server.url, token)).rejects.toThrow(/ECONNREFUSED|other side closed/);
    // The lock of the store is free again.
    const next = await startServe(['--store', folder, '--lock-timeout', '0s']);
    expect(await saveUser(next.url, token)).toBe(400);
  });

  test('with --json, an object', async () => {
    const folder = await temporaryStore();
    const server = await startServe(['--store', folder, '--json'], { env: { EXAMCTL_TOKEN: 'from-env' } });
    await waitUntil(() => server.stdout().endsWith('}\n'));
    const { url, port, ...rest } = JSON.parse(server.stdout());
    expect(rest).toEqual({ schemaVersion: 1, command: 'serve', pid: process.pid });
    expect(url).toBe(`http://127.0.0.1:${port}/api/v1/integrations`);
    expect(await saveUser(url, 'from-env')).toBe(400);
    expect(await saveUser(url, 'from-Env')).toBe(403);
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  test.runIf(hasIpv6).each(['::1', '[::1]'])(
    'listens on %s, an address of IPv6 with or without brackets',
    async (host) => {
      const folder = await temporaryStore();
      const server = await startServe(['--store', folder, '--host', host], { env: { EXAMCTL_TOKEN: 'from-env' } });
      expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+\//);
      expect(await saveUser(server.url, 'from-env')).toBe(400);
    },
  );

  test('without -v it says little', async () => {
    const folder = await temporaryStore();
    const server = await startServe(['--store', folder], { env: { EXAMCTL_TOKEN: 'x' } });
    await saveUser(server.url, 'x');
    server.stop();
    await server.done;
    expect(server.stderr()).not.toContain('{');
    expect(server.stderr()).toContain('Stopping');
  });

  test('serves other machines with TLS, under the names of its certificate', async () => {
    const folder = await temporaryStore();
    const [cert, key] = [join(folder, '..', 'cert.pem'), join(folder, '..', 'key.pem')];
    await writeFile(cert, CERTIFICATE);
    await writeFile(key, PRIVATE_KEY);
    const argv = ['--store', folder, '--host', '0.0.0.0', '--tls-cert', cert, '--tls-key', key];
    const server = await startServe(argv, { env: { EXAMCTL_TOKEN: 'x' } });
    expect(server.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+\//);
    const port = Number(new URL(server.url).port);
    expect(await statusOverTls(port, 'exams.example.org')).toBe('403');
    expect(await statusOverTls(port, 'evil.example.org', 'EAPI x')).toBe('400');
    // A handshake that never ends does not hold the server up.
    const { connect } = await import('node:net');
    const mute = connect(port, '127.0.0.1');
    onTestFinished(() => void mute.destroy());
    await sleep(50);
    mute.destroy();
    server.stop();
    await server.done;
  });
});

/** Status of a request whose Host is the name. */
function statusOverTls(port: number, host: string, authorization = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    // Whom it speaks to is not the question here; the certificate is signed by itself.
    const socket = connectTls({ port, host: '127.0.0.1', servername: host, rejectUnauthorized: false });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text.slice(9, 12)));
    socket.on('error', reject);
    socket.write(
      `POST /api/v1/integrations/user HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: ${authorization}\r\nContent-Length: 0\r\n\r\n`,
    );
  });
}

/** Ends with a usage error, and serves nothing. */
async function expectRefusal(argv: readonly string[], says: string, env: RunOptions['env'] = { EXAMCTL_TOKEN: 'x' }) {
  const run = runCommand(['serve', ...argv], { env });
  expect({ code: await run.done, stdout: run.stdout(), stderr: run.stderr() }).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringContaining(says),
  });
  return run.stderr();
}

describe('what serve refuses', () => {
  test('a store without tokens, and says how to make one', async () => {
    const folder = await temporaryStore();
    for (const none of [{}, { EXAMCTL_TOKEN: '' }]) {
      const hint = 'Make one with examctl local token add, or set EXAMCTL_TOKEN.';
      await expectRefusal(['--port', '0', '--store', folder], hint, none);
    }
  });

  test.each([' ', 'canary token'])('a token in EXAMCTL_TOKEN that nobody can send: %j', async (EXAMCTL_TOKEN) => {
    const folder = await temporaryStore();
    await addToken(folder);
    const said = await expectRefusal(['--port', '0', '--store', folder], 'unset it', { EXAMCTL_TOKEN });
    expect(said).not.toMatch(/canar/);
  });

  test('no store', async () => {
    await expectRefusal(['--port', '0', '--store', join(await temporaryFolder(), 'none')], 'There is no store in');
  });

  test.each(['0.0.0.0', '::', '192.168.0.1', 'exams.example.org'])('%s without TLS', async (host) => {
    await expectRefusal(['--port', '0', '--host', host], 'TLS');
  });

  test('half a pair of TLS files, and files that are none', async () => {
    const folder = await temporaryStore();
    const [cert, key] = [join(folder, '..', 'c.pem'), join(folder, '..', 'k.pem')];
    await writeFile(cert, CERTIFICATE);
    await writeFile(key, PRIVATE_KEY);
    const refusals = [
      [['--tls-cert', cert], 'belong together'],
      [['--tls-key', key], 'belong together'],
      [['--tls-cert', `${cert}x`, '--tls-key', key], 'cannot be read (ENOENT)'],
      [['--tls-cert', key, '--tls-key', key], 'is not a certificate'],
      [['--tls-cert', cert, '--tls-key', cert], 'is not a private key'],
    ] as const;
    for (const [argv, message] of refusals) {
      const said = await expectRefusal(['--port', '0', '--store', folder, ...argv], message);
      expect(said).not.toContain('PRIVATE');
    }
  });

  test('a port that is in use, and lets the store go', async () => {
    const folder = await temporaryStore();
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    await expectRefusal(['--port', String(port), '--store', folder], 'in use');
    await startServe(['--store', folder, '--lock-timeout', '0s'], { env: { EXAMCTL_TOKEN: 'x' } });
  });

  test.each(['-1', '65536', 'x', '1.5', ''])('the port %j', async (port) => {
    await expectRefusal([`--port=${port}`], '--port cannot be');
  });
});

describe('local token', () => {
  test('add shows the token once, list never', async () => {
    const folder = await temporaryStore();
    const add = runCommand(['local', 'token', 'add', '--name', 'ci job', '--store', folder]);
    await add.done;
    expect(add.stdout()).toMatch(/^examctl_[\w-]{43}\n$/);
    const [id] = /[0-9a-f]{8}$/.exec(add.stderr().trim()) ?? [];
    const list = runCommand(['local', 'token', 'list', '--json', '--store', folder]);
    await list.done;
    expect(JSON.parse(list.stdout())).toEqual([{ id, name: 'ci job', created: expect.any(String) }]);
    expect(add.stderr() + list.stdout()).not.toContain(add.stdout().trim().slice(8));
  });

  test('revoke names what it does not find, but repeats no token', async () => {
    const folder = await temporaryStore();
    const { token } = await addToken(folder);
    const revoke = async (id: string) => {
      const run = runCommand(['local', 'token', 'revoke', id, '--store', folder]);
      return { code: await run.done, said: run.stderr().split('\n')[0] };
    };
    const said = 'examctl: There is no token 0badc0de in the store';
    expect(await revoke('0badc0de')).toEqual({ code: 2, said });
    expect(await revoke(token)).toEqual({ code: 2, said: 'examctl: There is no token with this id in the store' });
  });

  test.each(['', ' ', 'a\u001b[31m', 'x'.repeat(101)])('add refuses the name %j', async (name) => {
    const folder = await temporaryStore();
    const run = runCommand(['local', 'token', 'add', `--name=${name}`, '--store', folder]);
    expect({ code: await run.done, stdout: run.stdout() }).toEqual({ code: 2, stdout: '' });
  });
});
