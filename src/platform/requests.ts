/** The form of each operation's request: its fields, and the rules between fields. */

import { isObject } from '../base/json-value.ts';
import { ownValue } from '../base/own-value.ts';
import { checkFields, type FormCheck, failed } from './fields/check.ts';
import type { Resource } from './fields/field.ts';
import { type Path, type Problem, problem } from './problem.ts';
import { type CollectionRequest, collectionResource, type RepositoryReference } from './resources/collection.ts';
import { candidateResource, type ScheduleRequest, scheduleRequestResource } from './resources/schedule.ts';
import { type UserRequest, userResource } from './resources/user.ts';

/** Endpoint 1: "Schedule and Candidates are mandatory; at least one field must be non-empty". */
export function checkScheduleRequest(request: unknown): FormCheck<ScheduleRequest> {
  if (isEmptyScheduleRequest(request)) {
    const rule = 'schedule-request.body.empty';
    return { problems: [problem({ path: [], rule, message: 'All fields of the request are empty' })] };
  }
  const form = checkFields<ScheduleRequest>(scheduleRequestResource, request);
  const between = candidatesOf(request).flatMap((candidate, index) =>
    checkCandidateRules(candidate, ['Candidates', index], expectedWorkflow(request)),
  );
  return failed([...form.problems, ...between]) ?? form;
}

/** Resources and their fields, Candidate: the rules between a candidate's fields. */
export function checkCandidateRules(candidate: unknown, path: Path, workflow: string | undefined): Problem[] {
  return [
    ...checkAdjustment(candidateResource, candidate, path),
    ...(workflow === undefined ? [] : checkAttempt(candidate, path, workflow)),
  ];
}

/** Resources and their fields, User: the rules between a user's fields. */
export function checkUserRules(user: unknown): Problem[] {
  return checkAdjustment(userResource, user, []);
}

/** Whether a candidate carries an AttemptExtId exactly where the workflow wants one. */
export function checkAttempt(candidate: unknown, path: Path, workflow: string): Problem[] {
  const attempt = ownValue(candidate, 'AttemptExtId');
  const isSet = attempt !== undefined && attempt !== null && attempt !== '';
  const wrong = (rule: string, words: string) =>
    problem({ path: [...path, 'AttemptExtId'], rule, message: `AttemptExtId ${words} workflow ${workflow}` });
  if (workflow === 'EXTERNAL_ATTEMPTS' && !isSet) return [wrong('candidate.attempt-ext-id.missing', 'is required for')];
  if (workflow !== 'DEFAULT' || !isSet) return [];
  return [wrong('candidate.attempt-ext-id.not-allowed', 'must not be used with')];
}

/** Endpoint 4. */
export function checkUserRequest(request: unknown): FormCheck<UserRequest> {
  if (isObject(request) && isEmptyValue(request)) {
    return { problems: [problem({ path: [], rule: 'user.body.empty', message: 'The request is empty' })] };
  }
  const form = checkFields<UserRequest>(userResource, request);
  return failed([...form.problems, ...checkUserRules(request)]) ?? form;
}

/** Endpoint 3. In a well-formed request the repositories are objects under `ObjectiveRepositories`. */
export type WellFormedCollection = Omit<CollectionRequest, 'ObjectiveRepositories' | 'LoRepositoryExternalIds'> & {
  ObjectiveRepositories: RepositoryReference[];
};

/** Endpoint 3: both names of the repositories are read; where both are given they must say the same. */
export function checkCollectionRequest(request: unknown): FormCheck<WellFormedCollection> {
  const form = checkFields<CollectionRequest>(collectionResource, request);
  const failure = failed([...form.problems, ...checkRepositoryNames(request)]);
  if (!('value' in form)) return failure ?? form;
  if (failure !== undefined) return failure;
  const { LoRepositoryExternalIds: _, ...rest } = form.value;
  const repositories = (form.value[repositoriesField(form.value)] ?? []) as RepositoryReference[];
  return { problems: [], value: { ...rest, ObjectiveRepositories: repositories } };
}

/** The one of the two names under which a well-formed request has its repositories. */
export function repositoriesField({
  ObjectiveRepositories,
  LoRepositoryExternalIds,
}: CollectionRequest): 'ObjectiveRepositories' | 'LoRepositoryExternalIds' {
  const isAlias = !ObjectiveRepositories?.length && LoRepositoryExternalIds?.length;
  return isAlias ? 'LoRepositoryExternalIds' : 'ObjectiveRepositories';
}

function checkRepositoryNames(request: unknown): Problem[] {
  const [alias, named] = [idsOf(request, 'LoRepositoryExternalIds'), idsOf(request, 'ObjectiveRepositories')];
  if (alias.length === 0 || named.length === 0 || JSON.stringify(alias) === JSON.stringify(named)) return [];
  const message = 'LoRepositoryExternalIds and ObjectiveRepositories name different repositories; give one of them';
  return [problem({ path: ['LoRepositoryExternalIds'], rule: 'collection.repositories.ambiguous', message })];
}

/**
 * Ids of a list in which a repository is an object or its plain id, in an order that does not depend on the list's.
 * A value that is not text has its own problem already, and may be of any depth.
 */
function idsOf(request: unknown, name: string): string[] {
  const list = ownValue(request, name);
  if (!Array.isArray(list)) return [];
  const ids = list.map((entry: unknown) => (typeof entry === 'string' ? entry : ownValue(entry, 'ExternalId')));
  return ids.filter((id) => typeof id === 'string').sort();
}

/** The fields of the rule about them, of a user as of a candidate. */
export const ADJUSTMENT_FIELDS = ['SpecialNeeds', 'ReasonableAdjustmentPercentage'] as const;

/** "Allowed only when SpecialNeeds is true": codes 249 (by the field's limits) and 250. */
function checkAdjustment(resource: Resource, record: unknown, path: Path): Problem[] {
  const percentage = ownValue(record, 'ReasonableAdjustmentPercentage');
  if (percentage === undefined || percentage === null) return [];
  const needs = ownValue(record, 'SpecialNeeds');
  // A value that is neither yes nor no has its own finding already.
  if (needs !== undefined && needs !== null && needs !== false && needs !== 'false') return [];
  const rule = `${resource.name}.reasonable-adjustment-percentage.without-special-needs`;
  const message = 'ReasonableAdjustmentPercentage is only allowed where SpecialNeeds is true';
  return [problem({ path: [...path, 'ReasonableAdjustmentPercentage'], rule, message })];
}

/** Without Upsert a missing Workflow is DEFAULT; with it, an existing schedule may keep one that we do not know. */
export function expectedWorkflow(request: unknown): string | undefined {
  const workflow = ownValue(request, 'Workflow');
  if (typeof workflow === 'string') return workflow;
  return ownValue(request, 'Upsert') === true ? undefined : 'DEFAULT';
}

function candidatesOf(request: unknown): readonly unknown[] {
  const candidates = ownValue(request, 'Candidates');
  return Array.isArray(candidates) ? candidates : [];
}

function isEmptyScheduleRequest(request: unknown): boolean {
  if (request === null || request === undefined) return true;
  if (typeof request !== 'object' || Array.isArray(request)) return false;
  return Object.values(request).every(isEmptyValue);
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
