/** Secret fields, which no report, record or log contains, and digests of requests without them. */
import { crc32 } from 'node:zlib';
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

/** A number from 1 to 2^32 - 1 that shows whether a request has changed. It ignores changes of secrets. */
export function digestOfContent(request: unknown): number {
  const json = JSON.stringify(request) ?? '';
  return digestOfJson(json, hasSecretName(json));
}

/**
 * The same digest of a request as JSON text, or as its bytes in UTF-8. `hasSecret` saves time: to leave secrets out
 * takes ten times as long, and most requests have none.
 */
function digestOfJson(json: string | Buffer, hasSecret: boolean): number {
  return crc32(hasSecret ? withoutSecrets(json.toString()) : json) || 1;
}

/** Whether a JSON text has a secret field. */
function hasSecretName(json: string): boolean {
  return SECRET_NAME.test(json);
}

const SECRET_NAME = new RegExp(`"(?:${[...SECRET_FIELDS].join('|')})":`);

function withoutSecrets(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => (SECRET_FIELDS.has(name) ? undefined : value));
}
