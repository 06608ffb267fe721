import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../../src/base/text/url-text.ts';
import { hostOf, knownHosts } from '../../../src/server/hosts.ts';
import { CERTIFICATE } from '../../support/http/certificate.ts';

describe('the names under which a server is known', () => {
  test('are those of loopback, and what it is bound to', () => {
    const isKnown = knownHosts({ host: 'exams.internal' });
    for (const name of ['localhost', '127.0.0.1', '[::1]', '::1', 'EXAMS.internal']) expect(isKnown(name)).toBe(true);
    for (const name of ['evil.example', 'internal', 'x.exams.internal', '127.0.0.2']) expect(isKnown(name)).toBe(false);
  });

  test('are those of its certificate', () => {
    const isKnown = knownHosts({ host: '127.0.0.1', cert: CERTIFICATE });
    expect(isKnown('exams.example.org')).toBe(true);
    for (const name of ['evil.example.org', '10.0.0.1']) expect(isKnown(name)).toBe(false);
  });

  test('are those of the machine where it is bound to every interface', () => {
    for (const host of ['0.0.0.0', '::', '[::]']) {
      const isKnown = knownHosts({ host });
      expect(isKnown('127.0.0.1')).toBe(true);
      expect(isKnown('evil.example')).toBe(false);
    }
  });
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.evil.example', false],
  ['127.1', false],
  ['192.168.0.1', false],
  ['', false],
])('loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test.each([
  ['localhost:1', 'localhost'],
  ['[::1]', '[::1]'],
  ['[::1]:65535', '[::1]'],
  ['a:b', undefined],
  ['::1', undefined],
  ['a@b', undefined],
  ['localhost:99999999', undefined],
  ['localhost, evil.example', undefined],
  ['a/b', undefined],
  ['', undefined],
])('the host of %j', (authority, host) => {
  expect(hostOf(authority)).toBe(host);
});
