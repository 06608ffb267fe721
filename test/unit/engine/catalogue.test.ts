import { describe, expect, it } from 'vitest';
import { formatPath } from '../../../src/platform/problem.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { createTestEngine, rulesOf } from './test-engine.ts';

const person = { FirstName: 'Ada', LastName: 'Lovelace' };
const schedule = {
  ...{ AssessmentExtId: 'LAW-101', ScheduleExtId: 'S-9', StartDateTime: '2027-03-01T09:00:00Z' },
  ...{ GroupExtId: 'LAW-1', GroupName: 'Law' },
};
const hierarchy = (ExternalId: string, ParentExternalId: string | null) => ({ ExternalId, ParentExternalId });
const chain = (length: number) =>
  Array.from({ length }, (_, index) => hierarchy(`H-${index}`, index === 0 ? 'ROOT' : `H-${index - 1}`));

describe('a catalogue', () => {
  it.each<[string, string, object]>([
    ['a default role', 'Settings.DefaultRole', { Settings: { DefaultRole: 'Nobody' } }],
    ['an owner', 'Settings.Owner', { Settings: { Owner: 'nobody' } }],
    ['a parent', 'Hierarchies[0].ParentExternalId', { Hierarchies: [hierarchy('H', 'NOWHERE')] }],
    ['a role', 'Users[0].Role', { Users: [{ ...person, ExternalId: 'u-1', Role: 'Nobody' }] }],
    [
      'a membership',
      'Users[0].Hierarchies[0].ExternalId',
      { Users: [{ ...person, ExternalId: 'u-1', Hierarchies: [{ ExternalId: 'NOWHERE' }] }] },
    ],
    ...['AssessmentExtId', 'GroupExtId', 'ScheduleGroupExtId', 'Owner', 'ProctoringServiceTemplateExternalId'].map(
      (field): [string, string, object] => [
        `the ${field} of a schedule`,
        `Schedules[0].Schedule.${field}`,
        { Schedules: [{ Schedule: { ...schedule, [field]: 'NOWHERE' } }] },
      ],
    ),
    ['an invigilator', 'Schedules[0].Invigilators[0]', { Schedules: [{ Schedule: schedule, Invigilators: ['no'] }] }],
  ])('cannot refer to %s that is nowhere, and then nothing is loaded', async (_, path, document) => {
    const { load, state } = await createTestEngine();
    const before = await state();
    const result = await load({ Taxonomies: [{ ExternalId: 'TAX9' }], ...document });
    expect(rulesOf(result)).toEqual(['catalogue.reference.broken']);
    expect('problems' in result && result.problems.map((problem) => formatPath(problem.path))).toEqual([path]);
    expect(await state()).toEqual(before);
  });

  it('is refused with its repeated entries together with the faults of its form', async () => {
    const { load } = await createTestEngine();
    const result = await load({
      Setings: {},
      Roles: [{ Title: 'T' }, { Title: 'T' }],
      Users: [
        { ...person, ExternalId: 'u-1' },
        { ...person, ExternalId: 'u-1' },
      ],
      Schedules: [{ Schedule: schedule }, { Schedule: schedule }],
    });
    expect('problems' in result && result.problems.map(({ rule, path }) => [rule, formatPath(path)])).toEqual([
      ['role.title.duplicates', 'Roles[1].Title'],
      ['user.external-id.duplicates', 'Users[1].ExternalId'],
      ['schedule.schedule-ext-id.duplicates', 'Schedules[1].Schedule.ScheduleExtId'],
      ['catalogue.field.unknown', 'Setings'],
    ]);
  });

  it.each([
    ['twice', { UserName: 'ada' }, { UserName: 'ada' }],
    ['as the id of another', { UserName: 'ada' }, { ExternalId: 'ada' }],
  ])('has no user whose id is a user name that the list has %s', async (_, one, other) => {
    const { load } = await createTestEngine();
    const result = await load({
      Users: [
        { ...person, ...one },
        { ...person, ...other },
      ],
    });
    expect(rulesOf(result)).toEqual(['user.external-id.duplicates']);
  });

  it('is refused with all its problems at once', async () => {
    const { load } = await createTestEngine();
    const document = {
      Settings: { Owner: 'nobody' },
      Hierarchies: [hierarchy('ROOT-2', null), hierarchy('A', 'B'), hierarchy('B', 'A')],
      Users: [{ ...person, ExternalId: 'u-1', Role: 'Nobody', UserName: 'scheduler.one' }],
    };
    expect(rulesOf(await load(document)).toSorted()).toEqual([
      ...['catalogue.hierarchy.cycle', 'catalogue.hierarchy.cycle'],
      ...['catalogue.reference.broken', 'catalogue.reference.broken', 'catalogue.root.second'],
      'user.user-name.taken',
    ]);
  });

  it('is refused with all faults of its form, and unknown fields are named', async () => {
    const { load } = await createTestEngine();
    const result = await load({ Setings: {}, Roles: [{ Titel: 'x' }], Assessments: [{ ExternalId: 'A' }] });
    expect(rulesOf(result).toSorted()).toEqual([
      ...['assessment.max-time-per-attempt.required', 'catalogue.field.unknown'],
      ...['role.field.unknown', 'role.title.required'],
    ]);
  });

  it('may refer to later entries, or to entries that were loaded before', async () => {
    const { load } = await createTestEngine({});
    const { Schedules, Users, ...rest } = BASE_CATALOGUE;
    expect(await load({ Hierarchies: BASE_CATALOGUE.Hierarchies.toReversed() })).toHaveProperty('loaded');
    expect(await load({ Users, ...rest })).toHaveProperty('loaded');
    expect(await load({ Schedules })).toHaveProperty('loaded');
  });

  it('counts what it loaded', async () => {
    const { load } = await createTestEngine();
    expect(await load({ Settings: null, Roles: null })).toEqual({ loaded: {} });
    expect(await load({ Settings: {}, Roles: [], Taxonomies: [{ ExternalId: 'a' }, { ExternalId: 'b' }] })).toEqual({
      loaded: { Settings: 1, Taxonomies: 2 },
    });
  });

  it('may have an empty default role, which is none', async () => {
    const { load } = await createTestEngine();
    expect(await load({ Settings: { DefaultRole: '' } })).toHaveProperty('loaded');
  });
});

