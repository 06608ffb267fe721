/** Answers as platforms really give them: errors of any shape, redirects, echoes of the token. */
import { describe, expect, it } from 'vitest';
import { accept, answer, refuse } from '../support/hostile/reactions.ts';
import { CANARY, collection, errorOf, setUp, upsert, user } from '../support/hostile/remote-under-test.ts';

describe('requests', () => {
  it('have token and content type, on GET too, and encode the id in the path', async () => {
    const { server, service } = await setUp(accept({ ExternalId: 'R/1 ä?' }));
    await service.getReviewSession('R/1 ä?');
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/integrations/external/review-sessions/R%2F1%20%C3%A4%3F',
    });
    expect(server.seen[0]?.headers.get('authorization')).toBe(`EAPI ${CANARY}`);
    expect(server.seen[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('do not send an id that a server takes for a step up', async () => {
    const { server, service } = await setUp(accept({}));
    const { status, delivery } = await service.getReviewSession('..');
    expect({ status, timesSent: delivery?.timesSent }).toEqual({ status: 400, timesSent: 0 });
    expect(server.seen).toHaveLength(0);
  });

  it('reuse their connection, a DELETE with its body included', async () => {
    const { server, service } = await setUp(accept({ SuccessfullyRemoved: ['a'], Errors: [] }));
    for (let i = 0; i < 5; i++) await service.removeInvigilators('S-1', ['a']);
    // A connection rests for a moment after its answer, so that a second one may take the next request.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});

describe('errors of any shape are a failure, and nothing of them is lost', () => {
  it.each([
    ['objects', [{ Code: 249, Error: 'bad', Field: 'F' }], [{ Code: 249, Error: 'bad', Field: 'F' }]],
    ['codes as text', [{ Code: '249', Error: 'bad' }], [{ Code: 249, Error: 'bad' }]],
    [
      'texts',
      ['one', 'two'],
      [
        { Code: null, Error: 'one' },
        { Code: null, Error: 'two' },
      ],
    ],
    ['one object', { Code: 1101, Message: 'none' }, [{ Code: 1101, Error: 'none' }]],
    ['one text', 'bad', [{ Code: null, Error: 'bad' }]],
    [
      'by field',
      { Email: ['bad', 'worse'] },
      [
        { Code: null, Error: 'bad', Field: 'Email' },
        { Code: null, Error: 'worse', Field: 'Email' },
      ],
    ],
  ])('%s', async (_, errors, expected) => {
    for (const status of [400, 200]) {
      const { service } = await setUp(refuse(errors, status));
      const read = await service.saveUser(user('u'));
      expect(read.status).toBe(status);
      expect(read.envelope).toEqual({ Content: null, Success: false, Errors: expected });
      expect(read.delivery).toEqual({ timesSent: 1, certainty: 'answered' });
    }
  });
});

describe('who is not let in', () => {
  it.each([401, 403])('%i ends the run, unretried', async (status) => {
    const { server, service } = await setUp(refuse(['Not allowed to use the external API'], status));
    const error = await errorOf(service.saveUser(user('u')));
    expect(error.name).toBe('RefusedError');
    expect(error.message).toContain('Not allowed to use the external API');
    expect(server.seen).toHaveLength(1);
  });

  it('is not led elsewhere: a redirect is not followed, and the other host hears nothing', async () => {
    const other = await setUp(accept('S-1'));
    const { server, service } = await setUp(answer(307, '', { location: `${other.server.url}/api?x=1` }));
    const { envelope, delivery } = await service.pushSchedule(upsert('S-1'));
    expect(envelope.Errors?.[0]?.Error).toContain('redirect (307)');
    expect(delivery).toMatchObject({ timesSent: 1, certainty: 'answered' });
    expect(delivery?.excerpt).toContain(other.server.url);
    expect(server.seen).toHaveLength(1);
    expect(other.server.connections()).toBe(0);
  });
});

describe('the token', () => {
  const escaped = JSON.stringify(CANARY).replaceAll('/', '\\/');
  const echoes = [CANARY, escaped, encodeURIComponent(CANARY)].join(' ');

  it.each([200, 302, 303, 400, 403, 404, 429, 500, 503])(
    'is in nothing that is shown, though %i echoes it',
    async (status) => {
      for (const body of [
        `<p>Authorization: EAPI ${echoes}</p>`,
        JSON.stringify({
          Success: false,
          Errors: [{ Code: 1, Error: CANARY, Field: CANARY, Rule: CANARY }],
          X: CANARY,
        }),
        `{"Success":false,"Errors":["${[...CANARY].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')}"]}`,
      ]) {
        const { service } = await setUp(answer(status, body, { location: `/${CANARY}`, 'retry-after': CANARY }), {
          retries: 1,
        });
        const works: Promise<unknown>[] = [
          service.saveUser(user('u')),
          service.addCollection(collection(null)),
          service.getReviewSession('r'),
        ];
        // All at once: one that failed while another is waited for would count as unhandled.
        const shown = await Promise.all(
          works.map((work) => work.catch((error: Error) => [error.message, error.stack, { ...error }])),
        );
        for (const text of shown.map((one) => JSON.stringify(one))) {
          for (const form of [CANARY, escaped, encodeURIComponent(CANARY)]) expect(text).not.toContain(form);
        }
      }
    },
  );

  it('stays out of errors of the connection', async () => {
    const { service } = await setUp((socket) => socket.end(`EAPI ${CANARY}\r\n\r\n`), { retries: 0 });
    const answered = await service.saveUser(user('u'));
    expect(JSON.stringify(answered)).not.toContain('canary');
  });
});
