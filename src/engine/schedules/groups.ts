/** Checks the two hierarchies of a schedule: the group of its candidates, and the hierarchy of the schedule itself. */
import type { Settings } from '../../platform/catalogue.ts';
import { foldLetters } from '../../platform/fields/person.ts';
import { SUSPICIOUS_CHANGES } from '../../platform/problem.ts';
import type { Schedule } from '../../platform/resources/schedule.ts';
import type { StoreTransaction } from '../../store/port.ts';
import type { Problems } from '../request.ts';
import { findRoot, isActive, putHierarchy } from '../users/hierarchies.ts';

/**
 * "Hierarchy not found by external id" and "Hierarchy must be active". Creates missing ones if the settings allow it.
 */
export function checkGroups(
  transaction: StoreTransaction,
  problems: Problems,
  schedule: Schedule,
  settings: Settings,
): void {
  checkGroup(transaction, problems, settings, 'GroupExtId', schedule.GroupExtId, schedule.GroupName);
  const { ScheduleGroupExtId, ScheduleGroupName } = schedule;
  if (ScheduleGroupExtId) {
    const title = ScheduleGroupName ?? ScheduleGroupExtId;
    checkGroup(transaction, problems, settings, 'ScheduleGroupExtId', ScheduleGroupExtId, title);
  } else {
    checkRoot(transaction, problems);
  }
}

/** "If not set, the schedule is connected to the root hierarchy": the root must be active then. */
function checkRoot(transaction: StoreTransaction, problems: Problems): void {
  const path = ['Schedule', 'ScheduleGroupExtId'];
  const root = findRoot(transaction);
  if (root === undefined) {
    const message = 'The platform has no root hierarchy to connect the schedule to';
    problems.add('schedule.hierarchy.not-found', path, message);
  } else if (!isActive(root)) {
    problems.add('schedule.hierarchy.inactive', path, `The root hierarchy ${root.ExternalId} must be active`);
  }
}

function checkGroup(
  transaction: StoreTransaction,
  problems: Problems,
  { CreateMissingHierarchies }: Settings,
  field: 'GroupExtId' | 'ScheduleGroupExtId',
  externalId: string,
  title: string,
): void {
  const path = ['Schedule', field];
  const hierarchy = transaction.get('Hierarchies', externalId);
  if (hierarchy !== undefined) {
    if (!isActive(hierarchy)) {
      problems.add('schedule.hierarchy.inactive', path, `Hierarchy ${externalId} must be active`);
    }
    if (field === 'GroupExtId' && foldLetters(hierarchy.Title) !== foldLetters(title)) {
      const message = `GroupName differs from the name that ${externalId} has in the store`;
      problems.warn(
        SUSPICIOUS_CHANGES.groupName,
        ['Schedule', 'GroupName'],
        message,
        'see whether the group is the right one',
      );
    }
    return;
  }
  const root = CreateMissingHierarchies ? findRoot(transaction) : undefined;
  if (root === undefined) {
    problems.add('schedule.hierarchy.not-found', path, `No hierarchy has the external id ${externalId}`);
    return;
  }
  const message = `No hierarchy has the external id ${externalId}, so it is made, below the root`;
  problems.warn(SUSPICIOUS_CHANGES.newGroup, path, message, `see whether ${externalId} is right`);
  putHierarchy(transaction, {
    ExternalId: externalId,
    Title: title,
    ParentExternalId: root.ExternalId,
    IsActive: true,
  });
}
