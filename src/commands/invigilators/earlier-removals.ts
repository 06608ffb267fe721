/**
 * For a person who is no invigilator, the platform returns error 319 in both cases: the person was removed already, or
 * was never added. The record of an earlier run that removed the person tells the two cases apart.
 */
import { codeOf } from '../../platform/conditions/index.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { InvigilatorsContent } from '../../platform/resources/invigilators.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { listRunIds, recordPath } from '../../runs/record/list-records.ts';
import { readRunRecord } from '../../runs/record/read-record.ts';
import { runsFolder } from '../bulk/open-run-record.ts';
import { type TargetCall, whereOf } from '../options/target-options.ts';

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

/** The keys of all earlier removals at the same target. Run records that cannot be read are skipped. */
async function removedBefore({ context, target }: TargetCall, command: string): Promise<ReadonlySet<string>> {
  const folder = runsFolder(context.env);
  const here = await context.identify({ kind: target.kind, where: whereOf(target) });
  const keys = new Set<string>();
  for (const run of await listRunIds(folder)) {
    const record = await readRunRecord(recordPath(folder, run)).catch(() => undefined);
    if (record === undefined || record.header.command !== command || record.counts.succeeded === 0) continue;
    if ((await context.identify(record.header.target).catch(() => undefined)) !== here) continue;
    for await (const { key, state } of record.entries()) if (state === 'succeeded') keys.add(key);
  }
  return keys;
}
