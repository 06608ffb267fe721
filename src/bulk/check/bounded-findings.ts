/**
 * Limits the findings about one line of a file. A cell can contain a list of 100,000 wrong entries, an object can have as
 * many wrong keys, and a value can have millions of characters.
 */
import { groupBy } from '../../base/lists/group-by.ts';
import { formatNumber } from '../../base/text/counted.ts';
import { type Finding, SEVERITIES } from '../../model/finding.ts';

/** The number of findings shown for one line: for one row of a table, or for one record of JSON. */
export const SHOWN_OF_LINE = 1_000;
/** The maximum length of a text in a finding. All valid ids and all messages of this program are shorter. */
export const MAX_TEXT = 1_000;

export const CUT_RULE = 'findings.cut';

export interface BoundedFindings {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
}

/** Keeps the first findings about each line, in their order. Adds a finding that counts those left out. */
export function boundFindings(all: readonly Finding[]): BoundedFindings {
  if (all.length <= SHOWN_OF_LINE) return { findings: all.map(shorten), leftOut: 0 };
  let leftOut = 0;
  const findings = [...groupBy(all, ({ file, line }) => `${line} ${file}`).values()].flatMap((found) => {
    const [shown, left] = [found.slice(0, SHOWN_OF_LINE).map(shorten), found.slice(SHOWN_OF_LINE)];
    leftOut += left.length;
    return left.length === 0 ? shown : [...shown, cutFinding(found, left)];
  });
  return { findings, leftOut };
}

function cutFinding([first, ...others]: readonly [Finding, ...Finding[]], left: readonly Finding[]): Finding {
  const severity = SEVERITIES.find((name) => left.some((finding) => finding.severity === name)) ?? 'note';
  const total = formatNumber(others.length + 1);
  const message = `Only the first ${formatNumber(SHOWN_OF_LINE)} of ${total} findings of this record are shown`;
  const about = { column: null, field: null, code: null, rule: CUT_RULE, message, suggestion: null };
  return shorten({ ...first, severity, ...about });
}

function shorten(finding: Finding): Finding {
  const { field, key, message, suggestion } = finding;
  if (![field, key, message, suggestion].some((text) => (text?.length ?? 0) > MAX_TEXT)) return finding;
  return { ...finding, field: cut(field), key: cut(key), message: cut(message), suggestion: cut(suggestion) };
}

function cut<T extends string | null>(text: T): T | string {
  return text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
