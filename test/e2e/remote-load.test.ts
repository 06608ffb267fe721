/** A platform that is busy: it is obeyed, for as long as it asks, and the others wait as well. */
import { describe, expect, it } from 'vitest';
import { accept, answer, inTurn, json, reset } from '../support/hostile/reactions.ts';
import { collection, errorOf, setUp, upsert, user } from '../support/hostile/remote-under-test.ts';

const ok = accept({ ExternalId: 'c1', Errors: [] });
const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toUTCString();

describe('Retry-After', () => {
  it.each([
    ['seconds', '7', 7_000],
    ['garbage', 'soon', 250],
  ])('%s', async (_, header, ms) => {
    for (const status of [429, 503]) {
      const { service, clock } = await setUp(inTurn(json(status, {}, { 'retry-after': header }), ok));
      const { delivery } = await service.addCollection(collection(null));
      expect(delivery).toEqual({ timesSent: 2, certainty: 'answered' });
      const slept = clock.slept.reduce((sum, each) => sum + each, 0);
      expect(slept).toBeGreaterThan(ms - 100);
      expect(slept).toBeLessThan(ms + 10);
    }
  });

  it.each([500, 502, 504, 408, 413, 425])('is waited for in full with %i', async (status) => {
    const { server, service, clock } = await setUp(inTurn(json(status, {}, { 'retry-after': '30' }), ok));
    const { delivery } = await service.addCollection(collection('c1'));
    expect({ ...delivery, seen: server.seen.length }).toEqual({ timesSent: 2, certainty: 'answered', seen: 2 });
    expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(29_900);
  });

  it.each([500, 408])('with %i delays only the record that it is about', async (status) => {
    const broken = json(status, {}, { 'retry-after': '3600' });
    const { server, service, clock } = await setUp(
      (socket, request, index) =>
        (request.body.includes('"bad"') ? broken : accept(JSON.parse(request.body)))(socket, request, index),
      { concurrency: 2 },
    );
    const ids = ['bad', ...Array.from({ length: 30 }, (_, i) => `c${i}`)];
    const answers = await Promise.all(ids.map((id) => service.addCollection(collection(id))));
    const certainties = answers.map(({ delivery }) => delivery?.certainty);
    expect(certainties).toEqual(['unknown', ...Array(30).fill('answered')]);
    expect({ seen: server.seen.length, slept: clock.slept }).toEqual({ seen: 31, slept: [] });
  });

  it('of a last attempt is not waited for', async () => {
    const { service, clock } = await setUp(json(500, {}, { 'retry-after': '20' }), { retries: 2, concurrency: 1 });
    await Promise.all(['c1', 'c2'].map((id) => service.addCollection(collection(id))));
    expect(clock.slept).toEqual([20_000, 20_000, 20_000, 20_000]);
  });

  it('with 502 sends nothing again that could be done twice', async () => {
    const { server, service } = await setUp(inTurn(json(502, {}, { 'retry-after': '30' }), ok));
    const { delivery } = await service.addCollection(collection(null));
    expect({ ...delivery, seen: server.seen.length }).toMatchObject({ timesSent: 1, certainty: 'unknown', seen: 1 });
  });

  it.each([413, 425])('is what makes %i worth another attempt', async (status) => {
    const { server, service } = await setUp(inTurn(json(status, {}), ok));
    expect((await service.addCollection(collection('c1'))).envelope.Success).toBe(false);
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['a number of seconds', () => '3600', '3600 s'],
    ['a date', inTwoHours, /7(200|1\d\d) s/],
  ])('%s is more than is allowed: the run ends and says how long', async (_, header, words) => {
    const { server, service, clock } = await setUp(answer(429, '', { 'retry-after': header() }));
    const error = await errorOf(service.addCollection(collection(null)));
    expect(error.name).toBe('UnreachableError');
    expect(error.message).toMatch(words);
    expect(clock.slept).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  it('that is longer than allowed also ends the requests that wait for their turn', async () => {
    const { server, service, clock } = await setUp(answer(429, '', { 'retry-after': '100000' }), { concurrency: 1 });
    const errors = await Promise.all(['c1', 'c2', 'c3'].map((id) => errorOf(service.addCollection(collection(id)))));
    expect(errors.map(({ name }) => name)).toEqual(Array(3).fill('UnreachableError'));
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(300_000);
    expect(server.seen).toHaveLength(1);
  });

  it('is unknown, not unreachable, if an earlier attempt may have been processed', async () => {
    const { service } = await setUp(inTurn(reset, answer(429, '', { 'retry-after': '3600' })));
    const { envelope, delivery } = await service.saveUser(user('u'));
    expect(delivery).toEqual({ timesSent: 2, certainty: 'unknown' });
    expect(envelope.Errors?.[0]?.Error).toContain('3600 s');
  });
});

describe('patience', () => {
  it('ends, and says so, if the platform stays busy', async () => {
    const { server, service } = await setUp(json(429, {}));
    const error = await errorOf(service.addCollection(collection('c1')));
    expect(error).toMatchObject({
      name: 'UnreachableError',
      message: expect.stringMatching(/is busy.*429.*6 attempts/),
    });
    expect(server.seen).toHaveLength(6);
  });

  it('says why it waits', async () => {
    const waits: string[] = [];
    const { service } = await setUp(inTurn(json(429, {}, { 'retry-after': '3' }), reset, ok), {
      onWait: (reason, ms) => waits.push(`${reason}: ${ms}`),
    });
    await service.addCollection(collection('c1'));
    expect(waits).toEqual([
      'it answered 429 (too many requests): 3000',
      expect.stringMatching(/^the connection was (reset|closed) \(\w+\): 500$/),
    ]);
  });
});

it('order and pace never lets a request overtake another about the same thing, retries included', async () => {
  const script = inTurn(reset, ok);
  const { server, service } = await setUp((socket, request, index) =>
    setTimeout(() => script(socket, request, index), 5),
  );
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      service.pushSchedule({ ...upsert(i % 2 ? 'S-1' : 'S-2'), Workflow: i < 3 ? 'DEFAULT' : 'EXTERNAL_ATTEMPTS' }),
    ),
  );
  for (const id of ['S-1', 'S-2']) {
    const flows = server.seen
      .filter(({ body }) => body.includes(`"${id}"`))
      .map(({ body }) => body.includes('DEFAULT'));
    expect(flows).toEqual([...flows].sort((a, b) => Number(b) - Number(a)));
  }
});

