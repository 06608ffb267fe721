/** Checks a record before it is sent: against the contract, and by the rules of the embedded engine. */
import type { SentKind } from '../../bulk/kinds/kind.ts';
import { type Path, parsePath } from '../../platform/problem.ts';
import type { Effect } from '../../platform/service.ts';
import type { TargetCall } from '../options/target-options.ts';

export interface RequestCheck {
  readonly problems: readonly { readonly path: Path; readonly message: string }[];
  /** The effect of the request. Absent if it cannot be known: for a remote, or if the store cannot be read now. */
  readonly effect?: Effect | undefined;
}

export async function checkRequest<R>(
  { context, target: choice }: TargetCall,
  kind: SentKind<R>,
  request: unknown,
): Promise<RequestCheck> {
  const form = kind.checkForm(request);
  if (!('value' in form)) return { problems: form.problems };
  if (choice.kind === 'remote') return { problems: [] };
  const signal = context.stopSignal();
  const options = { ...choice, mode: 'read', command: 'questions', signal, onWarning: () => {} } as const;
  // A store that cannot be opened is reported later, when it is opened for writing.
  const target = await context.openTarget(options).catch(() => undefined);
  try {
    const plan = target?.planner?.plan();
    if (plan === undefined) return { problems: [] };
    const decided = await plan
      .decide([{ ask: (service) => kind.operation.send(service, form.value) }], signal)
      .finally(() => plan.end());
    const { answer, effect } = decided[0] ?? {};
    const errors = answer?.envelope.Errors ?? [];
    return { effect, problems: errors.map((error) => ({ path: parsePath(error.Field ?? ''), message: error.Error })) };
  } finally {
    await target?.close();
  }
}
