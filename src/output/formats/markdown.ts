/** The report as Markdown, for pull requests and mails: headline, findings, changes, next steps. */

import { formatNumber } from '../../base/text/counted.ts';
import type { Finding } from '../../model/finding.ts';
import { describePlace } from '../../model/place.ts';
import type { FieldChange, RecordResult, ReportedRun } from '../../model/report.ts';
import { describeSubject } from '../report/changes.ts';
import { summaryOf } from '../report/headline.ts';
import { stepsInFile } from '../report/next-steps.ts';
import { worstFirst } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';

/** People read this text, and CI services accept one megabyte at most. */
const MAX_ROWS = 500;
const MAX_CELL_COLUMNS = 300;

export function* renderMarkdown(run: ReportedRun): Generator<string> {
  const { report } = run;
  yield `# examctl ${escapeText(report.command)}${report.dryRun ? ' (dry run)' : ''}\n\n`;
  yield `${summaryOf(run).map(escapeText).join('  \n')}\n`;
  if (report.run !== null && !report.dryRun) yield `\nRun: ${escapeText(report.run)}\n`;
  yield* table('Findings', FINDING_COLUMNS, worstFirst(report));
  yield* table(report.dryRun ? 'Would change' : 'Changed', CHANGE_COLUMNS, [...changesOf(report.results)]);
  const steps = stepsInFile(run);
  if (steps.length > 0) yield `\n## Next\n\n${steps.map((step) => `- ${escapeText(step)}\n`).join('')}`;
}

interface Change extends FieldChange {
  readonly record: RecordResult;
}

function* changesOf(results: readonly RecordResult[]): Generator<Change> {
  for (const record of results) {
    if (record.outcome !== 'succeeded' && record.outcome !== 'would-succeed') continue;
    for (const change of record.changes ?? []) yield { ...change, record };
    if (record.action === 'create') yield { field: '', before: null, after: 'new', record };
  }
}

const FINDING_COLUMNS = {
  Severity: ({ severity }) => severity,
  Place: (finding) => describePlace(finding),
  Column: ({ column, field }) => column ?? field ?? '',
  Id: ({ key }) => key ?? '',
  Message: ({ message, code }) => (code === null ? message : `${message} (code ${code})`),
  Suggestion: ({ suggestion }) => suggestion ?? '',
  Rule: ({ rule }) => rule,
} as const satisfies Record<string, (finding: Finding) => string>;

const CHANGE_COLUMNS = {
  Record: ({ record }) => describeSubject(record.key, record.name),
  Candidate: ({ candidate, name }) => (candidate === undefined ? '' : describeSubject(candidate, name)),
  Field: ({ field }) => field,
  Before: ({ before }) => before ?? '',
  After: ({ after }) => after ?? '',
} as const satisfies Record<string, (change: Change) => string>;

function* table<T>(title: string, columns: Record<string, (row: T) => string>, rows: readonly T[]): Generator<string> {
  if (rows.length === 0) return;
  const heads = Object.keys(columns);
  yield `\n## ${title}\n\n| ${heads.join(' | ')} |\n|${heads.map(() => ' --- |').join('')}\n`;
  for (const row of rows.slice(0, MAX_ROWS)) {
    yield `| ${Object.values(columns)
      .map((cellOf) => escapeText(cellOf(row)))
      .join(' | ')} |\n`;
  }
  if (rows.length > MAX_ROWS) yield `\nShown ${MAX_ROWS} of ${formatNumber(rows.length)}; --report FILE.csv has all.\n`;
}

/**
 * Escapes text, so that it makes no markup, link, image or mention of a person. Characters that mean nothing at their
 * place stay as they are: a colon between words, an underscore inside of one, a `<` before a number.
 */
function escapeText(text: string): string {
  return forTerminal(text, { max: MAX_CELL_COLUMNS }).replaceAll(MARKUP, '\\$&');
}

const MARKUP =
  /[\\`*[\]|~$]|<(?=[a-z/!?])|(?<!\s)>|[@#](?!\s)|&(?=[#\w]+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^(?:[=+-](?=\s|[=+-]|$)|[>#])|:(?=\S*:|\/\/)/giu;
