/** Checks the form of each operation's request: its fields, and the rules between fields. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../base/json-value.ts';
import { ownList, ownValue } from '../base/own-value.ts';
import { checkFields, type FormCheck, failed } from './fields/check.ts';
import type { Resource } from './fields/field.ts';
import { timeOf } from './fields/formats.ts';
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
  const between = ownList(request, 'Candidates').flatMap((candidate, index) =>
    checkCandidateRules(candidate, ['Candidates', index], expectedWorkflow(request)),
  );
  return failed([...form.problems, ...checkEnd(ownValue(request, 'Schedule')), ...between]) ?? form;
}

/** An end that is not after the start leaves no time, however long the assessment is. */
function checkEnd(schedule: unknown): Problem[] {
  const [start, end] = [timeOf(ownValue(schedule, 'StartDateTime')), timeOf(ownValue(schedule, 'EndDateTime'))];
  // A text that is not a time has its own problem. It is NaN here, and every comparison with NaN is false.
  if (!(end <= start)) return [];
  const message = `EndDateTime is ${end === start ? 'the same as' : 'before'} StartDateTime`;
  const suggestion = 'write a later end, or leave it empty for the default';
  const rule = 'schedule.end-date-time.too-early';
  return [problem({ path: ['Schedule', 'EndDateTime'], rule, message, suggestion })];
}

/** Resources and their fields, Candidate: the rules between a candidate's fields. */
export function checkCandidateRules(candidate: unknown, path: Path, workflow: string | undefined): Problem[] {
  return [
    ...checkAdjustment(candidateResource, candidate, path),
    ...(workflow === undefined ? [] : checkAttempt(candidate, path, workflow)),
  ];
}

/** Resources and their fields, User: the rules between a user's fields. */
function checkUserRules(user: unknown): Problem[] {
  return checkAdjustment(userResource, user, []);
}

/** Checks that a candidate has an AttemptExtId if the workflow needs one, and has none if it does not. */
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

/** Endpoint 3: the list of repositories has two names. If a request has both, they must have the same ids. */
export function checkCollectionRequest(request: unknown): FormCheck<WellFormedCollection> {
  const form = checkFields<CollectionRequest>(collectionResource, request);
  const failure = failed([...form.problems, ...checkRepositoryNames(request)]);
  if (!('value' in form)) return failure ?? form;
  if (failure !== undefined) return failure;
  const { LoRepositoryExternalIds: _, ...rest } = form.value;
  const repositories = (form.value[repositoriesField(form.value)] ?? []) as RepositoryReference[];
  return { problems: [], value: { ...rest, ObjectiveRepositories: repositories } };
}

/** The name that a well-formed request uses for its repositories. */
export function repositoriesField({
  ObjectiveRepositories,
  LoRepositoryExternalIds,
}: Partial<CollectionRequest>): 'ObjectiveRepositories' | 'LoRepositoryExternalIds' {
  const isAlias = !ObjectiveRepositories?.length && LoRepositoryExternalIds?.length;
  return isAlias ? 'LoRepositoryExternalIds' : 'ObjectiveRepositories';
}

/** The path in the request as its sender wrote it: repositories have two names, and only one of them is sent. */
export function writtenPath(written: unknown, path: Path): Path {
  const [field, ...rest] = path;
  if (field !== ('ObjectiveRepositories' satisfies keyof CollectionRequest) || !isObject(written)) return path;
  return [repositoriesField(written as Partial<CollectionRequest>), ...rest];
}

function checkRepositoryNames(request: unknown): Problem[] {
  const [alias, named] = [idsOf(request, 'LoRepositoryExternalIds'), idsOf(request, 'ObjectiveRepositories')];
  if (alias.size === 0 || named.size === 0 || isDeepStrictEqual(alias, named)) return [];
  const message = 'LoRepositoryExternalIds and ObjectiveRepositories name different repositories; give one of them';
  return [problem({ path: ['LoRepositoryExternalIds'], rule: 'collection.repositories.ambiguous', message })];
}

/**
 * The ids of a list of repositories. An entry is an object or a plain id. Ids that are not text are left out: they have
 * a problem of their own already.
 */
function idsOf(request: unknown, name: string): ReadonlySet<string> {
  const ids = ownList(request, name).map((entry) =>
    typeof entry === 'string' ? entry : ownValue(entry, 'ExternalId'),
  );
  return new Set(ids.filter((id) => typeof id === 'string'));
}

/** "Allowed only when SpecialNeeds is true": codes 249 (by the field's limits) and 250. */
function checkAdjustment(resource: Resource, record: unknown, path: Path): Problem[] {
  const percentage = ownValue(record, 'ReasonableAdjustmentPercentage');
  if (percentage === undefined || percentage === null) return [];
  const needs = ownValue(record, 'SpecialNeeds');
  // A value that is neither true nor false has a problem of its own already.
  if (needs !== undefined && needs !== null && needs !== false && needs !== 'false') return [];
  const rule = `${resource.name}.reasonable-adjustment-percentage.without-special-needs`;
  const message = 'ReasonableAdjustmentPercentage is only allowed where SpecialNeeds is true';
  const suggestion = 'if there is extra time, write true in SpecialNeeds; if not, leave the percentage empty';
  return [problem({ path: [...path, 'ReasonableAdjustmentPercentage'], rule, message, suggestion })];
}

/**
 * The workflow of a request. Without Upsert, it defaults to DEFAULT. With Upsert, it is `undefined` if the request has
 * none: an existing schedule keeps its own.
 */
function expectedWorkflow(request: unknown): string | undefined {
  const workflow = ownValue(request, 'Workflow');
  if (typeof workflow === 'string') return workflow;
  return ownValue(request, 'Upsert') === true ? undefined : 'DEFAULT';
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
