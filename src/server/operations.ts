/** How a request over HTTP becomes a call of the port. What is well-formed is the port's to check. */
import type { CollectionRequest } from '../contract/collection.ts';
import type { Answer } from '../contract/envelope.ts';
import type { ScheduleRequest } from '../contract/schedule.ts';
import type { AssessmentService, Operation } from '../contract/service.ts';
import type { UserRequest } from '../contract/user.ts';

interface OperationCall {
  readonly takesBody: boolean;
  readonly run: (service: AssessmentService, externalId: string, body: unknown) => Promise<Answer<unknown>>;
}

export const OPERATIONS: Record<Operation, OperationCall> = {
  pushSchedule: { takesBody: true, run: (service, _, body) => service.pushSchedule(body as ScheduleRequest) },
  getReviewSession: { takesBody: false, run: (service, externalId) => service.getReviewSession(externalId) },
  addCollection: { takesBody: true, run: (service, _, body) => service.addCollection(body as CollectionRequest) },
  saveUser: { takesBody: true, run: (service, _, body) => service.saveUser(body as UserRequest) },
  removeInvigilators: {
    takesBody: true,
    run: (service, externalId, body) => service.removeInvigilators(externalId, body as readonly string[]),
  },
};
