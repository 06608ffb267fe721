import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Catalogue, catalogueResource } from '../../../src/platform/catalogue.ts';
import { checkFields } from '../../../src/platform/fields/check.ts';
import { reviewResultResource, reviewSessionResource } from '../../../src/platform/resources/review-session.ts';

const FILE = new URL('../../../fixtures/catalogue/example.json', import.meta.url);
const catalogue: Catalogue = JSON.parse(await readFile(FILE, 'utf8'));
const sessions = catalogue.ReviewSessions ?? [];
const schedules = catalogue.Schedules ?? [];

function namesOf<T>(entries: readonly T[] | null | undefined, name: keyof T): Set<unknown> {
  return new Set((entries ?? []).map((entry) => entry[name]));
}

const hierarchies = namesOf(catalogue.Hierarchies, 'ExternalId');
const userIds = namesOf(catalogue.Users, 'ExternalId');
const userNames = namesOf(catalogue.Users, 'UserName');
const roles = namesOf(catalogue.Roles, 'Title');
const assessments = namesOf(catalogue.Assessments, 'ExternalId');
const templates = namesOf(catalogue.ProctoringTemplates, 'ExternalId');
const scheduleIds = new Set(schedules.map(({ Schedule }) => Schedule.ScheduleExtId));

function missing(known: Set<unknown>, named: readonly unknown[]): unknown[] {
  return named.filter((name) => name !== undefined && name !== null && !known.has(name));
}

describe('the example catalogue', () => {
  it('keeps to the contract', () => {
    expect(checkFields(catalogueResource, catalogue).problems).toEqual([]);
  });

  it('has as many entries of each kind as an example should', () => {
    const counts = Object.fromEntries(
      Object.entries(catalogue).flatMap(([kind, part]) => (Array.isArray(part) ? [[kind, part.length]] : [])),
    );
    expect(counts).toEqual({
      Roles: 5,
      Hierarchies: 16,
      Users: 8,
      Assessments: 12,
      ProctoringTemplates: 2,
      Taxonomies: 3,
      Objectives: 5,
      Schedules: 2,
      ReviewSessions: 2,
    });
  });

  it('names no id twice', () => {
    expect(hierarchies.size).toBe(catalogue.Hierarchies?.length);
    expect(userIds.size).toBe(catalogue.Users?.length);
    expect(userNames.size).toBe(catalogue.Users?.length);
    expect(assessments.size).toBe(catalogue.Assessments?.length);
  });

  it('has one root, one inactive hierarchy and one that takes no permissions', () => {
    const all = catalogue.Hierarchies ?? [];
    expect(all.filter(({ ParentExternalId }) => ParentExternalId === null)).toHaveLength(1);
    expect(all.filter(({ IsActive }) => IsActive === false)).toHaveLength(1);
    expect(all.filter(({ AllowsPermissions }) => AllowsPermissions === false)).toHaveLength(1);
    expect(
      missing(
        hierarchies,
        all.map(({ ParentExternalId }) => ParentExternalId),
      ),
    ).toEqual([]);
  });

  it('has an owner who may manage schedules and view collections', () => {
    const owner = catalogue.Users?.find(({ UserName }) => UserName === catalogue.Settings?.Owner);
    const role = catalogue.Roles?.find(({ Title }) => Title === owner?.Role);
    expect(role?.Permissions).toEqual(['ManageSchedules', 'ViewCollections']);
    expect(roles).toContain(catalogue.Settings?.DefaultRole);
  });

  it('refers to nothing that is not there', () => {
    const users = catalogue.Users ?? [];
    expect(
      missing(
        roles,
        users.map(({ Role }) => Role),
      ),
    ).toEqual([]);
    const memberships = users.flatMap(({ Hierarchies }) => Hierarchies ?? []).map(({ ExternalId }) => ExternalId);
    expect(missing(hierarchies, memberships)).toEqual([]);
    const shared = (catalogue.Objectives ?? []).flatMap(({ SharedWith }) => SharedWith ?? []);
    expect(missing(userNames, shared)).toEqual([]);
    for (const { Schedule, Invigilators } of schedules) {
      expect(missing(assessments, [Schedule.AssessmentExtId])).toEqual([]);
      expect(missing(hierarchies, [Schedule.GroupExtId, Schedule.ScheduleGroupExtId])).toEqual([]);
      expect(missing(userNames, [Schedule.Owner])).toEqual([]);
      expect(missing(templates, [Schedule.ProctoringServiceTemplateExternalId])).toEqual([]);
      expect(missing(userIds, Invigilators ?? [])).toEqual([]);
    }
    expect(
      missing(
        userNames,
        sessions.map(({ Owner }) => Owner),
      ),
    ).toEqual([]);
    expect(
      missing(
        assessments,
        sessions.map(({ AssessmentExtId }) => AssessmentExtId),
      ),
    ).toEqual([]);
    expect(
      missing(
        hierarchies,
        sessions.map(({ Hierarchy }) => Hierarchy?.ExternalId),
      ),
    ).toEqual([]);
    const named = sessions.flatMap(({ ScheduleExtId, Results }) => [
      ScheduleExtId,
      ...(Results ?? []).map((result) => result.ScheduleExtId),
    ]);
    expect(missing(scheduleIds, named)).toEqual([]);
  });

  it('has objectives that are unpublished, no repository, and shared with nobody', () => {
    const objectives = catalogue.Objectives ?? [];
    expect(objectives.filter(({ IsPublished }) => !IsPublished)).toHaveLength(1);
    expect(objectives.filter(({ IsRepository }) => !IsRepository)).toHaveLength(1);
    expect(objectives.filter(({ SharedWith }) => SharedWith?.length === 0)).toHaveLength(1);
  });

  it('has review sessions with every key that the interface lists', () => {
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(Object.keys(reviewSessionResource.fields).sort());
      expect(session.NumOfCandidates).toBe(session.Results?.length);
      for (const result of session.Results ?? []) {
        expect(Object.keys(result).sort()).toEqual(Object.keys(reviewResultResource.fields).sort());
      }
      const outcomes = new Set(session.Results?.map(({ PassedStatus }) => PassedStatus));
      expect([...outcomes].sort()).toEqual(['NOT_SATISFACTORY', 'NOT_SUBMITTED', 'SATISFACTORY', 'VOIDED']);
      expect(session.Results?.some(({ HasConflicts }) => HasConflicts)).toBe(true);
      expect(session.Results?.some(({ Score }) => !Number.isInteger(Score ?? 0))).toBe(true);
    }
  });

  it('has one session of a schedule with its hierarchy and a time span, and one of an assessment', () => {
    const [ofSchedule, ofAssessment] = sessions;
    expect(ofSchedule).toMatchObject({ ReviewPeriodMode: 'TIME_SPAN', Hierarchy: { ExternalId: 'LAW' } });
    expect(ofAssessment).toMatchObject({ ReviewPeriodMode: 'ALWAYS', ScheduleExtId: null, Hierarchy: null });
  });
});
