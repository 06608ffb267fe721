/**
 * Adds suggestions to findings about unknown ids: a similar id (`LAW-1O1`: did you mean LAW-101?), or all ids if there
 * are only a few.
 */
import type { Finding } from '../../model/finding.ts';
import type { ShownKind } from '../../platform/entities.ts';
import { parsePath } from '../../platform/problem.ts';
import type { TargetCall } from '../options/target-options.ts';
import { askWhichIsMeant, idsOf, kindNamedBy, withKnownPlatform } from '../target/known-entries.ts';

/** The largest number of unknown ids that get a suggestion: a file of another year may have only unknown ids. */
const MAX_SUGGESTED = 50;

/** If there are more ids, a message does not list them. */
const MAX_LISTED = 8;

/** Returns a function that adds a suggestion to a finding. */
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

/** A key for findings about the same unknown id, which often occurs in many rows. */
function nameOf({ rule, field, message }: Finding): string {
  return JSON.stringify([rule, parsePath(field ?? '').at(-1), message]);
}

/** The kind of the unknown id; `undefined` if the finding is not about an unknown id. */
function kindOf({ rule, field, suggestion }: Finding): ShownKind | undefined {
  if (suggestion !== null || !/not-found$/.test(rule)) return undefined;
  const name = parsePath(field ?? '').findLast((part) => typeof part === 'string');
  // Only other records can refer to a schedule that does not exist.
  return name === 'ScheduleExtId' ? 'Schedules' : kindNamedBy(String(name));
}

/** The id in a message of the platform, which ends or begins with it. A title may contain blanks. */
function idIn({ message }: Finding): string {
  for (const form of [/ has the (?:title|external id) (.+)$/s, /^(.+): \w+ not found$/s, /(\S+)$/]) {
    const id = form.exec(message)?.[1];
    if (id !== undefined) return id;
  }
  return '';
}
