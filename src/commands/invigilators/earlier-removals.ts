/**
 * For a person who is no invigilator, the platform returns error 319 in both cases: the person was removed already, or
 * was never added. The record of an earlier run that removed the person tells the two cases apart.
 */
import { codeOf } from '../../platform/conditions/index.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { InvigilatorsContent } from '../../platform/resources/invigilators.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { listRunIds } from '../../runs/record/list-records.ts';
import { stateWord } from '../../runs/record/read-record.ts';
import type { TargetCall } from '../options/target-options.ts';
import { runsFolder, runsThere } from '../target/runs-there.ts';

const NOT_INVIGILATOR = codeOf('invigilators.user.not-invigilator');

/** Wraps a service: error 319 counts as success for people whom an earlier run has removed from the same schedule. */
export function withEarlierRemovals(
  call: TargetCall,
  command: string,
): (service: AssessmentService) => AssessmentService {
  let removed: Promise<ReadonlySet<string>> | undefined;
  const acceptEarlier = async (
    schedule: string,
    answer: Answer<InvigilatorsContent>,
  ): Promise<Answer<InvigilatorsContent>> => {
    const { Content } = answer.envelope;
    if (!Content?.Errors.some(({ Code }) => Code === NOT_INVIGILATOR)) return answer;
    removed ??= removedBefore(call, command);
    const earlier = await removed;
    const wasRemoved = ({ UserExtId, Code }: InvigilatorsContent['Errors'][number]) =>
      Code === NOT_INVIGILATOR && earlier.has(`${schedule}/${UserExtId}`);
    const removedEarlier = Content.Errors.filter(wasRemoved).map(({ UserExtId }) => UserExtId);
    const SuccessfullyRemoved = [...Content.SuccessfullyRemoved, ...removedEarlier];
    const Errors = Content.Errors.filter((error) => !wasRemoved(error));
    return { ...answer, envelope: { ...answer.envelope, Content: { SuccessfullyRemoved, Errors } } };
  };
  return (service) =>
    Object.assign(Object.create(service) as AssessmentService, {
      removeInvigilators: (schedule: string, ids: readonly string[]) =>
        service.removeInvigilators(schedule, ids).then((answer) => acceptEarlier(schedule, answer)),
    });
}

/** The keys of all earlier removals at the same target. */
async function removedBefore(call: TargetCall, command: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  // A record that cannot be read proves nothing, and the answer is 319 as the platform says.
  const ids = await listRunIds(runsFolder(call.context.env));
  for await (const { entries } of runsThere(call, ids, [command], () => {})) {
    for (const entry of entries) if (stateWord(entry) === 'succeeded') keys.add(entry.key);
  }
  return keys;
}
