/** How changes are shown: as text, personal data masked unless it is to be revealed, and secrets never. */
import type { Field, Resource } from '../../platform/fields/field.ts';
import { maskPersonal } from '../../output/report/mask.ts';
import type { DescribeChange } from '../../bulk/report/results.ts';

/** `resources` say which fields are personal or secret; a field that none of them knows is shown. */
export function createChangeDescriber(resources: readonly Resource[], reveal: boolean): DescribeChange {
  return ({ field, before, after }) => {
    const found = fieldNamed(resources, field);
    if (found?.kind === 'text' && found.secret) return { field, before: SECRET, after: SECRET };
    const mask = found?.personal && !reveal ? maskPersonal : (text: string) => text;
    return { field, before: toText(before, mask), after: toText(after, mask) };
  };
}

const SECRET = '(not shown)';

function fieldNamed(resources: readonly Resource[], name: string): Field | undefined {
  return resources.map(({ fields }) => (Object.hasOwn(fields, name) ? fields[name] : undefined)).find((field) => field);
}

function toText(value: unknown, mask: (text: string) => string): string | null {
  if (value === undefined || value === null) return null;
  return mask(typeof value === 'string' ? value : JSON.stringify(value));
}
