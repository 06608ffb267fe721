import { describe, expect, it } from 'vitest';
import { encodeSegment, parseBaseUrl } from '../../../src/remote/address.ts';
import { findProxy } from '../../../src/remote/wire/connector.ts';
import { createRequestHeaders } from '../../../src/remote/wire/transport.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://x.example', 'https://x.example', '/api/v1/integrations'],
    ['https://x.example/', 'https://x.example', '/api/v1/integrations'],
    ['https://x.example:8443/tenant//', 'https://x.example:8443', '/tenant/api/v1/integrations'],
    ['https://x.example/api/v1/integrations', 'https://x.example', '/api/v1/integrations'],
    ['https://x.example/t/api/v1/integrations/', 'https://x.example', '/t/api/v1/integrations'],
    ['http://localhost:3000', 'http://localhost:3000', '/api/v1/integrations'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', '/api/v1/integrations'],
    ['http://[::1]:3000', 'http://[::1]:3000', '/api/v1/integrations'],
  ])('%s', (text, origin, prefix) => {
    expect(parseBaseUrl(text)).toMatchObject({ origin, prefix });
  });

  it.each([
    ['http://x.example', /https/],
    ['http://localhost.evil.example', /https/],
    ['http://127.0.0.1.evil.example', /https/],
    ['https://user:sesame@x.example', /user name or a password/],
    ['https://x.example?token=sesame', /query/],
    ['https://x.example#sesame', /fragment/],
    ['ftp://x.example', /https/],
    ['x.example', /https/],
    ['', /https/],
    ['https://', /https/],
    ['https://x.example/\n/t', /https/],
  ])('refuses %s without echoing secrets', (text, words) => {
    expect(() => parseBaseUrl(text)).toThrow(words);
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ name: 'UsageError' }));
    expect(() => parseBaseUrl(text)).not.toThrow(/sesame/);
  });

  it('accepts plain http to another machine only if the caller allows it', () => {
    expect(parseBaseUrl('http://x.example', true)).toMatchObject({ origin: 'http://x.example', port: 80 });
  });
});

describe('encodeSegment', () => {
  it.each([
    ['S-1', 'S-1'],
    ['a/b?c#d%e', 'a%2Fb%3Fc%23d%25e'],
    ['ä€', '%C3%A4%E2%82%AC'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['..', undefined],
    ['.', undefined],
    ['\ud800', undefined],
  ])('%j', (value, encoded) => {
    expect(encodeSegment(value)).toBe(encoded);
  });
});

describe('createRequestHeaders', () => {
  it('holds the scheme and the token', () => {
    expect(createRequestHeaders('t')).toMatchObject({ authorization: 'EAPI t', 'content-type': 'application/json' });
  });

  it.each(['', 'sesame\n', 'sesame\r\nX-Y: z', 'sesame\0', 'sesa me', 'sésame', 'sesame\u007f', 'x'.repeat(10_000)])(
    'refuses %j without echoing it',
    (token) => {
      expect(() => createRequestHeaders(token)).toThrow(expect.objectContaining({ name: 'UsageError' }));
      expect(() => createRequestHeaders(token)).not.toThrow(/sesame/);
    },
  );
});

describe('findProxy', () => {
  const address = parseBaseUrl('https://exams.example.org');

  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    [{ https_proxy: 'http://p:1', HTTPS_PROXY: 'http://p:2' }, 'http://p:1'],
    [{ HTTP_PROXY: 'http://p:3' }, 'http://p:3'],
    [{ HTTPS_PROXY: 'p:4' }, 'http://p:4'],
    [{ HTTPS_PROXY: 'https://p' }, 'https://p'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example.org' }, undefined],
    [{ https_proxy: '', HTTPS_PROXY: 'http://p:1', no_proxy: '', NO_PROXY: 'example.org' }, undefined],
    [{ HTTPS_PROXY: 'http://p:1', no_proxy: 'x.org', NO_PROXY: 'example.org' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a, *.example.org' }, undefined],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'EXAMS.example.org:443' }, undefined],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'exams.example.org:8443' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'ample.org' }, 'http://p:1'],
  ])('%j', (env, origin) => {
    expect(findProxy(address, env)?.origin).toBe(origin);
  });

  it.each([
    ['fd00::2', undefined],
    ['x.org, FD00:0:0:0:0:0:0:2', undefined],
    ['[fd00::2]', undefined],
    ['[fd00:0::2]:18770', undefined],
    ['[fd00::2]:443', 'http://p:1'],
    ['fd00::3', 'http://p:1'],
    ['fd00::', 'http://p:1'],
    ['[', 'http://p:1'],
  ])('is left out for an IPv6 host that NO_PROXY names: %s', (NO_PROXY, origin) => {
    const host = parseBaseUrl('https://[fd00::2]:18770');
    expect(findProxy(host, { HTTPS_PROXY: 'http://p:1', NO_PROXY })?.origin).toBe(origin);
  });

  it('is never used for this machine', () => {
    expect(findProxy(parseBaseUrl('http://localhost:1'), { HTTP_PROXY: 'http://p:1' })).toBeUndefined();
  });

  it.each(['socks5://p:1', 'http://', '://', 'http://a%zz:sesame@p'])(
    'refuses %s without echoing it',
    (HTTPS_PROXY) => {
      expect(() => findProxy(address, { HTTPS_PROXY })).toThrow(/HTTPS_PROXY/);
      expect(() => findProxy(address, { HTTPS_PROXY })).not.toThrow(/sesame/);
    },
  );
});
