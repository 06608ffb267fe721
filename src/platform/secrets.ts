/** Which fields are never written to a report, record or log, and what a request says without them. */
import { crc32 } from 'node:zlib';
import type { Field, Resource } from './fields/field.ts';
import { reviewResultResource, reviewSessionResource } from './resources/review-session.ts';
import { candidateResource, scheduleResource } from './resources/schedule.ts';
import { userResource } from './resources/user.ts';

const RESOURCES: readonly Resource[] = [
  scheduleResource,
  candidateResource,
  userResource,
  reviewSessionResource,
  reviewResultResource,
];

export function isSecret(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.secret === true;
}

/** Names of all secret fields that a request or an answer may have. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCES.flatMap(({ fields }) => Object.keys(fields).filter((name) => isSecret(fields[name]))),
);

/** Tells a request from what has become of it, by a number from 1 to 2^32. A change of its secrets does not show. */
export function digestOfContent(request: unknown): number {
  const json = JSON.stringify(request) ?? '';
  return digestOfJson(json, hasSecretName(json));
}

/** The same of a request as JSON: a text, or its bytes in UTF-8. Leaving secrets out takes ten times as long, and most requests have none. */
export function digestOfJson(json: string | Buffer, hasSecret: boolean): number {
  return crc32(hasSecret ? withoutSecrets(json.toString()) : json) || 1;
}

/** Whether JSON has a field that is secret. */
export function hasSecretName(json: string): boolean {
  return SECRET_NAME.test(json);
}

const SECRET_NAME = new RegExp(`"(?:${[...SECRET_FIELDS].join('|')})":`);

function withoutSecrets(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => (SECRET_FIELDS.has(name) ? undefined : value));
}
