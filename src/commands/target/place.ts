/** The place of a target. It shows whether a run was sent there. */
import type { RunHeader } from '../../runs/record/lines.ts';
import { type TargetCall, whereOf } from '../options/target-options.ts';

/** The address of a target, and the id of its store: a database may have several addresses. */
export interface TargetPlace {
  readonly address: string;
  readonly storeId?: string | undefined;
}

type Call = Pick<TargetCall, 'context' | 'target'>;

export async function placeOf({ context, target }: Call): Promise<TargetPlace> {
  return { address: await addressOf({ context, target }), storeId: await storeIdOf({ context, target }) };
}

export function addressOf({ context, target }: Call): Promise<string> {
  return context.identify({ kind: target.kind, where: whereOf(target) });
}

/** The id of the store that a run sends to; `undefined` for a target without one. */
export async function storeIdOf({ context, target }: Call): Promise<string | undefined> {
  return target.kind === 'local' ? context.storeBackend(target.store).storeId?.(target.store) : undefined;
}

/** Whether a run was sent to this place. */
export async function wasSentTo(
  { address, storeId }: TargetPlace,
  header: RunHeader,
  { identify }: TargetCall['context'],
): Promise<boolean> {
  if (storeId !== undefined && storeId === header.storeId) return true;
  return (await identify(header.target).catch(() => undefined)) === address;
}
