/** Finds links of candidates anywhere in an answer, since the interface does not say where they are. */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { Links } from '../../platform/envelope.ts';
import type { ScheduleRequest } from '../../platform/resources/schedule.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import { firstText } from './body.ts';

const NAME_OF: ReadonlyMap<string, string> = new Map(LINK_FIELDS.map((name) => [name.toLowerCase(), name]));
/** "Format: {site_url}/delivery/external-login?session=<access_token>". */
const STARTUP_PATH = /\/delivery\/external-login$/i;
const MAX_DEPTH = 16;

/** Finds the candidate for any of the ids that an answer may use. */
export type Owners = ReturnType<typeof createOwners>;

export function createOwners(request?: Partial<ScheduleRequest> | null) {
  const sent = Array.isArray(request?.Candidates) ? request.Candidates.filter(isObject) : [];
  const ids = new Map<string, string>();
  // An id counts more than a user name. Of two candidates with one user name, the first counts.
  for (const { CandidateExtId, UserName } of [...sent].reverse()) {
    if (typeof UserName === 'string') ids.set(UserName, String(CandidateExtId));
  }
  for (const { CandidateExtId } of sent) ids.set(String(CandidateExtId), String(CandidateExtId));
  return {
    idOf: (text: string): string => ids.get(text) ?? text,
    isKnown: (text: string): boolean => ids.has(text),
    /** The only candidate that was sent, to whom every link belongs. */
    only: sent.length === 1 ? [...ids.values()][0] : undefined,
  };
}

/** A link belongs to the candidate whose id is beside it, or nearest above it. */
export function readLinks(answer: unknown, owners: Owners = createOwners()): Links {
  const links: Links[number][] = [];
  const visit = (value: unknown, owner: string | undefined, name: string | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      const called = linkName(value, name);
      const CandidateExtId = owner ?? owners.only ?? null;
      if (called !== undefined) links.push({ CandidateExtId, name: called, url: value });
    } else if (Array.isArray(value)) for (const entry of value) visit(entry, owner, name, depth + 1);
    else if (isObject(value)) {
      const nearest = ownerIn(value, owners) ?? owner;
      for (const [key, entry] of Object.entries(value)) {
        visit(entry, owners.isKnown(key) ? owners.idOf(key) : nearest, NAME_OF.get(key.toLowerCase()), depth + 1);
      }
    }
  };
  visit(answer, undefined, undefined, 0);
  return links;
}

function ownerIn(object: JsonObject, owners: Owners): string | undefined {
  const id = firstText(object, ['CandidateExtId', 'UserExtId', 'UserName']);
  if (id !== undefined) return owners.idOf(id);
  const other = firstText(object, ['ExternalId']);
  return other !== undefined && owners.isKnown(other) ? owners.idOf(other) : undefined;
}

/** The name of a link: of its field, or a start link by its form. Other addresses than http could run code when opened. */
function linkName(text: string, field: string | undefined): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return field ?? (STARTUP_PATH.test(new URL(text).pathname) ? 'StartupLink' : undefined);
}
