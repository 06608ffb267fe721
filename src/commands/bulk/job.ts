/** Completes the job of a command by the parts of its kind. */

import { judgeOf } from '../../bulk/check/strictness.ts';
import { withRules } from '../../bulk/report/partial-errors.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import type { BulkCommand, OpenedJob } from './command.ts';

/** The job of a command. Errors of the platform that have only a code get the rule of that code. */
export function jobOf<R>(
  { kind, context, flags }: Pick<BulkCommand<R>, 'kind' | 'context' | 'flags'>,
  opened: OpenedJob<R>,
): BulkJob<R> {
  const { name, together } = kind.operation;
  const { serviceOf = (service) => service } = opened;
  const send: BulkJob<R>['send'] = opened.send ?? ((service, request) => kind.operation.send(service, request));
  return {
    ...opened,
    checks: { ...kind, now: context.now, judge: judgeOf(flags) },
    send: async (service, request) => withRules(name, await send(serviceOf(service), request)),
    together: together && {
      keyOf: together.keyOf,
      send: async (service, requests) =>
        (await together.send(serviceOf(service), requests)).map((answer) => withRules(name, answer)),
    },
  };
}
