/** "Each response has the envelope Content, Success, Errors": its exact shape, for successes and refusals. */
import { expect, it } from 'vitest';
import type { Operation } from '../../../src/platform/conditions/index.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { undocumentedIn } from './documented-answers.ts';
import { asRequest, candidate, collectionRequest, scheduleRequest, textOf, userRequest } from './requests.ts';
import { fieldsIn, rulesIn } from './sightings.ts';
import { contentOf, type Suite } from './suite.ts';

type Ask = (service: AssessmentService) => Promise<Answer<unknown>>;

const GOOD: readonly (readonly [Operation, Ask])[] = [
  ['pushSchedule', (service) => service.pushSchedule(scheduleRequest())],
  ['getReviewSession', (service) => service.getReviewSession('RS-BARE')],
  ['addCollection', (service) => service.addCollection(collectionRequest())],
  ['saveUser', (service) => service.saveUser(userRequest())],
  ['removeInvigilators', (service) => service.removeInvigilators('S-DRAFT', ['u-7'])],
];

const BAD: readonly (readonly [Operation, number, Ask])[] = [
  ['pushSchedule', 400, (service) => service.pushSchedule(asRequest({}))],
  ['getReviewSession', 400, (service) => service.getReviewSession('NOWHERE')],
  ['addCollection', 400, (service) => service.addCollection(asRequest({}))],
  ['saveUser', 400, (service) => service.saveUser(asRequest({}))],
  ['removeInvigilators', 200, (service) => service.removeInvigilators('NOWHERE', ['u-7'])],
];

export function describeAnswers(suite: Suite): void {
  it.each(GOOD)('of %s that is good has the content and no errors', async (_, ask) => {
    const { status, envelope } = await ask((await suite.start()).service);
    expect(status).toBe(200);
    expect(Object.keys(envelope).toSorted()).toEqual(['Content', 'Errors', 'Success']);
    expect(envelope).toMatchObject({ Success: true, Errors: null });
    expect(envelope.Content).not.toBeNull();
  });

  it.each(BAD)('of %s that is bad has status %i, errors and no content', async (_, expected, ask) => {
    const { status, envelope } = await ask((await suite.start()).service);
    expect(status).toBe(expected);
    expect(Object.keys(envelope).toSorted()).toEqual(['Content', 'Errors', 'Success']);
    expect(envelope).toMatchObject({ Content: null, Success: false });
    expect(envelope.Errors?.length).toBeGreaterThan(0);
    for (const error of envelope.Errors ?? []) {
      expect(Object.keys(error).filter((name) => !['Code', 'Error', 'Field', 'Rule'].includes(name))).toEqual([]);
      expect(error.Error).toMatch(/\S/);
      expect(error.Code === null || Number.isInteger(error.Code)).toBe(true);
      if (error.Code === null) expect(error.Rule).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    }
  });

  it.each([...GOOD, ...BAD.map(([operation, _, ask]) => [operation, ask] as const)])(
    'of %s are what the OpenAPI document says',
    async (operation, ask) => {
      expect(undocumentedIn(operation, await ask((await suite.start()).service))).toEqual([]);
    },
  );

  it.each(['\u0000', 'a\u0000', '\ud800', 'a\udc00\ud800'])('refuse what is no text: %j', async (text) => {
    const { service } = await suite.start();
    const asked: readonly (readonly [Answer<unknown>, string])[] = [
      [await service.saveUser(userRequest({ City: text })), 'user.city.not-text'],
      [await service.saveUser(userRequest({ Labels: [text] })), 'user.labels.item-not-text'],
      [
        await service.saveUser(userRequest({ Hierarchies: [{ ExternalId: text }] })),
        'user-hierarchy.external-id.not-text',
      ],
      [await service.addCollection(collectionRequest({ Title: text })), 'collection.title.not-text'],
      [await service.pushSchedule(scheduleRequest({ schedule: { Title: text } })), 'schedule.title.not-text'],
      [
        await service.pushSchedule(scheduleRequest({ candidates: [candidate({ FirstName: text })] })),
        'candidate.first-name.not-text',
      ],
      // The number for the form of a value comes first.
      [await service.saveUser(userRequest({ Email: `a${text}@example.edu` })), 'user.email.invalid'],
      [await service.saveUser(userRequest({ Photo: `https://example.edu/${text}` })), 'user.photo.invalid'],
    ];
    for (const [answer, rule] of asked) expect([answer.status, rulesIn(answer)]).toEqual([400, [rule]]);
  });

  it('of a user who was a candidate first may be wider than a request for one', async () => {
    const { service } = await suite.start();
    const [UserName, Email] = [`a ${textOf(498)}`, `a@${`${textOf(60)}.`.repeat(5)}edu`];
    await service.pushSchedule(scheduleRequest({ candidates: [candidate({ UserName, Email })] }));
    const answer = await service.saveUser(userRequest({ ExternalId: 'c-1' }));
    expect(contentOf(answer).User).toMatchObject({ UserName, Email });
    expect(undocumentedIn('saveUser', answer)).toEqual([]);
  });

  describeAllProblems(suite);
  describeUnknownFields(suite);
}

