/** Links of candidates, wherever an answer has them. */
import { describe, expect, it } from 'vitest';
import { createOwners, readLinks } from '../../../../src/remote/answers/contents.ts';
import { answered, CALLS, sendTo } from '../../../support/remote/answered.ts';

const START = 'https://x.example/delivery/external-login?session=s1';
const LAUNCH = 'https://p.example/?q=1#f';
const STARTUP = { CandidateExtId: 'c-1', name: 'StartupLink', url: START };
const BOTH = [STARTUP, { ...STARTUP, name: 'LaunchUrl', url: LAUNCH }];

const one = { CandidateExtId: 'c-1', StartupLink: START };

describe('the links of c-1 are found', () => {
  it.each([
    ['in the older form', { Result: 'Success', Schedule: { ScheduleExtId: 'S-1' }, Candidates: [one] }],
    ['in small letters', { candidates: [{ candidateExtId: 'c-1', startupLink: START }] }],
    ['in capitals', { CANDIDATES: [{ CANDIDATEEXTID: 'c-1', STARTUPLINK: START }] }],
    ['beside UserExtId', [{ UserExtId: 'c-1', StartupLink: START }]],
    ['beside the user name', [{ UserName: 'anna', StartupLink: START }]],
    ['where candidates are a map', { Candidates: { 'c-1': { StartupLink: START } } }],
    ['below an object of links', { CandidateExtId: 'c-1', Links: { StartupLink: START } }],
    ['in a list', { CandidateExtId: 'c-1', StartupLink: [START] }],
    ['under another name, by their form', { CandidateExtId: 'c-1', Address: START }],
  ])('%s', (_, answer) => {
    const owners = createOwners({
      Schedule: { ScheduleExtId: 'S-1' },
      Candidates: [{ CandidateExtId: 'c-1', UserName: 'anna' }, { CandidateExtId: 'c-2' }],
    } as never);
    expect(readLinks(answer, owners)).toEqual([STARTUP]);
  });

  it('if the content is the link itself and one candidate was sent', async () => {
    for (const Content of [START]) {
      const { answer } = await sendTo(CALLS['schedule of one'], [answered(200, { Success: true, Content })]);
      expect(answer.delivery?.links).toEqual([STARTUP]);
      expect(JSON.stringify(answer.envelope)).not.toContain('session');
    }
  });

  it('both of them, each by its name', () => {
    expect(readLinks([{ ...one, launchUrl: LAUNCH }])).toEqual(BOTH);
  });
});

describe('whose a link is', () => {
  it('stays open if several candidates were sent and none is named', async () => {
    const { answer } = await sendTo(CALLS.schedule, [answered(200, { Success: true, Content: START })]);
    expect(answer.delivery?.links).toEqual([{ ...STARTUP, CandidateExtId: null }]);
  });

  it('is the candidate who was not sent, if the answer names one', () => {
    const owners = createOwners({ Candidates: [{ CandidateExtId: 'c-9' }, { CandidateExtId: 'c-8' }] } as never);
    expect(readLinks([one], owners)).toEqual([STARTUP]);
  });
});

describe('no link', () => {
  it.each([
    ['what could be made to run', { StartupLink: 'javascript:alert(1)' }],
    ['a number', { LaunchUrl: 5 }],
    ['the address of a picture', { CandidateExtId: 'c-1', Photo: 'https://x.example/p.png?a=1' }],
    ['the address of a page', { Content: 'S-1', Help: 'https://x.example/help#a' }],
  ])('%s', (_, answer) => {
    expect(readLinks(answer)).toEqual([]);
  });
});
