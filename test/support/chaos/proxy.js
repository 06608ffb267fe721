/**
 * A proxy on loopback that disturbs connections at random, by a seed: it refuses and cuts them before, during and after a
 * request and in the middle of an answer. It also delays and drops answers, and sends requests twice, at once or later.
 */
import { connect, createServer } from 'node:net';
import { createMessages } from './messages.js';
import { createRandom } from './random.js';

/** The disturbances, with their numbers per thousand requests; all other requests pass. */
const FATES = [
  ['delayed', 60],
  ['cut before it is sent on', 20],
  ['cut in the middle of the request', 20],
  ['cut after the request, which is carried out', 20],
  ['cut after the request, with the connection behind', 20],
  ['cut in the middle of the answer', 20],
  ['answer swallowed', 2],
  ['sent twice, the first answer given', 20],
  ['sent twice, the second answer given', 20],
  ['sent again later', 20],
];
const REFUSED_CONNECTIONS = 30;
const SENT_TWICE = /^sent (?:twice|again)/;
const MAX_DELAY_MS = 40;
const MAX_LATER_MS = 400;

/** `seen` counts complete requests; `onTwice` is called if the server gets a request twice; `isCalm` lets all requests pass. */
export async function startChaosProxy({ port, seed }) {
  const random = createRandom(seed);
  const proxy = { isCalm: false, seen: 0, fates: new Map(), onRequest: () => {}, onTwice: () => {} };
  const count = (fate) => proxy.fates.set(fate, (proxy.fates.get(fate) ?? 0) + 1);
  const sockets = new Set();
  const track = (socket) => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  /** Sends one request on a new connection. Gives `undefined` if no complete answer comes. */
  const ask = (message) =>
    new Promise((resolve) => {
      const upstream = track(connect(port, '127.0.0.1'));
      const end = (answer) => {
        resolve(answer);
        upstream.destroy();
      };
      upstream.on('data', createMessages(end)).on('close', () => end(undefined));
      upstream.write(message);
    });
  const pickFate = () => {
    if (proxy.isCalm) return 'passed';
    let left = random(1_000);
    for (const [fate, share] of FATES) {
      left -= share;
      if (left < 0) return fate;
    }
    return 'passed';
  };

  const treat = {
    passed: async (client, message) => give(client, await ask(message)),
    delayed: async (client, message) => {
      await sleep(random(MAX_DELAY_MS));
      give(client, await ask(message));
    },
    'cut before it is sent on': (client) => client.resetAndDestroy(),
    'cut in the middle of the request': (client, message) => {
      const upstream = track(connect(port, '127.0.0.1'));
      upstream.write(message.subarray(0, 1 + random(message.length - 1)), () => {
        upstream.destroy();
        client.resetAndDestroy();
      });
    },
    'cut after the request, which is carried out': (client, message) => {
      void ask(message);
      client.resetAndDestroy();
    },
    'cut after the request, with the connection behind': (client, message) => {
      const upstream = track(connect(port, '127.0.0.1'));
      upstream.write(message, () => setTimeout(() => upstream.destroy(), random(5)));
      client.destroy();
    },
    'cut in the middle of the answer': async (client, message) => {
      const answer = await ask(message);
      if (answer === undefined) return client.destroy();
      client.write(answer.subarray(0, 1 + random(answer.length - 1)), () => client.destroy());
    },
    'answer swallowed': async (_client, message) => void (await ask(message)),
    'sent twice, the first answer given': async (client, message) => {
      const first = ask(message);
      void ask(message);
      give(client, await first);
    },
    'sent twice, the second answer given': async (client, message) => {
      void ask(message);
      give(client, await ask(message));
    },
    'sent again later': async (client, message) => {
      setTimeout(() => void ask(message), random(MAX_LATER_MS));
      give(client, await ask(message));
    },
  };

  const server = createServer((client) => {
    track(client);
    if (!proxy.isCalm && random(1_000) < REFUSED_CONNECTIONS) {
      count('connection cut at once');
      client.resetAndDestroy();
      return;
    }
    client.on(
      'data',
      createMessages((message) => {
        const fate = pickFate();
        count(fate);
        proxy.seen += 1;
        proxy.onRequest();
        if (SENT_TWICE.test(fate)) proxy.onTwice(message);
        void treat[fate](client, Buffer.from(message));
      }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  });
}

function give(client, answer) {
  if (answer === undefined) client.destroy();
  else client.write(answer);
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