/** "All problems of a request are listed, not only the first." */
function describeAllProblems(suite: Suite): void {
  it('list all problems of the form of a schedule request', async () => {
    const { service } = await suite.start();
    const request = scheduleRequest({
      schedule: { GroupExtId: 'a b', StartDateTime: 'tomorrow', PIN: '12345', Nickname: 'x' },
      candidates: [candidate({ Email: 'ada', LastName: '' }), candidate({ AttemptExtId: 'a' })],
    });
    expect(fieldsIn(await service.pushSchedule(request)).toSorted()).toEqual([
      'Candidates[0].Email',
      'Candidates[0].LastName',
      'Candidates[1].AttemptExtId',
      'Candidates[1].CandidateExtId',
      'Schedule.GroupExtId',
      'Schedule.Nickname',
      'Schedule.PIN',
      'Schedule.StartDateTime',
    ]);
  });

  it('list all problems that a schedule request has with the state of the platform', async () => {
    const { service } = await suite.start();
    const request = scheduleRequest({
      schedule: {
        ...{ ScheduleExtId: 'S-DRAFT', AssessmentExtId: 'NOWHERE', GroupExtId: 'NOWHERE', Owner: 'author.one' },
        ...{ ScheduleGroupExtId: 'CLOSED', ProctoringServiceTemplateExternalId: 'NOWHERE' },
      },
      top: { Workflow: 'EXTERNAL_ATTEMPTS' },
      candidates: [candidate({ UserName: 'scheduler.one', AttemptExtId: 'a' })],
    });
    expect(rulesIn(await service.pushSchedule(request)).toSorted()).toEqual([
      'candidate.user-name.taken',
      'schedule.assessment.not-found',
      'schedule.hierarchy.inactive',
      'schedule.hierarchy.not-found',
      'schedule.owner.not-permitted',
      'schedule.proctoring-template.not-found',
      'schedule.schedule-ext-id.duplicate',
    ]);
  });

  it('list all problems of a user and of a collection', async () => {
    const { service } = await suite.start();
    const user = await service.saveUser(userRequest({ UserName: 'scheduler.one', Role: 'Nobody' }));
    expect(user.envelope.Errors?.map(({ Code }) => Code).toSorted()).toEqual([214, 241]);
    const form = await service.saveUser(userRequest({ Email: 'ada', Labels: ['', 'a', 'a'], Password: '1' }));
    expect(form.envelope.Errors?.map(({ Code }) => Code).toSorted()).toEqual([209, 235, 236, 247]);
    const references = { Taxonomies: [{ ExternalId: 'NO' }], ObjectiveRepositories: ['NO', 'LO2', 'LO3', 'LO4'] };
    const collection = await service.addCollection(collectionRequest({ Owner: 'planner.one', ...references }));
    expect(collection.envelope.Errors?.map(({ Code }) => Code)).toEqual([808, 900, 1000, 1001, 1002, 1003]);
  });
}

/** "Unknown fields are refused by name (a misspelt field must not vanish)." */
function describeUnknownFields(suite: Suite): void {
  it.each([
    ['the top level', scheduleRequest({ top: { Upsrt: true } }), 'schedule-request', 'Upsrt'],
    ['a schedule', scheduleRequest({ schedule: { title: 'x' } }), 'schedule', 'Schedule.title'],
    ['a candidate', scheduleRequest({ candidates: [candidate({ Phone: 'x' })] }), 'candidate', 'Candidates[0].Phone'],
  ])('name a field that %s does not have', async (_, request, resource, field) => {
    const answer = await (await suite.start()).service.pushSchedule(request);
    expect(answer.status).toBe(400);
    expect(answer.envelope.Errors).toMatchObject([{ Code: null, Field: field, Rule: `${resource}.field.unknown` }]);
  });

  it('name a field that users, hierarchies, collections and repositories do not have', async () => {
    const { service } = await suite.start();
    const user = await service.saveUser(userRequest({ Hierarchies: [{ ExternalId: 'LAW-1', Name: 'x' }], Sex: 'x' }));
    expect(fieldsIn(user).toSorted()).toEqual(['Hierarchies[0].Name', 'Sex']);
    const repositories = { ObjectiveRepositories: [{ ExternalId: 'LO1', Name: 'x' }] };
    const collection = await service.addCollection(collectionRequest({ ...repositories, Name: 'x' }));
    expect(fieldsIn(collection).toSorted()).toEqual(['Name', 'ObjectiveRepositories[0].Name']);
  });
}