/** To walk up from each of so many groups takes longer than a test may. */
const MANY = 50_000;

describe('the root hierarchy', () => {
  it('is one, even if the second comes in another document', async () => {
    const { load, entity } = await createTestEngine();
    expect(rulesOf(await load({ Hierarchies: [hierarchy('ROOT-2', null)] }))).toEqual(['catalogue.root.second']);
    expect(await entity('RootHierarchy', 'root')).toEqual({ ExternalId: 'ROOT' });
  });

  it('may be loaded again, and may be put below a new one', async () => {
    const { load, entity } = await createTestEngine();
    expect(await load({ Hierarchies: [hierarchy('ROOT', null)] })).toHaveProperty('loaded');
    for (const document of [
      [hierarchy('TOP', null), hierarchy('ROOT', 'TOP')],
      [hierarchy('TOP', 'HIGHER'), hierarchy('HIGHER', null)],
    ]) {
      expect(await load({ Hierarchies: document })).toHaveProperty('loaded');
    }
    expect(await entity('RootHierarchy', 'root')).toEqual({ ExternalId: 'HIGHER' });
  });

  it('cannot be put below its own child', async () => {
    const { load } = await createTestEngine();
    expect(rulesOf(await load({ Hierarchies: [hierarchy('ROOT', 'LAW-1')] }))).toEqual(['catalogue.hierarchy.cycle']);
  });

  it('is found from the end of a long chain without walking it again and again', async () => {
    const { load } = await createTestEngine();
    expect(await load({ Hierarchies: chain(MANY) })).toHaveProperty('loaded');
    const [first, ...rest] = chain(MANY);
    const ring = [{ ...first, ParentExternalId: `H-${MANY - 1}` }, ...rest];
    expect(rulesOf(await load({ Hierarchies: ring }))).toHaveLength(MANY);
  });
});
