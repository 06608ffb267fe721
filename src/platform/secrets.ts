/** Secret fields, which no report, record or log contains, and digests of requests without them. */
import type { Field } from './fields/field.ts';
import { RESOURCES } from './resources/index.ts';

export function isSecret(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.secret === true;
}

/** The names of all secret fields in requests and answers. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCES.flatMap(({ fields }) => Object.keys(fields).filter((name) => isSecret(fields[name]))),
);

/** The names of fields that hold links. Anyone who has a candidate's link can enter the exam. */
export const LINK_FIELDS = ['StartupLink', 'LaunchUrl'] as const;

/** The text in place of a secret. */
export const NOT_SHOWN = '(not shown)';

/** Returns a copy of a JSON value with `NOT_SHOWN` in place of its secrets. */
export function hideSecrets<T>(value: T): T {
  const hide = (name: string, member: unknown) => (member && SECRET_FIELDS.has(name) ? NOT_SHOWN : member);
  return JSON.parse(JSON.stringify(value, hide)) as T;
}

/**
 * A number from 1 to 2^32 - 1 that shows whether a request has changed. It ignores changes of secrets. To leave secrets out
 * takes ten times as long, and most requests have none.
 */
export function digestOfContent(request: unknown): number {
  // Commands without digests start without this module.
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const json = JSON.stringify(request) ?? '';
  return crc32(SECRET_NAME.test(json) ? withoutSecrets(json) : json) || 1;
}

const SECRET_NAME = new RegExp(`"(?:${[...SECRET_FIELDS].join('|')})":`);

function withoutSecrets(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => (SECRET_FIELDS.has(name) ? undefined : value));
}
