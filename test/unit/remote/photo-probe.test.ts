import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPhotoLoader, isPublicAddress } from '../../../src/remote/photo-probe.ts';

let server: Server;
let base: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/slow') return;
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/photo.png' }).end();
    else if (request.url === '/big') response.end(Buffer.alloc(2_000));
    else if (request.url === '/photo.png') response.end('pixels');
    else if (request.url === '/empty') response.end();
    else response.writeHead(404).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const load = createPhotoLoader({ isAllowed: () => true, timeoutMs: 500, maxBytes: 1_000 });

test('a photo that answers 200 with a body can be loaded', async () => {
  expect(await load(`${base}/photo.png`)).toBe(true);
});

test.each(['/missing', '/elsewhere', '/big', '/slow', '/empty'])('%s cannot be loaded', async (path) => {
  expect(await load(`${base}${path}`)).toBe(false);
});

test('an address of our own network is never asked, by number or by name', async () => {
  const strict = createPhotoLoader({ timeoutMs: 500 });
  asked.length = 0;
  expect(await strict(`${base}/photo.png`)).toBe(false);
  expect(await strict(`${base.replace('127.0.0.1', 'localhost')}/photo.png`)).toBe(false);
  expect(asked).toEqual([]);
});

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:400e::1', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['169.254.169.254', false],
  ['192.168.1.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:127.0.0.1', false],
  ['0.0.0.0', false],
])('whether %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
