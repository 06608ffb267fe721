/**
 * Reads answers in the light of an earlier attempt that may have worked: what says "it is there already" then says
 * that it did. For services that do not tell by themselves.
 */
import { codeOf, type ConditionRule } from '../contract/conditions/index.ts';
import { type Answer, type ApiError, succeed } from '../contract/envelope.ts';
import type { InvigilatorsContent } from '../contract/invigilators.ts';
import type { AssessmentService } from '../contract/service.ts';

export function createAfterUnsure(service: AssessmentService): AssessmentService {
  return {
    ...service,
    pushSchedule: async (request) => {
      const answer = await service.pushSchedule(request);
      const id = request.Schedule.ScheduleExtId;
      return id && isOnly(answer, 'schedule.schedule-ext-id.duplicate') ? earlier(succeed(id)) : answer;
    },
    addCollection: async (request) => {
      const answer = await service.addCollection(request);
      const { ExternalId } = request;
      return ExternalId && isOnly(answer, 'collection.external-id.taken')
        ? earlier(succeed({ ExternalId, Errors: [] }))
        : answer;
    },
    saveUser: async (request) => {
      const answer = await service.saveUser(request);
      return isOnly(answer, 'user.external-id.taken') ? earlier(succeed({ User: request, GroupErrors: [] })) : answer;
    },
    removeInvigilators: async (externalId, ids) => withoutAbsent(await service.removeInvigilators(externalId, ids)),
  };
}

/** Whether a refusal has one reason alone. */
function isOnly({ envelope }: Answer<unknown>, rule: ConditionRule): boolean {
  const errors = envelope.Errors ?? [];
  return !envelope.Success && errors.length > 0 && errors.every((error) => means(error, rule));
}

function means({ Rule, Code }: ApiError, rule: ConditionRule): boolean {
  return Rule === rule || (Rule === undefined && Code !== null && Code === codeOf(rule));
}

/** Who is no invigilator any more was removed before. */
function withoutAbsent(answer: Answer<InvigilatorsContent>): Answer<InvigilatorsContent> {
  const content = answer.envelope.Content;
  if (content === null) return answer;
  const absent = content.Errors.filter(({ Code }) => Code === codeOf('invigilators.user.not-invigilator'));
  if (absent.length === 0) return answer;
  return earlier(
    succeed({
      SuccessfullyRemoved: [...content.SuccessfullyRemoved, ...absent.map(({ UserExtId }) => UserExtId)],
      Errors: content.Errors.filter((error) => !absent.includes(error)),
    }),
  );
}

function earlier<C>(answer: Answer<C>): Answer<C> {
  return { ...answer, delivery: { attempts: 1, certainty: 'earlier-attempt' } };
}
