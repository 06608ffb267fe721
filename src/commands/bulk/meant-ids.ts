/** Says which id was probably meant by one that the store does not have: `LAW-1O1`, did you mean LAW-101? */
import { closest } from '../../base/closest.ts';
import type { Finding } from '../../model/finding.ts';
import type { BulkReport } from '../../model/report.ts';
import type { ShownKind } from '../../platform/entities.ts';
import { parsePath } from '../../platform/problem.ts';
import type { TargetCall } from '../options/target-options.ts';
import { idsOf, kindNamedBy, withKnownPlatform } from '../target/known-entries.ts';

/** A file of another year has only strange ids. */
const MAX_SUGGESTED = 50;

export async function suggestIds({ context, target }: TargetCall, report: BulkReport): Promise<BulkReport> {
  const unknown = report.findings.filter((finding) => kindOf(finding) !== undefined).slice(0, MAX_SUGGESTED);
  if (unknown.length === 0) return report;
  const suggestions = await withKnownPlatform(context, target, async (platform) => {
    const idsByKind = new Map<ShownKind, readonly string[]>();
    const found = new Map<Finding, string>();
    for (const finding of unknown) {
      const kind = kindOf(finding);
      if (kind === undefined) continue;
      const ids = idsByKind.get(kind) ?? (await idsOf(platform, kind));
      idsByKind.set(kind, ids);
      const meant = closest(idIn(finding), ids);
      if (meant !== undefined) found.set(finding, `did you mean ${meant}?`);
    }
    return found;
  }).catch(() => undefined);
  const withSuggestion = (finding: Finding): Finding => {
    const suggestion = suggestions?.get(finding);
    return suggestion === undefined ? finding : { ...finding, suggestion };
  };
  return { ...report, findings: report.findings.map(withSuggestion) };
}

/** Whose id a finding misses. */
function kindOf({ rule, field, suggestion }: Finding): ShownKind | undefined {
  if (suggestion !== null || !/not-found$/.test(rule)) return undefined;
  const name = parsePath(field ?? '').findLast((part) => typeof part === 'string');
  // A schedule that is sent has an id of its own; one that is named elsewhere should be there.
  return name === 'ScheduleExtId' ? 'Schedules' : kindNamedBy(String(name));
}

/** The platform's messages end with the id. */
function idIn({ message }: Finding): string {
  return /\S+$/.exec(message)?.[0] ?? '';
}
