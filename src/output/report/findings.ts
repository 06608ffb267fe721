/** Findings on a screen: in groups of similar ones first if there are many, then one by one. */

import { groupBy } from '../../base/lists/group-by.ts';
import { formatNumber } from '../../base/text/counted.ts';
import { type Finding, isNote, SEVERITIES, type Severity } from '../../model/finding.ts';
import { withoutCandidate } from '../../model/person-in-message.ts';
import { addressOf, describePlace, listPlaces } from '../../model/place.ts';
import { displayWidth, wrapHanging } from '../terminal/display-width.ts';
import { forTerminal } from '../terminal/escape.ts';
import { paint, type Style } from '../terminal/style.ts';
import { symbolsFor } from '../terminal/symbols.ts';

export interface FindingListOptions {
  readonly width?: number | undefined;
  readonly ascii: boolean;
  readonly color: boolean;
  readonly maxFindings: number;
  /** The number of findings that the report has left out. */
  readonly leftOut?: number | undefined;
  /** Whether the input is flags or answers, which have no line numbers. */
  readonly isTyped?: boolean | undefined;
}

/** From this number of findings on, groups of similar findings come first. */
const MANY_FINDINGS = 10;
const MAX_GROUPS = 10;
const MAX_PLACES_OF_GROUP = 5;

const MAX_NAME_COLUMNS = 60;
const MAX_MESSAGE_COLUMNS = 400;

/** Lists errors, then warnings. Notes have a list of their own, so that they take no place from these. */
export function listFindings(findings: readonly Finding[], listOptions: FindingListOptions): string[] {
  const options = { ...listOptions, sharesLine: findSharedLines(findings) };
  const sorted = findings
    .filter((finding) => !isNote(finding))
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const lines = listUpToMax(sorted, options);
  return sorted.length >= MANY_FINDINGS ? [...listGroups(sorted, options), '', ...lines] : lines;
}

/** Lists notes, which tell how the files were read. */
export function listNotes(findings: readonly Finding[], options: FindingListOptions): string[] {
  return listUpToMax(findings.filter(isNote), { ...options, sharesLine: findSharedLines(findings) });
}

function listUpToMax(findings: readonly Finding[], options: Listing): string[] {
  const { maxFindings, leftOut = 0 } = options;
  const lines = findings.slice(0, maxFindings).flatMap((finding) => linesOf(finding, options));
  if (findings.length <= maxFindings) return lines;
  const has = leftOut === 0 ? 'all' : `${formatNumber(findings.length)} of them`;
  const all = formatNumber(findings.length + leftOut);
  return [...lines, `shown ${maxFindings} of ${all}; --report FILE.csv or -o json has ${has}`];
}

interface Listing extends FindingListOptions {
  /** Whether a finding's line has several records, as in a JSON file without line breaks. */
  readonly sharesLine: (finding: Finding) => boolean;
}

/** Finds lines with several records. Record 5 on line 3 is only possible if records share a line. */
function findSharedLines(findings: readonly Finding[]): Listing['sharesLine'] {
  const records = new Map<string, number>();
  const shared = new Set<string>();
  for (const finding of findings.filter(namesRecord)) {
    const { line, record } = finding;
    const place = describePlace(finding);
    if (record > line || (records.get(place) ?? record) !== record) shared.add(place);
    records.set(place, record);
  }
  return (finding) => namesRecord(finding) && shared.has(describePlace(finding));
}

/** Whether a finding has a record number and a line. Findings about headers or outcomes have none. */
function namesRecord({ record, line }: Finding): boolean {
  return record > 0 && line > 0;
}

/** The indent of further lines, so that the text is aligned after the word of the severity. */
const INDENT = 'warning  '.length;

const COLORS = { error: 'red', warning: 'yellow', note: 'dim' } as const satisfies Record<Severity, Style>;

