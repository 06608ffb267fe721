/** A refusal that is cut off says that this attempt was refused, and not why: perhaps because an earlier one had worked. */
import { expect, it } from 'vitest';
import { accept, answer, head, inTurn, refuse, reset } from '../support/hostile/reactions.ts';
import { schedule, setUp, upsert } from '../support/hostile/remote-under-test.ts';
import type { Reaction } from '../support/hostile/server.ts';

const DUPLICATE = refuse([{ Code: null, Error: 'Duplicate ScheduleExtId' }]);
const CUT: Reaction = (socket) => socket.end(`${head(400, { 'content-length': 100 })}{"Content":null,"Err`);
const HTML = answer(400, '<h1>Bad request</h1>');

it('a request is sent again after a refusal that is cut off, if an earlier attempt had no answer', async () => {
  const { server, service } = await setUp(inTurn(reset, CUT, DUPLICATE));
  const { envelope, delivery } = await service.pushSchedule(schedule('S-1'));
  expect(envelope).toEqual({ Content: 'S-1', Success: true, Errors: null });
  expect(delivery).toMatchObject({ timesSent: 3, certainty: 'earlier-attempt' });
  expect(server.seen).toHaveLength(3);
});

it('a refusal that is cut off is a failure if nothing was unsure, and the request is not sent again', async () => {
  const { server, service } = await setUp(inTurn(CUT, DUPLICATE));
  const { envelope, delivery } = await service.pushSchedule(schedule('S-1'));
  expect(envelope.Success).toBe(false);
  expect(delivery).toMatchObject({ timesSent: 1, certainty: 'answered' });
  expect(server.seen).toHaveLength(1);
});

it.each([
  ['to be created', schedule('S-1')],
  ['to be created or updated', upsert('S-1')],
])('a refusal that is cut off before its reason leaves unknown what was unsure: %s', async (_, request) => {
  const { service } = await setUp(inTurn(reset, HTML));
  expect((await service.pushSchedule(request)).delivery).toMatchObject({ timesSent: 2, certainty: 'unknown' });
});

it.each([
  ['cut off', CUT],
  ['without a reason', HTML],
] as const)('%s leaves unknown what an earlier run left unsure', async (_, reaction) => {
  const { service } = await setUp(inTurn(reaction, accept('S-1')));
  const { delivery } = await service.afterUnsure.pushSchedule(schedule('S-1'));
  expect(delivery).toMatchObject({ timesSent: 1, certainty: 'unknown' });
});
