import { expect, it } from 'vitest';
import { createKnownSchedules } from '../../../../src/engine/known/schedules.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { entity } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const DAY = '2027-01-11T';

it('schedules that may take place between two times are found by what they say now', async () => {
  const store = await openJsonStore(await temporaryStore(), { mode: 'write' });
  const put = (ScheduleExtId: string, from: string, to: string | null) =>
    store.transact((transaction) => {
      const Schedule = { ScheduleExtId, StartDateTime: DAY + from, EndDateTime: to && DAY + to };
      transaction.put('Schedules', ScheduleExtId, entity<'Schedules'>({ Schedule, Candidates: [] }));
    });
  await put('over-with-all-extra-time', '00:00:00Z', '00:30:00Z');
  await put('perhaps-not-over', '06:00:00Z', '08:00:00Z');
  await put('meanwhile', '09:30:00Z', '09:40:00Z');
  await put('with-an-offset', '11:30:00+02:00', '11:40:00+02:00');
  await put('without-an-end', '01:00:00Z', null);
  await put('too-late', '10:00:00Z', '12:00:00Z');
  await put('moved-away', '09:00:00Z', '11:00:00Z');
  await put('moved-away', '13:00:00Z', '14:00:00Z');
  await put('moved-here', '13:00:00Z', '14:00:00Z');
  await put('moved-here', '09:00:00Z', '11:00:00Z');
  const { between } = createKnownSchedules(store);
  const found: string[] = [];
  for await (const { Schedule } of between(Date.parse(`${DAY}09:00:00Z`), Date.parse(`${DAY}10:00:00Z`))) {
    found.push(Schedule.ScheduleExtId);
  }
  expect(found.toSorted()).toEqual([
    ...['meanwhile', 'moved-here', 'perhaps-not-over', 'with-an-offset', 'without-an-end'],
  ]);
  await store.close();
});
