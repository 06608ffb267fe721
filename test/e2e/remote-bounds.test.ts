/** Answers without measure: slow ones, endless ones, bombs; and connections that close while many requests flow. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { accept, answer, head, inTurn } from '../support/hostile/reactions.ts';
import { setUp, upsert, user } from '../support/hostile/remote-under-test.ts';
import type { Reaction } from '../support/hostile/server.ts';

const ok = accept('S-1');
const MEGABYTE = 1024 * 1024;
/** 200 MB: members one after the other are one file for gzip. */
const BOMB = Buffer.concat(Array<Buffer>(20).fill(gzipSync(Buffer.alloc(10 * MEGABYTE), { level: 1 })));

/** Writes until the other side hangs up. */
function endless(first: string, chunk: Buffer): Reaction {
  return (socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pour).write(first);
    pour();
  };
}

describe('slow', () => {
  it('a byte now and then does not keep a request alive beyond its deadline', async () => {
    const drip: Reaction = (socket) => {
      socket.write(head(200, { 'content-length': 1000 }));
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    const { service } = await setUp(drip, { timeoutMs: 300, retries: 1 });
    const { delivery, envelope } = await service.pushSchedule(upsert('S-1'));
    expect(delivery).toMatchObject({ timesSent: 2, certainty: 'unknown' });
    expect(envelope.Errors?.[0]?.Error).toContain('no answer within 0.3 s');
  });

  it('an interim answer is not the answer', async () => {
    const { service } = await setUp((socket, request, index) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
      setTimeout(() => ok(socket, request, index), 20);
    });
    expect((await service.pushSchedule(upsert('S-1'))).envelope.Success).toBe(true);
  });
});

describe('too much', () => {
  it.each([
    ['an endless body', endless(head(200, {}), Buffer.alloc(64 * 1024, 120))],
    [
      'endless chunks of one byte',
      endless(head(200, { 'transfer-encoding': 'chunked' }), Buffer.from('1\r\nx\r\n'.repeat(5_000))),
    ],
    ['endless headers', endless('HTTP/1.1 200 OK\r\n', Buffer.from('x-y: z\r\n'.repeat(1_000)))],
    ['a gzip bomb', answer(200, BOMB, { 'content-encoding': 'gzip' })],
  ])('%s stays within bounds', async (_, script) => {
    const { service } = await setUp(script, { retries: 0, maxAnswerBytes: MEGABYTE / 4 });
    globalThis.gc?.();
    const before = process.memoryUsage();
    let most = 0;
    const timer = setInterval(() => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers);
    }, 5);
    const { delivery } = await service.pushSchedule(upsert('S-1'));
    clearInterval(timer);
    expect(delivery?.certainty).toBe('unknown');
    expect(most).toBeLessThan(150 * MEGABYTE);
  });

  it('an answer that comes compressed unasked is no success', async () => {
    const body = gzipSync(JSON.stringify({ Content: 'S-1', Success: true, Errors: null }));
    const { server, service } = await setUp(answer(200, body, { 'content-encoding': 'gzip' }), { retries: 0 });
    const { delivery, envelope } = await service.pushSchedule(upsert('S-1'));
    expect(delivery?.certainty).toBe('unknown');
    expect(envelope.Errors?.[0]?.Error).toMatch(/compressed/);
    expect(server.seen[0]?.headers.get('accept-encoding')).toBe('identity');
  });
});

describe('keep-alive', () => {
  it('loses no request and does none twice wrongly if connections close after an answer', async () => {
    const done = new Map<string, number>();
    const closing: Reaction = (socket, request, index) => {
      const id = /"ExternalId":"(u-\d+)"/.exec(request.body)?.[1] ?? '';
      done.set(id, (done.get(id) ?? 0) + 1);
      accept({ User: { ExternalId: id }, GroupErrors: [] })(socket, request, index);
      if (index % 3 === 0) setImmediate(() => (index % 2 ? socket.destroy() : socket.end()));
    };
    const { service } = await setUp(closing, { concurrency: 16 });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => service.saveUser(user(`u-${i}`))));
    expect(answers.filter(({ envelope }) => !envelope.Success)).toEqual([]);
    expect(done.size).toBe(200);
    // What reached the server twice was sent twice, and said so.
    for (const [i, { delivery }] of answers.entries()) {
      expect(delivery?.certainty).toBe('answered');
      expect(done.get(`u-${i}`) ?? 0).toBeLessThanOrEqual(delivery?.timesSent ?? 0);
    }
  });

  it('gives what cannot be repeated a connection of its own, out of that race', async () => {
    const { server, service } = await setUp(
      (socket, request, index) => {
        accept({ ExternalId: `c${index}`, Errors: [] })(socket, request, index);
        setImmediate(() => socket.destroy());
      },
      { concurrency: 8 },
    );
    const answers = await Promise.all(Array.from({ length: 60 }, () => service.addCollection({ Title: 'T' })));
    expect(answers.every(({ envelope }) => envelope.Success)).toBe(true);
    expect(server.seen).toHaveLength(60);
    expect(server.connections()).toBe(60);
  });

  it('notices a connection that was closed while it lay idle', async () => {
    const { server, service } = await setUp(
      inTurn((socket, request, index) => {
        ok(socket, request, index);
        setTimeout(() => socket.end(), 10);
      }),
    );
    for (let i = 0; i < 3; i++) {
      expect((await service.pushSchedule(upsert('S-1'))).delivery?.timesSent).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(server.seen).toHaveLength(3);
  });
});
