/** Endpoints, 1: Create schedule and generate links. */
import type { Settings } from '../../platform/catalogue.ts';
import type { ScheduleEntity } from '../../platform/entities.ts';
import { checkAttempt, checkScheduleRequest } from '../../platform/request-rules.ts';
import type { Candidate, Schedule, ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { ScheduleHint } from '../../platform/service.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import { mergeFields } from '../merge.ts';
import { answerWith, malformed, type PlatformRequest, type Problems, type Rules } from '../request.ts';
import {
  chosenFields,
  defaultedFields,
  hasStoredCandidates,
  hasStoredFields,
  withStoredTimes,
} from '../schedules/as-stored.ts';
import {
  addStayingToGroup,
  mergeCandidates,
  registerAsUsers,
  userNameOf,
  warnOfStaying,
} from '../schedules/candidates.ts';
import { checkGroups } from '../schedules/groups.ts';
import { checkWindow } from '../schedules/window.ts';
import { readSettings } from '../settings.ts';
import type { UserPassword } from '../slow-facts.ts';
import { findUserByName, hasPermission } from '../users/owners.ts';
import { maskedUser } from '../users/put-user.ts';

export function pushSchedule(request: ScheduleRequest, { localDay }: ScheduleHint = {}): PlatformRequest<string> {
  const form = checkScheduleRequest(request);
  if (!('value' in form)) return malformed(form.problems);
  const passwords = form.value.Candidates.flatMap(passwordOf);
  const push = (state: StoreTransaction, problems: Problems, rules: Rules): string | undefined => {
    const existing = findExisting(state, problems, form.value);
    warnOfStaying(problems, existing, form.value);
    // A plan finds out what changes. Otherwise, the text of a time is stored as it is sent.
    const Schedule = rules.isPlan ? withStoredTimes(existing, form.value.Schedule) : form.value.Schedule;
    const request = { ...form.value, Schedule };
    return applySchedule(rules, state, problems, { request, existing, passwords, localDay });
  };
  return {
    neededFacts: passwords.length > 0 ? { passwords } : undefined,
    schedule: form.value.Schedule.ScheduleExtId ?? undefined,
    decide: (state, rules) => answerWith((problems) => push(state, problems, rules)),
  };
}

function passwordOf({ CandidateExtId, Password }: Candidate): UserPassword[] {
  return typeof Password === 'string' ? [{ user: CandidateExtId, password: Password }] : [];
}

interface Push {
  readonly request: ScheduleRequest;
  /** The schedule to update. */
  readonly existing: ScheduleEntity | undefined;
  readonly passwords: readonly UserPassword[];
  readonly localDay: string | undefined;
}

function applySchedule(
  rules: Rules,
  transaction: StoreTransaction,
  problems: Problems,
  { request, existing, passwords, localDay }: Push,
): string | undefined {
  if (rules.isPlan && existing !== undefined && changesNothing(rules, transaction, { request, passwords }, existing)) {
    return existing.Schedule.ScheduleExtId ?? undefined;
  }
  const settings = readSettings(transaction);
  const Workflow = checkWorkflow(problems, request, existing);
  const chosen = mergeFields<Schedule>(chosenFields(existing), request.Schedule);
  checkOwner(transaction, problems, chosen, settings);
  checkGroups(transaction, problems, chosen, settings);
  const proctoring = checkProctoring(transaction, problems, chosen);
  const window = checkWindow(transaction, problems, { chosen, request, existing, localDay });
  checkUserNames(transaction, problems, request);
  if (problems.found.length > 0 || window === undefined) {
    refuseUnlessDraft(problems, existing);
    return undefined;
  }
  const ScheduleExtId = chosen.ScheduleExtId ?? rules.newId();
  const Schedule = { ...chosen, ...proctoring, ...window, ScheduleExtId };
  const Defaulted = defaultedFields(chosen, Schedule, existing);
  const entity: ScheduleEntity = {
    Schedule,
    ...(Defaulted.length > 0 ? { Defaulted } : {}),
    Workflow,
    Status: existing?.Status ?? 'DRAFT',
    Candidates: mergeCandidates(rules, settings, existing, request, Schedule),
    Invigilators: existing?.Invigilators ?? [],
  };
  transaction.put('Schedules', ScheduleExtId, entity);
  const hashes = new Map(passwords.map((wanted) => [wanted.user, rules.hashOf(transaction, wanted)]));
  registerAsUsers(transaction, settings, request, hashes, problems);
  if (existing?.Schedule.GroupExtId !== Schedule.GroupExtId) {
    addStayingToGroup(transaction, existing, request, Schedule.GroupExtId);
  }
  refuseUnlessDraft(problems, existing);
  return ScheduleExtId;
}

/**
 * Whether a schedule that can no longer be updated is in the list as it is stored. What has changed around it since does
 * not count, such as the users behind its candidates: a list that is sent every night must not fail for that.
 */
function changesNothing(
  rules: Rules,
  view: StoreView,
  { request, passwords }: Pick<Push, 'request' | 'passwords'>,
  existing: ScheduleEntity,
): boolean {
  if (existing.Status === 'DRAFT' || !hasStoredFields(existing, request)) return false;
  const isSame = ({ user }: UserPassword, hash: string) => view.get('Users', user)?.PasswordHash === hash;
  return (
    hasStoredCandidates(existing, request) && passwords.every((wanted) => isSame(wanted, rules.hashOf(view, wanted)))
  );
}

/** Returns the schedule to update, if there is one. Errors: duplicate ScheduleExtId, and schedule not found. */
function findExisting(
  view: StoreView,
  problems: Problems,
  { Upsert, Schedule: { ScheduleExtId } }: ScheduleRequest,
): ScheduleEntity | undefined {
  const path = ['Schedule', 'ScheduleExtId'];
  if (!ScheduleExtId) {
    const message = 'Upsert needs a ScheduleExtId: without one there is no schedule to find';
    if (Upsert) problems.add('schedule.not-found', path, message);
    return undefined;
  }
  const existing = view.get('Schedules', ScheduleExtId);
  if (existing === undefined || Upsert) return existing;
  const message = `A schedule with the ScheduleExtId ${ScheduleExtId} exists already`;
  problems.add('schedule.schedule-ext-id.duplicate', path, message);
  return undefined;
}

/** "An activated schedule cannot be updated." */
function refuseUnlessDraft(problems: Problems, existing: ScheduleEntity | undefined): void {
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
    // The form of the request was checked without the workflow, since only the stored schedule has it.
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
function checkOwner(view: StoreView, problems: Problems, schedule: Schedule, settings: Settings): void {
  const name = schedule.Owner || settings.Owner;
  const path = ['Schedule', 'Owner'];
  if (!name) {
    problems.add('schedule.owner.not-set', path, 'Owner is not set, neither here nor in the settings');
    return;
  }
  const owner = findUserByName(view, name);
  if (owner === undefined || !hasPermission(view, owner, 'ManageSchedules')) {
    const message = `Owner ${name} has no permission to create, update and delete schedules`;
    problems.add('schedule.owner.not-permitted', path, message);
  }
}

/** Candidates become users, so their user names must be unique. */
function checkUserNames(view: StoreView, problems: Problems, { Candidates }: ScheduleRequest): void {
  const wanted: { readonly name: string; readonly isOwn: boolean }[] = [];
  /** User names that candidates of this request give up. Other candidates of the request can take them. */
  const released = new Set<string>();
  for (const candidate of Candidates) {
    const known = view.get('Users', candidate.CandidateExtId);
    const name = userNameOf(candidate, known);
    wanted.push({ name, isOwn: known?.UserName === name });
    if (known?.UserName && known.UserName !== name) released.add(known.UserName);
  }
  const names = new Map<string, string>();
  for (const [index, candidate] of Candidates.entries()) {
    const { name, isOwn } = wanted[index] ?? { name: '', isOwn: false };
    const stored = isOwn || released.has(name) ? undefined : view.get('UserNames', name);
    const holder = names.get(name) ?? stored?.ExternalId;
    if (holder !== undefined && holder !== candidate.CandidateExtId) {
      const path = ['Candidates', index, 'UserName'];
      const message = `Another user (${maskedUser(view, holder)}) has the same UserName`;
      problems.add('candidate.user-name.taken', path, message);
    }
    names.set(name, candidate.CandidateExtId);
  }
}

type ProctoringFields = Pick<Schedule, 'UseProctoringService' | 'ProctoringServiceTemplateExternalId'>;

/** Defaults: the use comes from the options of the assessment, and the template from the global settings. */
function checkProctoring(view: StoreView, problems: Problems, schedule: Schedule): ProctoringFields {
  const named = schedule.ProctoringServiceTemplateExternalId;
  if (named && view.get('ProctoringTemplates', named) === undefined) {
    const path = ['Schedule', 'ProctoringServiceTemplateExternalId'];
    problems.add('schedule.proctoring-template.not-found', path, `No proctoring template has the external id ${named}`);
  }
  const assessment = view.get('Assessments', schedule.AssessmentExtId);
  const isUsed = schedule.UseProctoringService ?? assessment?.UseProctoringService ?? false;
  const template = named ?? (isUsed ? findDefaultTemplate(view) : undefined);
  return {
    UseProctoringService: isUsed,
    ...(template === undefined ? {} : { ProctoringServiceTemplateExternalId: template }),
  };
}

function findDefaultTemplate(view: StoreView): string | undefined {
  for (const id of view.ids('ProctoringTemplates')) {
    if (view.get('ProctoringTemplates', id)?.IsDefault) return id;
  }
  return undefined;
}
