/** Links of candidates anywhere in an answer: the interface does not show where they are. */
import type { Delivery } from '../contract/envelope.ts';
import { isObject } from './json-object.ts';

export type Links = NonNullable<Delivery['links']>;

/** Names under which links stand. */
export const LINK_NAMES: ReadonlySet<string> = new Set(['StartupLink', 'LaunchUrl']);
const MAX_DEPTH = 16;

/** A link belongs to the candidate whose id stands beside it, or nearest above. */
export function readLinks(answer: unknown): Links {
  const links: Links[number][] = [];
  const visit = (value: unknown, candidate: string | null, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const entry of value) visit(entry, candidate, depth + 1);
    if (!isObject(value)) return;
    const own = Object.hasOwn(value, 'CandidateExtId') ? value['CandidateExtId'] : undefined;
    const nearest = typeof own === 'string' ? own : candidate;
    for (const [name, entry] of Object.entries(value)) {
      if (!LINK_NAMES.has(name) || typeof entry !== 'string') visit(entry, nearest, depth + 1);
      else if (isWebAddress(entry)) links.push({ CandidateExtId: nearest, name, url: entry });
    }
  };
  visit(answer, null, 0);
  return links;
}

/** Anything else could be made to run where somebody opens it. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