function linesOf(finding: Finding, options: Listing): string[] {
  const { severity, code } = finding;
  const number = code !== null ? ` (code ${code})` : '';
  const place = placeOf(finding, options);
  const text = `${place === '' ? '' : `${place}: `}${printable(finding.message, options)}${number}`;
  const line = severity.padEnd(INDENT) + text;
  const paintWord = ([first = '', ...others]: string[]) => {
    return [paint(COLORS[severity], severity, options.color) + first.slice(severity.length), ...others];
  };
  if (finding.suggestion === null) return paintWord(wrapHanging(line, options.width, INDENT));
  const { arrow } = symbolsFor(options.ascii);
  const suggestion = `${arrow} ${printable(finding.suggestion, options)}`;
  if (options.width === undefined || displayWidth(`${line} ${suggestion}`) <= options.width)
    return paintWord([`${line} ${suggestion}`]);
  const below = wrapHanging(' '.repeat(INDENT) + suggestion, options.width, INDENT + arrow.length + 1);
  return paintWord([...wrapHanging(line, options.width, INDENT), ...below]);
}

/** A place such as `users.csv:14, column E-mail`. Without a column, it has the field and the key if these are known. */
function placeOf(finding: Finding, { sharesLine, isTyped }: Listing): string {
  const { record, column, field, key } = finding;
  if (isTyped)
    return forTerminal(column ?? [field, key].filter((part) => part).join(' of '), { max: MAX_NAME_COLUMNS });
  const place = forTerminal(describePlace(finding)) + (sharesLine(finding) ? `, record ${record}` : '');
  const name = column === null ? [field, key].filter((part) => part).join(' of ') : `column ${column}`;
  return place + (name === '' ? '' : `, ${forTerminal(name, { max: MAX_NAME_COLUMNS })}`);
}

function printable(text: string, { ascii }: FindingListOptions): string {
  return forTerminal(text, { max: MAX_MESSAGE_COLUMNS, ascii });
}

function listGroups(findings: readonly Finding[], options: Listing): string[] {
  const groups = [...groupBy(findings, groupKey).values()].sort((a, b) => b.length - a.length);
  const withFile = new Set(findings.map(({ file }) => file)).size > 1;
  const digits = formatNumber(groups[0]?.length ?? 0).length;
  const lines = groups.slice(0, MAX_GROUPS).flatMap((group) => {
    const count = `${formatNumber(group.length).padStart(digits)} ${symbolsFor(options.ascii).times} `;
    return wrapHanging(count + describeGroup(group, withFile, options), options.width, count.length);
  });
  const left = groups.length - MAX_GROUPS;
  return left > 0 ? [...lines, `and ${formatNumber(left)} more ${left === 1 ? 'group' : 'groups'} of findings`] : lines;
}

/** Similar findings have the same key. `Candidates[3].Email` and `Candidates[7].Email` are the same field here. */
function groupKey({ column, field, severity, rule, message }: Finding): string {
  const name = column ?? field?.replaceAll(/\[\d+\]/g, '[]') ?? '';
  return JSON.stringify([severity, rule || message, name]);
}

function describeGroup(group: readonly Finding[], withFile: boolean, options: Listing): string {
  const [first] = group;
  if (first === undefined) return '';
  const text = withoutCandidate(first.message);
  const alike = group.every((finding) => withoutCandidate(finding.message) === text) ? '' : ', and similar ones';
  const column = first.column === null ? '' : ` (column ${forTerminal(first.column, { max: MAX_NAME_COLUMNS })})`;
  const warning = first.severity === 'warning' ? 'warning: ' : '';
  return `${warning}${printable(text, options)}${alike}${column}: ${listPlacesOf(group, withFile, options)}`;
}

function listPlacesOf(group: readonly Finding[], withFile: boolean, { ascii, sharesLine, isTyped }: Listing): string {
  const more = symbolsFor(ascii).ellipsis;
  // Findings about results have no line: their place is the key.
  if (isTyped || group.every(({ line, key }) => line === 0 && key !== null)) {
    const keys = group.map(({ key }) => forTerminal(key ?? ''));
    return listPlaces(keys, MAX_PLACES_OF_GROUP, { word: '', more });
  }
  const isByRecord = group.every(sharesLine);
  const name = (finding: Finding) => {
    const { line, record } = finding;
    if (!withFile) return isByRecord ? String(record) : (addressOf(finding) ?? String(line));
    return forTerminal(describePlace(finding)) + (isByRecord ? `, record ${record}` : '');
  };
  const isSheet = group.some(({ sheet }) => sheet !== undefined);
  const word = withFile || isSheet ? '' : isByRecord ? 'record' : 'line';
  return listPlaces(group.map(name), MAX_PLACES_OF_GROUP, { word, more });
}
