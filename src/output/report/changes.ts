/** Which records are new and which change in what, as lines of text. */
import type { BulkReport, FieldChange, RecordResult } from '../../bulk/model/report.ts';
import { forTerminal } from '../terminal/escape.ts';
import { formatNumber } from './words.ts';
import { symbolsFor } from '../terminal/symbols.ts';

const MAX_VALUE_COLUMNS = 40;
const MAX_FIELDS = 6;

/** A rehearsal also lists what would be created. After a run, its number is enough. */
export function listChanges({ results, dryRun }: BulkReport, ascii: boolean, max: number): string[] {
  const shown = results.filter(
    (result) => isGood(result) && (result.changes?.length || (dryRun && result.action === 'create')),
  );
  const lines = shown.slice(0, max).map((result) => describe(result, ascii));
  if (shown.length > lines.length)
    lines.push(`shown ${lines.length} of ${formatNumber(shown.length)}; -o json has all`);
  return lines.length === 0 ? [] : [dryRun ? 'Would change:' : 'Changed:', ...lines.map((line) => `  ${line}`)];
}

function isGood({ outcome }: RecordResult): boolean {
  return outcome === 'succeeded' || outcome === 'would-succeed';
}

function describe({ key, action, changes = [] }: RecordResult, ascii: boolean): string {
  const fields = changes.slice(0, MAX_FIELDS).map((change) => describeField(change, ascii));
  if (changes.length > MAX_FIELDS) fields.push(`and ${changes.length - MAX_FIELDS} more fields`);
  return `${action === 'create' ? 'new' : 'changed'}  ${forTerminal(key)}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`;
}

function describeField({ field, before, after }: FieldChange, ascii: boolean): string {
  const shown = (value: string | null) =>
    value === null ? '(none)' : forTerminal(value, { max: MAX_VALUE_COLUMNS, ascii });
  return `${field} ${shown(before)} ${symbolsFor(ascii).arrow} ${shown(after)}`;
}
