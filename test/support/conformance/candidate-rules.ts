/** Candidates: their fields, the users that they become, and their links. */
import { expect, it } from 'vitest';
import { asRequest, candidate, scheduleRequest, upsertRequest } from './requests.ts';
import { fieldsIn, rulesIn } from './sightings.ts';
import { contentOf, itInspects, type Suite } from './suite.ts';

const PASSWORD = 'canary-7f3a91';

export function describeCandidates(suite: Suite): void {
  it('become users whose name is their id by default', async () => {
    const { service } = await suite.start();
    const candidates = [candidate(), candidate({ CandidateExtId: 'c-2', UserName: 'ada.two' })];
    contentOf(await service.pushSchedule(scheduleRequest({ candidates })));
    for (const [ExternalId, UserName] of Object.entries({ 'c-1': 'c-1', 'c-2': 'ada.two' })) {
      const { User } = contentOf(await service.saveUser({ ExternalId, FirstName: 'Ada', LastName: 'Lovelace' }));
      expect(User).toMatchObject({ ExternalId, UserName, Email: 'ada@example.edu', Role: 'Candidate' });
    }
  });

  it('get their id as user name again if the name is cleared', async () => {
    const { service } = await suite.start();
    for (const UserName of ['ada', undefined, null]) {
      contentOf(await service.pushSchedule(upsertRequest({ candidates: [candidate({ UserName })] })));
      const { User } = contentOf(await service.saveUser({ ExternalId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace' }));
      expect(User.UserName).toBe(UserName === null ? 'c-1' : 'ada');
    }
  });

  itInspects(suite, "are attached to the schedule's group, besides those they have", async ({ service }, inspector) => {
    const user = { ExternalId: 'c-1', FirstName: 'Ada', LastName: 'L', Hierarchies: [{ ExternalId: 'LAW-2' }] };
    contentOf(await service.saveUser(user));
    contentOf(await service.pushSchedule(scheduleRequest()));
    const expected = [{ ExternalId: 'LAW-2' }, { ExternalId: 'LAW-1' }];
    expect(await inspector.entry('Users', 'c-1')).toMatchObject({ Hierarchies: expected });
  });

  itInspects(suite, 'move to another group with their schedule, named or not', async ({ service }, inspector) => {
    const candidates = ['c-1', 'c-2', 'c-3'].map((CandidateExtId) => candidate({ CandidateExtId }));
    contentOf(await service.pushSchedule(scheduleRequest({ candidates })));
    contentOf(await service.pushSchedule(upsertRequest({ schedule: { GroupExtId: 'LAW-2' }, candidates: [] })));
    contentOf(
      await service.pushSchedule(upsertRequest({ schedule: { GroupExtId: 'PLAIN' }, candidates: [candidate()] })),
    );
    const expected = ['LAW-1', 'LAW-2', 'PLAIN'].map((ExternalId) => ({ ExternalId }));
    for (const id of ['c-1', 'c-2', 'c-3']) {
      expect(await inspector.entry('Users', id)).toMatchObject({ Hierarchies: expected });
    }
  });

  itInspects(suite, 'never show a password again, nor its hash', async ({ service }, inspector) => {
    const candidates = [candidate({ Password: PASSWORD })];
    const answers = [
      await service.pushSchedule(scheduleRequest({ candidates })),
      await service.pushSchedule(scheduleRequest({ candidates })),
      await service.pushSchedule(asRequest({ ...scheduleRequest({ candidates }), Workflow: PASSWORD.slice(0, 3) })),
    ];
    const seen = [...answers, await inspector.entry('Schedules', 'S-1'), await inspector.entry('Users', 'c-1')];
    expect(JSON.stringify(seen)).not.toContain(PASSWORD);
    expect(JSON.stringify(seen)).not.toMatch(/hash|argon2/i);
  });

  describeFields(suite);
  describeLinks(suite);
}

function describeFields(suite: Suite): void {
  it.each([
    ['CandidateExtId', ['a_b', 'a b', 'a@b', '', null, undefined]],
    ['FirstName', ['', ' ', null, undefined]],
    ['LastName', ['', null, undefined]],
    ['Email', ['ada', 'ada@', '', null, undefined]],
    ['SpecialNeeds', [true, 'yes', 'TRUE', '']],
  ])('have no %s like %j', async (field, values) => {
    const { service } = await suite.start();
    for (const value of values) {
      const answer = await service.pushSchedule(scheduleRequest({ candidates: [candidate({ [field]: value })] }));
      expect(answer.status).toBe(400);
      expect(fieldsIn(answer)).toEqual([`Candidates[0].${field}`]);
    }
  });

  it('may be only once in a request', async () => {
    const { service } = await suite.start();
    const answer = await service.pushSchedule(scheduleRequest({ candidates: [candidate(), candidate()] }));
    expect(rulesIn(answer)).toEqual(['candidate.candidate-ext-id.duplicates']);
  });

  it('may have white space around their names, and around nothing else', async () => {
    const { service } = await suite.start();
    const changes = { FirstName: ' Ada', LastName: 'Lovelace ', City: ' Utrecht' };
    const answer = await service.pushSchedule(scheduleRequest({ candidates: [candidate(changes)] }));
    expect(rulesIn(answer)).toEqual(['candidate.city.surrounding-space']);
    contentOf(
      await service.pushSchedule(scheduleRequest({ candidates: [candidate({ ...changes, City: 'Utrecht' })] })),
    );
  });
}

function describeLinks(suite: Suite): void {
  itInspects(suite, 'get a StartupLink each, and keep it', async ({ service }, inspector) => {
    const candidates = [candidate(), candidate({ CandidateExtId: 'c-2' })];
    contentOf(await service.pushSchedule(scheduleRequest({ candidates })));
    const links = (await inspector.links('S-1')) ?? [];
    expect(links.map(({ CandidateExtId }) => CandidateExtId)).toEqual(['c-1', 'c-2']);
    for (const { StartupLink, LaunchUrl } of links) {
      expect(StartupLink).toMatch(
        /^https:\/\/exams\.example\.org\/delivery\/external-login\?session=[A-Za-z0-9_-]{16,}$/,
      );
      expect(LaunchUrl).toBeNull();
    }
    expect(new Set(links.map(({ StartupLink }) => StartupLink)).size).toBe(2);
    contentOf(await service.pushSchedule(upsertRequest({ candidates: [candidate({ City: 'Utrecht' })] })));
    expect(await inspector.links('S-1')).toEqual(links);
  });

  itInspects(
    suite,
    'get a LaunchUrl with a query and a fragment where they are proctored',
    async ({ service }, inspector) => {
      contentOf(await service.pushSchedule(scheduleRequest({ schedule: { AssessmentExtId: 'PRO-1' } })));
      const [links] = (await inspector.links('S-1')) ?? [];
      expect(links?.LaunchUrl).toMatch(/^https:\/\/[^/?#]+\/[^?#]*\?[^#]+#.+$/);
      contentOf(await service.pushSchedule(upsertRequest({ schedule: { UseProctoringService: false } })));
      expect(await inspector.links('S-1')).toMatchObject([{ StartupLink: links?.StartupLink, LaunchUrl: null }]);
    },
  );

  itInspects(suite, 'have no links in a schedule that is nowhere', async (_, inspector) => {
    expect(await inspector.links('NOWHERE')).toBeUndefined();
  });
}