describe('an interruption', () => {
  it('lets requests under way end, begins none, and cuts waits short', async () => {
    const stop = new AbortController();
    const { server, service } = await setUp(
      (socket, request, index) => setTimeout(() => ok(socket, request, index), 100),
      { clock: {}, concurrency: 2, signal: stop.signal },
    );
    const work = Array.from({ length: 5 }, (_, i) => service.addCollection(collection(`c${i}`)));
    await expect.poll(() => server.seen.length).toBe(2);
    stop.abort('SIGTERM');
    const results = await Promise.allSettled(work);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(results[4]).toMatchObject({ reason: { name: 'InterruptedError', exitCode: 143 } });
  });

  it('leaves unknown what may have been processed', async () => {
    const stop = new AbortController();
    const { service } = await setUp(reset, {
      clock: { random: () => 1 },
      signal: stop.signal,
      onWait: () => stop.abort('SIGINT'),
    });
    const { delivery } = await service.saveUser(user('u'));
    expect(delivery).toEqual({ timesSent: 1, certainty: 'unknown' });
  });

  it('of closing: ends a wait at once', async () => {
    const { service } = await setUp(json(429, {}, { 'retry-after': '200' }), { clock: {} });
    const error = errorOf(service.addCollection(collection('c1')));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await service.close();
    expect((await error).name).toBe('InterruptedError');
  });
});
