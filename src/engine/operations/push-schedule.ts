/** Endpoints, 1: Create schedule and generate links. */
import type { Settings } from '../../platform/catalogue.ts';
import type { ScheduleEntity } from '../../platform/entities.ts';
import type { Answer } from '../../platform/envelope.ts';
import { checkAttempt, checkScheduleRequest } from '../../platform/requests.ts';
import type { Schedule, ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { ScheduleHint } from '../../platform/service.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import { attachUnnamed, mergeCandidates, registerAsUsers, userNameOf, warnOfStaying } from '../schedules/candidates.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { findUserByName, hasPermission } from '../rules/owners.ts';
import { isSameResult } from '../schedules/links.ts';
import { checkProctoring } from '../schedules/proctoring.ts';
import { checkGroups } from '../schedules/groups.ts';
import { chosenFields, defaultedFields, mergeFields } from '../rules/merge.ts';
import { checkWindow } from '../schedules/window.ts';
import { readSettings } from '../settings.ts';
import { answerInTransaction, type Problems, refuseProblems } from '../transaction.ts';
import { hashPassword } from '../rules/users.ts';

export async function pushSchedule(
  engine: EngineDependencies,
  request: ScheduleRequest,
  { localDay }: ScheduleHint = {},
): Promise<Answer<string>> {
  const form = checkScheduleRequest(request);
  if (!('value' in form)) return refuseProblems(form.problems);
  const hashes = await hashPasswords(engine, form.value);
  return answerInTransaction(engine.store, async (transaction, problems) => {
    const found = await findExisting(engine, transaction, problems, form.value);
    warnOfStaying(problems, found.existing, form.value);
    return applySchedule(engine, transaction, problems, { request: form.value, hashes, localDay, ...found });
  });
}

interface Found {
  /** The schedule to update. */
  readonly existing?: ScheduleEntity | undefined;
  /** One that this request may have created before. */
  readonly made?: ScheduleEntity | undefined;
}

interface Push extends Found {
  readonly request: ScheduleRequest;
  readonly hashes: ReadonlyMap<string, string>;
  readonly localDay: string | undefined;
}

async function applySchedule(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  problems: Problems,
  { request, existing, made, hashes, localDay }: Push,
): Promise<string | undefined> {
  const settings = await readSettings(transaction);
  const Workflow = checkWorkflow(problems, request, existing);
  const chosen = mergeFields<Schedule>(chosenFields(existing), request.Schedule);
  await checkOwner(transaction, problems, chosen, settings);
  await checkGroups(transaction, problems, chosen, settings);
  const proctoring = await checkProctoring(transaction, problems, chosen);
  const window = await checkWindow(transaction, problems, { chosen, request, existing, localDay });
  await checkUserNames(transaction, problems, request);
  if (problems.found.length > 0 || window === undefined) {
    checkStatus(problems, existing);
    return undefined;
  }
  const ScheduleExtId = chosen.ScheduleExtId ?? engine.newId();
  const Schedule = { ...chosen, ...proctoring, ...window, ScheduleExtId };
  const Defaulted = defaultedFields(chosen, Schedule, existing);
  const entity: ScheduleEntity = {
    Schedule,
    ...(Defaulted.length > 0 ? { Defaulted } : {}),
    Workflow,
    Status: existing?.Status ?? 'DRAFT',
    Candidates: mergeCandidates(engine, settings, existing, request, Schedule),
    Invigilators: existing?.Invigilators ?? [],
  };
  if (made !== undefined) {
    if (!isSameResult(made, entity)) addDuplicate(problems, ScheduleExtId);
    return ScheduleExtId;
  }
  transaction.put('Schedules', ScheduleExtId, entity);
  await registerAsUsers(transaction, settings, request, hashes);
  if (existing?.Schedule.GroupExtId !== Schedule.GroupExtId) {
    await attachUnnamed(transaction, existing, request, Schedule.GroupExtId);
  }
  const mayBeSpared = engine.sparesUnchanged === true && existing !== undefined && existing.Status !== 'DRAFT';
  if (!mayBeSpared || (await transaction.isChanged())) checkStatus(problems, existing);
  return ScheduleExtId;
}

/** Duplicate ScheduleExtId, schedule not found. What is not updated is not merged with. */
async function findExisting(
  { mayRepeat = false }: EngineDependencies,
  view: StoreView,
  problems: Problems,
  { Upsert, Schedule: { ScheduleExtId } }: ScheduleRequest,
): Promise<Found> {
  const path = ['Schedule', 'ScheduleExtId'];
  if (!ScheduleExtId) {
    const message = 'Upsert needs a ScheduleExtId: without one there is no schedule to find';
    if (Upsert) problems.add('schedule.not-found', path, message);
    return {};
  }
  const existing = await view.get('Schedules', ScheduleExtId);
  if (existing === undefined || Upsert) return { existing };
  if (mayRepeat) return { made: existing };
  addDuplicate(problems, ScheduleExtId);
  return {};
}

function addDuplicate(problems: Problems, id: string): void {
  const message = `A schedule with the ScheduleExtId ${id} exists already`;
  problems.add('schedule.schedule-ext-id.duplicate', ['Schedule', 'ScheduleExtId'], message);
}

/** "An activated schedule cannot be updated." */
function checkStatus(problems: Problems, existing: ScheduleEntity | undefined): void {
  if (existing === undefined || existing.Status === 'DRAFT') return;
  const message = `Schedule ${existing.Schedule.ScheduleExtId} is ${existing.Status.toLowerCase()} and cannot be updated`;
  problems.add('schedule.activated', ['Schedule', 'ScheduleExtId'], message);
}

/** "Workflow of an existing schedule cannot be changed." */
function checkWorkflow(
  problems: Problems,
  request: ScheduleRequest,
  existing: ScheduleEntity | undefined,
): ScheduleEntity['Workflow'] {
  const workflow = request.Workflow ?? existing?.Workflow ?? 'DEFAULT';
  if (existing !== undefined && workflow !== existing.Workflow) {
    const message = `Workflow differs from that of the existing schedule (${existing.Workflow})`;
    problems.add('schedule.workflow.differs', ['Workflow'], `${message}; create a new schedule or keep the workflow`);
  }
  if (!request.Workflow) {
    // The form could not be judged by a workflow that only the stored schedule tells.
    for (const [index, candidate] of request.Candidates.entries()) {
      for (const { path, message } of checkAttempt(candidate, ['Candidates', index], workflow)) {
        const rule =
          workflow === 'DEFAULT' ? 'candidate.attempt-ext-id.not-allowed' : 'candidate.attempt-ext-id.missing';
        problems.add(rule, path, message);
      }
    }
  }
  return workflow;
}

/** "An owner must be set either here or in those settings", and must be allowed to manage schedules. */
async function checkOwner(view: StoreView, problems: Problems, schedule: Schedule, settings: Settings): Promise<void> {
  const name = schedule.Owner || settings.Owner;
  const path = ['Schedule', 'Owner'];
  if (!name) {
    problems.add('schedule.owner.not-set', path, 'Owner is not set, neither here nor in the settings');
    return;
  }
  const owner = await findUserByName(view, name);
  if (owner === undefined || !(await hasPermission(view, owner, 'ManageSchedules'))) {
    const message = `Owner ${name} has no permission to create, update and delete schedules`;
    problems.add('schedule.owner.not-permitted', path, message);
  }
}

/** Candidates become users, whose names are unique. */
async function checkUserNames(view: StoreView, problems: Problems, { Candidates }: ScheduleRequest): Promise<void> {
  const wanted: string[] = [];
  /** User names that the request itself releases, so that another of its candidates can take them. */
  const released = new Set<string>();
  for (const candidate of Candidates) {
    const known = await view.get('Users', candidate.CandidateExtId);
    const name = userNameOf(candidate, known);
    wanted.push(name);
    if (known?.UserName && known.UserName !== name) released.add(known.UserName);
  }
  const names = new Map<string, string>();
  for (const [index, candidate] of Candidates.entries()) {
    const name = wanted[index] ?? '';
    const stored = released.has(name) ? undefined : await view.get('UserNames', name);
    const holder = names.get(name) ?? stored?.ExternalId;
    if (holder !== undefined && holder !== candidate.CandidateExtId) {
      const path = ['Candidates', index, 'UserName'];
      problems.add('candidate.user-name.taken', path, `Another user (${holder}) has the same UserName`);
    }
    names.set(name, candidate.CandidateExtId);
  }
}

async function hashPasswords(
  { store, passwords }: EngineDependencies,
  { Candidates }: ScheduleRequest,
): Promise<Map<string, string>> {
  const hashes = await Promise.all(
    Candidates.map(
      async ({ CandidateExtId, Password }): Promise<[string, string | undefined]> => [
        CandidateExtId,
        await store.read((view) => hashPassword(view, passwords, CandidateExtId, Password)),
      ],
    ),
  );
  return new Map(hashes.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
