/** What no two records of an input may share: the value of a field. */
import { ownValue } from '../../base/own-value.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { alikeRule, hashAlike } from './alike-ids.ts';
import type { Uniqueness } from './repeats.ts';

/** Guids are the same in either case. */
const GUID_FIELD = 'SynchronizationKey';

export function uniqueField(resource: string, name: string): Uniqueness {
  const isGuid = name === GUID_FIELD;
  return {
    rule: `${resource}.${kebabCase(name)}.repeated`,
    path: [name],
    keyOf: ({ request }) => {
      const text = textOf(ownValue(request, name));
      return isGuid ? (text?.toLowerCase() ?? null) : text;
    },
    alike: isGuid ? undefined : { rule: alikeRule({ name: resource }, name), hash: hashAlike },
  };
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
