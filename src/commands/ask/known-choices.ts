/** Offers the entries of the embedded platform as choices. A remote platform offers none. */

import type { Choice } from '../../output/terminal/prompts.ts';
import type { ShownKind } from '../../platform/entities.ts';
import type { TargetCall } from '../options/target-options.ts';
import { type KnownEntry, kindNamedBy, knownEntries, withKnownPlatform } from '../target/known-entries.ts';

/** With more entries, it is easier to type an id than to choose one. */
const MAX_CHOICES = 200;

export function createChoices(call: TargetCall): (field: string) => Promise<readonly Choice[]> {
  return async (field) => {
    const kind = kindNamedBy(field);
    return kind === undefined ? [] : choicesOf(call, kind);
  };
}

interface Wanted {
  readonly isWanted?: (known: KnownEntry) => boolean;
  readonly max?: number;
}

/** The entries of a kind that match `isWanted`; none if there are more than `max`. */
export async function choicesOf(
  { context, target }: TargetCall,
  kind: ShownKind,
  { isWanted = () => true, max = MAX_CHOICES }: Wanted = {},
): Promise<readonly Choice[]> {
  const choices = await withKnownPlatform(context, target, async (platform) => {
    const found: Choice[] = [];
    for await (const known of knownEntries(platform, kind)) {
      if (isWanted(known)) found.push({ value: known.id, title: known.title });
      if (found.length > max) return [];
    }
    return found;
  });
  return choices ?? [];
}
