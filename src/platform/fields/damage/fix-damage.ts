/** Takes damage away where a text can mean one thing only. */
import type { Field } from '../field.ts';
import { damageOf, type NamedKind, type TextUse } from './damage.ts';

export function useOf(field: Field): TextUse {
  if (field.kind !== 'text') return {};
  const { secret, isName, isId } = field;
  return { isSecret: secret, isName, isId };
}

interface DamageFix {
  readonly text: string;
  /** What was damaged, each kind once. */
  readonly kinds: readonly NamedKind[];
}

/** What one program has damaged, another one may have damaged before it. */
const MOST_LAYERS = 8;

/**
 * The text without its damage and the white space around it. `undefined` where nothing is damaged, and where damage
 * stays: somebody has to look at such a text anyway, so all of it is left to them. A secret is never changed.
 */
export function fixDamage(text: string, use: TextUse = {}): DamageFix | undefined {
  if (use.isSecret) return undefined;
  const trimmed = text.trim();
  return fixLayers(text, use) ?? (trimmed === text ? undefined : fixLayers(trimmed, use));
}

function fixLayers(text: string, use: TextUse): DamageFix | undefined {
  const kinds = new Set<NamedKind>();
  let now = text;
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const kind = damageOf(now, use);
    // White space goes last: a no-break space may be a part of a letter that was read in the wrong encoding.
    const next = kind === undefined ? now.trim() : fixOf(kind, now, use);
    if (kind !== undefined) kinds.add(kind);
    if (next === undefined || next === '') return undefined;
    if (next === now) return kind === undefined && kinds.size > 0 ? { text: now, kinds: [...kinds] } : undefined;
    now = next;
  }
  return undefined;
}

function fixOf({ fix }: NamedKind, text: string, { isId = false }: TextUse): string | undefined {
  return fix?.isOfIds && !isId ? undefined : fix?.of(text);
}
