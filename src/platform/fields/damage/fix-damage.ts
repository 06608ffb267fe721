/** Trims texts, and removes invisible characters from them. */
import type { Field } from '../field.ts';
import { damageOf, type NamedKind, type TextUse } from './damage.ts';

/** Returns how a field uses its text. */
export function useOf(field: Field): TextUse {
  if (field.kind !== 'text') return {};
  const { secret, isName } = field;
  return { isSecret: secret, isName };
}

/**
 * Returns the text without its invisible characters and the white space around it, with the kinds that were removed.
 * Returns `undefined` if it has none, or has other damage, which a person has to check anyway. Secrets are never changed.
 */
export function fixDamage(text: string, use: TextUse = {}): { text: string; kinds: readonly NamedKind[] } | undefined {
  if (use.isSecret) return undefined;
  const kinds = new Set<NamedKind>();
  let now = text.trim();
  for (let kind = damageOf(now, use); kind !== undefined; kind = damageOf(now, use)) {
    const next = kind.removes === undefined ? now : now.replace(kind.removes, '').trim();
    if (next === now || next === '') return undefined;
    kinds.add(kind);
    now = next;
  }
  return kinds.size === 0 ? undefined : { text: now, kinds: [...kinds] };
}
