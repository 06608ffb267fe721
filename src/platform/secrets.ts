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
  const text = JSON.stringify(request) ?? '';
  return digestOfText(text, text);
}

/** The same of a request as JSON; `bytes` are those of the text. */
export function digestOfText(text: string, bytes: string | Uint8Array): number {
  // Leaving fields out takes ten times as long, and most requests have no secret.
  return crc32(SECRET_NAME.test(text) ? withoutSecrets(text) : bytes) || 1;
}

const SECRET_NAME = new RegExp(`"(?:${[...SECRET_FIELDS].join('|')})":`);

function withoutSecrets(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (SECRET_FIELDS.has(name) ? undefined : value));
}
