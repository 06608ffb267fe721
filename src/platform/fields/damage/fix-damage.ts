/** Removes damage from a text if the original text is certain. */
import type { Field } from '../field.ts';
import { damageOf, type NamedKind, type TextUse } from './damage.ts';

export function useOf(field: Field): TextUse {
  if (field.kind !== 'text') return {};
  const { secret, isName, isId } = field;
  return { isSecret: secret, isName, isId };
}

interface DamageFix {
  readonly text: string;
  /** The kinds of damage that were removed, each once. */
  readonly kinds: readonly NamedKind[];
}

/** The maximum number of fixes in one text: several programs may have damaged it, one after the other. */
const MAX_LAYERS = 8;

/**
 * Returns the text without its damage and the white space around it; `undefined` if there is no damage, or if some of
 * it cannot be removed: a person has to check such a text anyway. Secrets are never changed.
 */
export function fixDamage(text: string, use: TextUse = {}): DamageFix | undefined {
  if (use.isSecret) return undefined;
  const trimmed = text.trim();
  return fixLayers(text, use) ?? (trimmed === text ? undefined : fixLayers(trimmed, use));
}

function fixLayers(text: string, use: TextUse): DamageFix | undefined {
  const kinds = new Set<NamedKind>();
  let now = text;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const kind = damageOf(now, use);
    // White space is removed last: a no-break space may be part of a letter that was read in the wrong encoding.
    const next = kind === undefined ? now.trim() : fixOf(kind, now, use);
    if (kind !== undefined) kinds.add(kind);
    if (next === undefined || next === '') return undefined;
    if (next === now) return kind === undefined && kinds.size > 0 ? { text: now, kinds: [...kinds] } : undefined;
    now = next;
  }
  return undefined;
}

function fixOf({ fix }: NamedKind, text: string, { isId = false }: TextUse): string | undefined {
  return fix?.isForIds && !isId ? undefined : fix?.of(text);
}
