/** Finds links of candidates anywhere in an answer, since the interface does not say where they are. */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { Links } from '../../platform/envelope.ts';
import type { ScheduleRequest } from '../../platform/resources/schedule.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import { firstText, looseName, plainId } from '../text/json-object.ts';
import { unwrapText } from '../text/parse-body.ts';

const NAME_OF: ReadonlyMap<string, string> = new Map(
  LINK_FIELDS.flatMap((name) => [
    [looseName(name), name],
    [`${looseName(name)}s`, name],
  ]),
);
/** Fields that hold the name of the link beside them: `{"Name": "LaunchUrl", "Value": "https://..."}`. */
const LABELS = ['Name', 'Type', 'Rel', 'Kind'] as const;
const CANDIDATES = /^candidates?$/;
/** "Format: {site_url}/delivery/external-login?session=<access_token>". */
const STARTUP_PATH = /\/delivery\/external-login$/i;
const MAX_DEPTH = 16;

/** Finds the candidate for any of the ids that an answer may use. */
export type Owners = ReturnType<typeof createOwners>;

/** Any id may be a candidate's, except the id of the schedule itself. */
export function createOwners(request?: Partial<ScheduleRequest> | null) {
  const { Schedule, Candidates } = request ?? {};
  const sent = Array.isArray(Candidates) ? Candidates.filter(isObject) : [];
  const ids = new Map<string, string>();
  // An id counts more than a user name. Of two candidates with one user name, the first counts.
  for (const name of ['UserName', 'CandidateExtId'] as const) {
    for (const { CandidateExtId, [name]: known } of sent) {
      if (typeof CandidateExtId !== 'string' || typeof known !== 'string') continue;
      if (name === 'CandidateExtId' || !ids.has(plainId(known))) ids.set(plainId(known), CandidateExtId);
    }
  }
  const schedule = typeof Schedule?.ScheduleExtId === 'string' ? plainId(Schedule.ScheduleExtId) : undefined;
  return {
    /** The id of a candidate, by a text that is certainly one. */
    idOf: (text: string): string => ids.get(plainId(text)) ?? text,
    /** The same for any id; `undefined` if it is that of the schedule. */
    findId: (text: string): string | undefined =>
      ids.get(plainId(text)) ?? (plainId(text) === schedule ? undefined : text),
    isKnown: (text: string): boolean => ids.has(plainId(text)),
    /** The only candidate that was sent, to whom every link belongs. */
    only: sent.length === 1 ? [...ids.values()][0] : undefined,
  };
}

/** A link belongs to the candidate whose id is beside it, or nearest above it. */
export function readLinks(answer: unknown, owners: Owners = createOwners()): Links {
  const walk = new LinkWalk(owners);
  walk.visit(answer, { owner: null, name: undefined, isOfCandidates: false }, 0);
  return walk.links;
}

/** What the objects around a value say about a link in it. */
interface Surroundings {
  readonly owner: string | null;
  /** The name of a link here; `undefined` if no link is expected. */
  readonly name: string | undefined;
  /** Whether the names of the members are ids of candidates. */
  readonly isOfCandidates: boolean;
}

class LinkWalk {
  readonly links: Links[number][] = [];
  readonly #owners: Owners;

  constructor(owners: Owners) {
    this.#owners = owners;
  }

  visit(value: unknown, around: Surroundings, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const inner = unwrapText(value);
    if (typeof inner === 'string') this.#take(inner, around);
    else if (Array.isArray(inner)) {
      for (const entry of inner) this.visit(entry, { ...around, isOfCandidates: false }, depth + 1);
    } else if (isObject(inner)) this.#visitMembers(inner, around, depth);
  }

  #visitMembers(object: JsonObject, { owner, isOfCandidates }: Surroundings, depth: number): void {
    const nearest = this.#ownerIn(object) ?? owner;
    const label = NAME_OF.get(looseName(firstText(object, LABELS) ?? ''));
    for (const [name, entry] of Object.entries(object)) {
      const loose = looseName(name);
      const isCandidate = isOfCandidates || this.#owners.isKnown(name);
      const around: Surroundings = isCandidate
        ? { owner: this.#owners.idOf(name), name: ANY, isOfCandidates: false }
        : {
            owner: nearest,
            name: NAME_OF.get(loose) ?? label ?? (loose === 'content' ? ANY : undefined),
            isOfCandidates: CANDIDATES.test(loose),
          };
      this.visit(entry, around, depth + 1);
    }
  }

  /** The candidate by the most certain of the ids beside a link. */
  #ownerIn(object: JsonObject): string | undefined {
    const certain = firstText(object, CERTAIN_IDS);
    if (certain !== undefined) return this.#owners.idOf(certain);
    const other = firstText(object, OTHER_IDS);
    return other === undefined ? undefined : this.#owners.findId(other);
  }

  #take(text: string, { owner, name }: Surroundings): void {
    const url = toWebAddress(text);
    if (url === undefined) return;
    const known = name === ANY ? undefined : name;
    if (known === undefined && name !== ANY && !STARTUP_PATH.test(url.pathname)) return;
    const called = known ?? (url.hash !== '' && !STARTUP_PATH.test(url.pathname) ? 'LaunchUrl' : 'StartupLink');
    this.links.push({ CandidateExtId: owner ?? this.#owners.only ?? null, name: called, url: text });
  }
}

/** A link here is recognised by its form. */
const ANY = 'any';
const CERTAIN_IDS = ['CandidateExtId', 'CandidateExternalId', 'CandidateId'] as const;
const OTHER_IDS = ['UserExtId', 'ExternalId', 'ExtId', 'UserName'] as const;

/** Accepts http and https only: other addresses could run code when somebody opens them. */
function toWebAddress(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
