/** The form of each operation's request: its fields, and the rules between fields. */
import { checkFields, type FormCheck, failed } from './fields/check.ts';
import { type CollectionRequest, collectionResource, type RepositoryReference } from './resources/collection.ts';
import type { Resource } from './fields/field.ts';
import { ownValue } from '../base/own-value.ts';
import { type Path, type Problem, problem } from './problem.ts';
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

/** Whether a candidate carries an AttemptExtId exactly where the workflow wants one. */
export function checkAttempt(candidate: unknown, path: Path, workflow: string): Problem[] {
  const attempt = ownValue(candidate, 'AttemptExtId');
  const isSet = attempt !== undefined && attempt !== null && attempt !== '';
  if (workflow === 'EXTERNAL_ATTEMPTS' && !isSet) {
    const message = 'AttemptExtId is required for workflow EXTERNAL_ATTEMPTS';
    return [problem({ path: [...path, 'AttemptExtId'], rule: 'candidate.attempt-ext-id.missing', message })];
  }
  if (workflow === 'DEFAULT' && isSet) {
    const message = 'AttemptExtId must not be used with workflow DEFAULT';
    return [problem({ path: [...path, 'AttemptExtId'], rule: 'candidate.attempt-ext-id.not-allowed', message })];
  }
  return [];
}

/** Endpoint 4. */
export function checkUserRequest(request: unknown): FormCheck<UserRequest> {
  if (isEmptyObject(request)) {
    return { problems: [problem({ path: [], rule: 'user.body.empty', message: 'The request is empty' })] };
  }
  const form = checkFields<UserRequest>(userResource, request);
  return failed([...form.problems, ...checkAdjustment(userResource, request, [])]) ?? form;
}

/** Endpoint 3. In a well-formed request the repositories are objects under `ObjectiveRepositories`. */
export type WellFormedCollection = Omit<CollectionRequest, 'ObjectiveRepositories' | 'LoRepositoryExternalIds'> & {
  ObjectiveRepositories: RepositoryReference[];
};

/** Endpoint 3: both names of the repositories are read; where both are given they must say the same. */
export function checkCollectionRequest(request: unknown): FormCheck<WellFormedCollection> {
  const form = checkFields<CollectionRequest>(collectionResource, request);
  const ambiguous = checkRepositoryNames(request);
  const collection = 'value' in form ? form.value : NOTHING;
  const { LoRepositoryExternalIds: _, ...rest } = collection;
  const repositories = (collection[repositoriesField(collection)] ?? []) as RepositoryReference[];
  return (
    failed([...form.problems, ...ambiguous]) ?? {
      problems: [],
      value: { ...rest, ObjectiveRepositories: repositories },
    }
  );
}

/** The one of the two names under which a well-formed request has its repositories. */
export function repositoriesField({
  ObjectiveRepositories,
  LoRepositoryExternalIds,
}: CollectionRequest): 'ObjectiveRepositories' | 'LoRepositoryExternalIds' {
  const isAlias = !ObjectiveRepositories?.length && LoRepositoryExternalIds?.length;
  return isAlias ? 'LoRepositoryExternalIds' : 'ObjectiveRepositories';
}

const NOTHING: CollectionRequest = { Title: '' };

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

/** "Allowed only when SpecialNeeds is true": codes 249 (by the field's limits) and 250. */
function checkAdjustment(resource: Resource, record: unknown, path: Path): Problem[] {
  const percentage = ownValue(record, 'ReasonableAdjustmentPercentage');
  if (percentage === undefined || percentage === null) return [];
  const needs = ownValue(record, 'SpecialNeeds');
  // A value that is neither yes nor no has its own finding already.
  const isOff = needs === undefined || needs === null || needs === false || needs === 'false';
  if (!isOff) return [];
  return [
    problem({
      path: [...path, 'ReasonableAdjustmentPercentage'],
      rule: `${resource.name}.reasonable-adjustment-percentage.without-special-needs`,
      message: 'ReasonableAdjustmentPercentage is only allowed where SpecialNeeds is true',
    }),
  ];
}

/** Without Upsert a missing Workflow is DEFAULT; with it, an existing schedule may keep one that we do not know. */
function expectedWorkflow(request: unknown): string | undefined {
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

function isEmptyObject(request: unknown): boolean {
  return isEmptyValue(request) && typeof request === 'object' && request !== null && !Array.isArray(request);
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
