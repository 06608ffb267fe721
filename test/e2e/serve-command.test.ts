/** `serve` and `local token` as their users see them, over a store on disk. */

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServeOptions } from '../../src/commands/serve/run-serve.ts';
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

  test('sees tokens that come and go', async () => {
    const folder = await temporaryStore();
    const first = await addToken(folder);
    const server = await startServe(['--store', folder]);
    const second = await addToken(folder);
    expect(await saveUser(server.url, second.token)).toBe(400);
    await runCommand(['local', 'token', 'revoke', first.id, '--store', folder]).done;
    expect(await saveUser(server.url, first.token)).toBe(403);
    expect(await saveUser(server.url, second.token)).toBe(400);
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

  test('-v writes an access log without anything personal', async () => {
    const folder = await temporaryStore();
    const { token, id } = await addToken(folder);
    const server = await startServe(['--store', folder, '-v']);
    await saveUser(server.url, token);
    await request(`${server.url}/external/review-sessions/canary-session?canary=1`, {
      headers: { Authorization: `EAPI ${token}` },
    }).then(({ body }) => body.dump());
    server.stop();
    await server.done;
    const lines = server
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'request', method: 'POST', route: '/user', status: 400, token: id }),
      expect.objectContaining({ method: 'GET', route: '/external/review-sessions/{externalId}', status: 400 }),
    ]);
    expect(Object.keys(JSON.parse(lines[0]!))).toEqual([
      'time',
      'event',
      'id',
      'method',
      'route',
      'status',
      'durationMs',
      'bytes',
      'operation',
      'token',
    ]);
    expect(server.stdout() + server.stderr()).not.toMatch(/canary/i);
    expect(server.stdout() + server.stderr()).not.toContain(token);
  });

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

describe('what serve refuses', () => {
  const env = { EXAMCTL_TOKEN: 'x' };

  test('a store without tokens, and says how to make one', async () => {
    const folder = await temporaryStore();
    for (const none of [{}, { EXAMCTL_TOKEN: '' }]) {
      const run = runCommand(['serve', '--port', '0', '--store', folder], { env: none });
      const hint = 'Make one with examctl local token add, or set EXAMCTL_TOKEN.';
      await expect(run.done).rejects.toMatchObject({ name: 'UsageError', exitCode: 2, hint });
      expect(run.stdout()).toBe('');
    }
  });

  test.each([' ', 'canary token'])('a token in EXAMCTL_TOKEN that nobody can send: %j', async (EXAMCTL_TOKEN) => {
    const folder = await temporaryStore();
    await addToken(folder);
    const run = runCommand(['serve', '--port', '0', '--store', folder], { env: { EXAMCTL_TOKEN } });
    const hint = expect.stringContaining('unset it');
    await expect(run.done).rejects.toMatchObject({ name: 'UsageError', exitCode: 2, hint });
    await expect(run.done).rejects.not.toThrow(/canar/);
    expect(run.stdout()).toBe('');
  });

  test('no store', async () => {
    const folder = await temporaryFolder();
    const run = runCommand(['serve', '--port', '0', '--store', join(folder, 'none')], { env });
    await expect(run.done).rejects.toMatchObject({ name: 'UsageError' });
  });

  test.each(['0.0.0.0', '::', '192.168.0.1', 'exams.example.org'])('%s without TLS', async (host) => {
    const run = runCommand(['serve', '--port', '0', '--host', host], { env });
    await expect(run.done).rejects.toMatchObject({ name: 'UsageError', message: expect.stringContaining('TLS') });
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
      const run = runCommand(['serve', '--port', '0', '--store', folder, ...argv], { env });
      await expect(run.done).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
      expect(run.stdout() + run.stderr()).not.toContain('PRIVATE');
    }
  });

  test('a port that is in use, and lets the store go', async () => {
    const folder = await temporaryStore();
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const run = runCommand(['serve', '--port', String(port), '--store', folder], { env });
    await expect(run.done).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('in use') });
    await startServe(['--store', folder, '--lock-timeout', '0s'], { env });
  });

  test.each(['-1', '65536', 'x', '1.5', ''])('the port %j', async (port) => {
    const run = runCommand(['serve', '--port', port], { env });
    await expect(run.done).rejects.toMatchObject({ code: 'commander.invalidArgument' });
  });
});

test('the flags of serve become options', async () => {
  const seen: ServeOptions[] = [];
  const run = async (options: ServeOptions) => void seen.push(options);
  await runCommand(['serve'], { run }).done;
  const argv = [
    'serve',
    '--port',
    '1',
    '--host',
    '::1',
    '--tls-cert',
    'c',
    '--tls-key',
    'k',
    '--store',
    's',
    '-v',
    '--json',
  ];
  await runCommand(argv, { run }).done;
  expect(seen).toMatchObject([
    { flags: { port: 8787, host: '127.0.0.1' }, store: { store: '.examctl/store' } },
    {
      flags: { port: 1, host: '::1', tlsCert: 'c', tlsKey: 'k' },
      store: { store: 's' },
      global: { verbose: true, format: 'json' },
    },
  ]);
  expect(seen[0]?.flags).not.toHaveProperty('tlsCert');
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
    const revoke = (id: string) => runCommand(['local', 'token', 'revoke', id, '--store', folder]).done;
    await expect(revoke('0badc0de')).rejects.toMatchObject({ message: 'There is no token 0badc0de in the store' });
    const error = await revoke(token).catch((reason: Error) => reason.message);
    expect(error).toBe('There is no token with this id in the store');
  });

  test.each(['', ' ', 'a\u001b[31m', 'x'.repeat(101)])('add refuses the name %j', async (name) => {
    const folder = await temporaryStore();
    const run = runCommand(['local', 'token', 'add', '--name', name, '--store', folder]);
    await expect(run.done).rejects.toMatchObject({ code: 'commander.invalidArgument' });
    expect(run.stdout()).toBe('');
  });
});
