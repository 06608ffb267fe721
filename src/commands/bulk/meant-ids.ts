/**
 * Says which id was probably meant by one that the store does not have (`LAW-1O1`, did you mean LAW-101?), or where there
 * are few, which there are.
 */
import type { Finding } from '../../model/finding.ts';
import type { ShownKind } from '../../platform/entities.ts';
import { parsePath } from '../../platform/problem.ts';
import type { TargetCall } from '../options/target-options.ts';
import { askWhichIsMeant, idsOf, kindNamedBy, withKnownPlatform } from '../target/known-entries.ts';

/** A file of another year has only strange ids. */
const MAX_SUGGESTED = 50;

/** More ids than these are not listed in a message. */
const MAX_LISTED = 8;

/** Gives findings again, each with the id that was probably meant. */
export async function suggestIds(
  { context, target }: TargetCall,
  findings: readonly Finding[],
): Promise<(finding: Finding) => Finding> {
  const unknown = new Map<string, Finding>();
  for (const finding of findings) {
    if (kindOf(finding) !== undefined) unknown.set(nameOf(finding), finding);
    if (unknown.size >= MAX_SUGGESTED) break;
  }
  if (unknown.size === 0) return (finding) => finding;
  const suggestions = await withKnownPlatform(context, target, async (platform) => {
    const idsByKind = new Map<ShownKind, readonly string[]>();
    const found = new Map<string, string>();
    for (const [name, finding] of unknown) {
      const kind = kindOf(finding);
      if (kind === undefined) continue;
      const ids = idsByKind.get(kind) ?? (await idsOf(platform, kind));
      idsByKind.set(kind, ids);
      const suggestion = suggest(idIn(finding), ids);
      if (suggestion !== undefined) found.set(name, suggestion);
    }
    return found;
  }).catch(() => undefined);
  return (finding) => {
    const suggestion = finding.suggestion === null ? suggestions?.get(nameOf(finding)) : undefined;
    return suggestion === undefined ? finding : { ...finding, suggestion };
  };
}

function suggest(id: string, ids: readonly string[]): string | undefined {
  const meant = askWhichIsMeant(id, ids);
  if (meant !== undefined) return meant;
  return ids.length === 0 || ids.length > MAX_LISTED ? undefined : `the platform has ${ids.toSorted().join(', ')}`;
}

/** The same id is often missed in many rows. */
function nameOf({ rule, field, message }: Finding): string {
  return JSON.stringify([rule, parsePath(field ?? '').at(-1), message]);
}

/** Whose id a finding misses. */
function kindOf({ rule, field, suggestion }: Finding): ShownKind | undefined {
  if (suggestion !== null || !/not-found$/.test(rule)) return undefined;
  const name = parsePath(field ?? '').findLast((part) => typeof part === 'string');
  // A schedule that is sent has an id of its own; one that is named elsewhere should be there.
  return name === 'ScheduleExtId' ? 'Schedules' : kindNamedBy(String(name));
}

/** The platform's messages end with the id, or begin with it. A title may have blanks. */
function idIn({ message }: Finding): string {
  for (const form of [/ has the (?:title|external id) (.+)$/s, /^(.+): \w+ not found$/s, /(\S+)$/]) {
    const id = form.exec(message)?.[1];
    if (id !== undefined) return id;
  }
  return '';
}
