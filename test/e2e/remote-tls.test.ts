/** Certificates that must not pass, authorities of one's own, and the way through a proxy. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Certificate, type Certificates, makeCertificates } from '../support/hostile/certificates.ts';
import { type ConnectProxy, startConnectProxy } from '../support/hostile/connect-proxy.ts';
import { accept } from '../support/hostile/reactions.ts';
import { CANARY, errorOf, open, setUp, upsert } from '../support/hostile/remote-under-test.ts';

let certificates: Certificates;
beforeAll(() => {
  certificates = makeCertificates();
});

describe('certificates', () => {
  it.each([
    ['selfSigned', /self-signed/],
    ['expired', /expired/],
    ['wrongName', /another name/],
  ] as const)('%s: ends the run, unretried, with nothing sent', async (name, words) => {
    const { server, service, clock } = await setUp(accept('S-1'), { ca: certificates.ca }, { tls: certificates[name] });
    const error = await errorOf(service.pushSchedule(upsert('S-1')));
    expect(error.name).toBe('UnreachableError');
    expect(error.message).toMatch(words);
    expect(server.connections() + clock.slept.length).toBeLessThanOrEqual(1);
    expect(server.seen).toHaveLength(0);
  });

  it('of an authority that is not known: the same', async () => {
    const { server, service, clock } = await setUp(accept('S-1'), {}, { tls: certificates.good });
    const error = await errorOf(service.pushSchedule(upsert('S-1')));
    expect(error).toMatchObject({ name: 'UnreachableError', message: expect.stringContaining('authority') });
    expect(clock.slept).toEqual([]);
    expect(server.seen).toHaveLength(0);
  });

  it.each(['selfSigned', 'wrongName'] as const)('%s: not even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async (name) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { server, service } = await setUp(accept('S-1'), { ca: certificates.ca }, { tls: certificates[name] });
    expect((await errorOf(service.pushSchedule(upsert('S-1')))).name).toBe('UnreachableError');
    expect(server.seen).toHaveLength(0);
  });

  it('pass if the file of authorities vouches for them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ca-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, certificates.ca);
    const { service } = await setUp(accept('S-1'), { caFile }, { tls: certificates.good });
    expect((await service.pushSchedule(upsert('S-1'))).envelope.Success).toBe(true);
    expect(() => open({ baseUrl: 'https://x.example', ca: 'not PEM' })).toThrow(/no certificate/);
    expect(() => open({ baseUrl: 'https://x.example', caFile: join(folder, 'none') })).toThrow(/Cannot read/);
  });
});

describe('a proxy', () => {
  const baseUrl = 'https://exams.example.test';

  async function behindProxy(
    status = 200,
    tls?: Certificate,
  ): Promise<{ proxy: ConnectProxy; seen: readonly unknown[] }> {
    const { server } = await setUp(accept('S-1'), {}, { tls: certificates.remote });
    const proxy = await startConnectProxy(server.port, status, tls);
    onTestFinished(() => proxy.close());
    return { proxy, seen: server.seen };
  }

  it('is gone through, sees neither token nor request, and gets its own credentials', async () => {
    const { proxy, seen } = await behindProxy();
    const env = { HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}` };
    const service = open({ baseUrl, ca: certificates.ca, env });
    const { envelope } = await service.pushSchedule(upsert('S-1'));
    expect(envelope.Success).toBe(true);
    const [tunnel] = proxy.tunnels;
    expect(tunnel?.target).toBe('exams.example.test:443');
    expect(tunnel?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
    expect(JSON.stringify(tunnel?.headers) + tunnel?.bytes.toString('latin1')).not.toContain(CANARY);
    expect(JSON.stringify([...(seen as { headers: Map<string, string> }[])[0]!.headers])).not.toContain(
      'proxy-authorization',
    );
  });

  it('does not excuse a bad certificate behind it', async () => {
    const { proxy } = await behindProxy();
    const service = open({
      baseUrl: 'https://other.example.test',
      ca: certificates.ca,
      env: { https_proxy: proxy.url },
    });
    expect(await errorOf(service.pushSchedule(upsert('S-1')))).toMatchObject({
      name: 'UnreachableError',
      message: expect.stringContaining('another name'),
    });
    expect(proxy.tunnels).toHaveLength(1);
  });

  it('over TLS shows a certificate for its own name, not for that of the platform', async () => {
    const good = (await behindProxy(200, certificates.good)).proxy;
    const service = open({ baseUrl, ca: certificates.ca, env: { HTTPS_PROXY: good.url } });
    expect((await service.pushSchedule(upsert('S-1'))).envelope.Success).toBe(true);
    expect(good.tunnels).toHaveLength(1);
    const bad = (await behindProxy(200, certificates.remote)).proxy;
    const barred = open({ baseUrl, ca: certificates.ca, env: { HTTPS_PROXY: bad.url }, retries: 0 });
    expect(await errorOf(barred.pushSchedule(upsert('S-1')))).toMatchObject({
      name: 'UnreachableError',
      message: expect.stringContaining('at the proxy, its certificate is for another name'),
    });
    expect(bad.tunnels).toHaveLength(0);
  });

  it.each([
    [407, 1],
    [502, 2],
  ])('that answers %i ends the run after %i attempts', async (status, attempts) => {
    const { proxy, seen } = await behindProxy(status);
    const clock = { sleep: async () => undefined };
    const service = open({ baseUrl, ca: certificates.ca, env: { HTTPS_PROXY: proxy.url }, retries: 1, clock });
    const error = await errorOf(service.addCollection({ Title: 'T' }));
    expect(error).toMatchObject({ name: 'UnreachableError', message: expect.stringContaining(`status ${status}`) });
    expect(proxy.tunnels).toHaveLength(attempts);
    expect(seen).toHaveLength(0);
  });

  it('is left out for this machine and for NO_PROXY', async () => {
    const { proxy } = await behindProxy();
    const { service } = await setUp(accept('S-1'), { env: { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url } });
    expect((await service.pushSchedule(upsert('S-1'))).envelope.Success).toBe(true);
    const env = { HTTPS_PROXY: proxy.url, NO_PROXY: 'x, .example.test:443' };
    const direct = open({ baseUrl, env, retries: 0, timeoutMs: 2_000 });
    await errorOf(direct.pushSchedule(upsert('S-1')));
    expect(proxy.tunnels).toHaveLength(0);
  });
});
