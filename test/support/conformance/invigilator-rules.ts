/** Endpoint 5 in prose: "partial failure is reported per user in Content.Errors with code 319". */
import { expect, it } from 'vitest';
import { asRequest } from './requests.ts';
import { contentOf, type Suite } from './suite.ts';

const failed = (UserExtId: string) => ({ UserExtId, Code: 319, Error: expect.any(String) });

export function describeInvigilators(suite: Suite): void {
  it('are removed, and people who were no invigilators are reported', async () => {
    const { service } = await suite.start();
    const answer = await service.removeInvigilators('S-DRAFT', ['u-8', 'nobody', 'u-7', 'u-office']);
    expect(contentOf(answer)).toEqual({
      SuccessfullyRemoved: ['u-8', 'u-7'],
      Errors: [failed('nobody'), failed('u-office')],
    });
  });

  it('that were removed cannot be removed again', async () => {
    const { service } = await suite.start();
    contentOf(await service.removeInvigilators('S-DRAFT', ['u-7']));
    const again = contentOf(await service.removeInvigilators('S-DRAFT', ['u-7', 'u-8']));
    expect(again).toEqual({ SuccessfullyRemoved: ['u-8'], Errors: [failed('u-7')] });
  });

  it('may be named twice and are removed once', async () => {
    const { service } = await suite.start();
    const content = contentOf(await service.removeInvigilators('S-DRAFT', ['u-7', 'u-7', 'no', 'no']));
    expect(content).toEqual({ SuccessfullyRemoved: ['u-7'], Errors: [failed('no')] });
  });

  it('can be removed from an activated schedule', async () => {
    const { service } = await suite.start();
    expect(contentOf(await service.removeInvigilators('S-ACTIVATED', ['u-7'])).SuccessfullyRemoved).toEqual(['u-7']);
  });

  it('are removed even if other entries of the list are no ids', async () => {
    const { service } = await suite.start();
    const entries = ['', null, 'u-7', { UserExtId: 'u-8' }, 7, [['u-8']], true, 7, '  '];
    const content = contentOf(await service.removeInvigilators('S-DRAFT', asRequest(entries)));
    expect(content).toEqual({
      SuccessfullyRemoved: ['u-7'],
      Errors: ['', 'null', '[entry 4]', '7', '[entry 6]', 'true', '  '].map(failed),
    });
  });

  it.each([[{}], ['u-7'], [7], [{ 0: 'u-7', length: 1 }]])('are not removed by a body like %j', async (body) => {
    const { service } = await suite.start();
    const answer = await service.removeInvigilators('S-DRAFT', asRequest(body));
    expect(answer).toMatchObject({ status: 400, envelope: { Content: null, Success: false } });
  });
}
