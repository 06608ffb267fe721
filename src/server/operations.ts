/** How a request over HTTP becomes a call of the port. What is well-formed is the port's to check. */
import type { CollectionRequest } from '../platform/resources/collection.ts';
import type { Answer } from '../platform/envelope.ts';
import type { ScheduleRequest } from '../platform/resources/schedule.ts';
import type { Operation } from '../platform/conditions/index.ts';
import type { AssessmentService } from '../platform/service.ts';
import type { UserRequest } from '../platform/resources/user.ts';

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
