/** The check that no two records of an input share the value of a field. */
import { textOrNull } from '../../../base/json-value.ts';
import { ownValue } from '../../../base/own-value.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { alikeRule, foldId } from './alike-ids.ts';
import type { Uniqueness } from './repeat-check.ts';

/** A GUID in upper case is the same as in lower case. */
const GUID_FIELD = 'SynchronizationKey';

export function uniqueField(resource: string, name: string): Uniqueness {
  const isGuid = name === GUID_FIELD;
  return {
    rule: `${resource}.${kebabCase(name)}.repeated`,
    path: [name],
    keyOf: ({ request }) => textOrNull(ownValue(request, name)),
    fold: isGuid ? (key) => key.toLowerCase() : foldId,
    alike: isGuid ? undefined : alikeRule({ name: resource }, name),
  };
}
