/** Findings on a screen: one line for each if they are few, otherwise one line for each group of similar ones. */

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
  /** The largest number of lines. Without it, each finding has lines of its own, notes too. */
  readonly maxLines?: number | undefined;
  /** The number of findings that the report has left out. */
  readonly leftOut?: number | undefined;
  /** Whether the input is flags or answers, which have no line numbers. */
  readonly isTyped?: boolean | undefined;
}

const MAX_PLACES_OF_GROUP = 5;
const MAX_NAME_COLUMNS = 60;
const MAX_MESSAGE_COLUMNS = 400;

/**
 * Lists each finding once: errors, then warnings, then notes. Notes tell how the files were read; those of a kind share a
 * line, and so do all findings if they would take too many lines.
 */
export function listFindings(findings: readonly Finding[], listOptions: FindingListOptions): string[] {
  const { maxLines = Infinity, leftOut = 0 } = listOptions;
  const options = { ...listOptions, sharesLine: findSharedLines(findings) };
  const isWhole = maxLines === Infinity;
  const sorted = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const alone = sorted.map((finding) => [finding]);
  const byKind = [
    ...alone.filter(([one]) => one && !isNote(one)),
    ...groupsOf(sorted.filter(isNote), ({ rule }) => rule),
  ];
  const blocks = (isWhole ? alone : byKind).map((group) => ({ group, lines: linesOfGroup(group, options) }));
  if (blocks.reduce((sum, { lines }) => sum + lines.length, 0) <= maxLines && leftOut === 0)
    return blocks.flatMap(({ lines }) => lines);
  const groups = isWhole
    ? alone
    : SEVERITIES.flatMap((severity) =>
        groupsOf(
          sorted.filter((one) => one.severity === severity),
          severity === 'note' ? ({ rule }) => rule : groupKey,
        ),
      );
  return listUpTo(maxLines, groups, options);
}

function listUpTo(maxLines: number, groups: readonly Group[], options: Listing): string[] {
  const { leftOut = 0 } = options;
  const shown: string[] = [];
  let left = groups.reduce((sum, group) => sum + group.length, leftOut);
  for (const group of groups) {
    const lines = linesOfGroup(group, options);
    if (shown.length > 0 && shown.length + lines.length >= maxLines) break;
    shown.push(...lines);
    left -= group.length;
  }
  if (left === 0) return shown;
  const all = leftOut === 0 ? '' : `, which has ${formatNumber(groups.flat().length)} findings at most`;
  return [...shown, `and ${formatNumber(left)} more: --report FILE.csv${all}`];
}

type Group = readonly Finding[];

/** The groups of findings with the same key, the largest first. */
function groupsOf(findings: readonly Finding[], keyOf: (finding: Finding) => string): Group[] {
  return [...groupBy(findings, keyOf).values()].sort((a, b) => b.length - a.length);
}

/** Similar findings have the same key. `Candidates[3].Email` and `Candidates[7].Email` are the same field here. */
function groupKey({ column, field, rule, message }: Finding): string {
  return JSON.stringify([rule || message, column ?? field?.replaceAll(/\[\d+\]/g, '[]') ?? '']);
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

function linesOfGroup(group: Group, options: Listing): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { severity, suggestion } = first;
  const text = group.length === 1 ? describeOne(first, options) : describeGroup(group, first, options);
  const lines = wrapHanging(severity.padEnd(INDENT) + text, options.width, INDENT);
  const isShared = group.every((one) => one.suggestion === suggestion);
  const { arrow } = symbolsFor(options.ascii);
  const step = suggestion === null || !isShared ? '' : `${arrow} ${printable(suggestion, options)}`;
  const fits = options.width === undefined || displayWidth(`${lines.join('')} ${step}`) <= options.width;
  const below =
    step === '' || fits ? [] : wrapHanging(' '.repeat(INDENT) + step, options.width, INDENT + arrow.length + 1);
  const [line = '', ...others] = step !== '' && fits ? [`${lines.join('')} ${step}`] : [...lines, ...below];
  return [paint(COLORS[severity], severity, options.color) + line.slice(severity.length), ...others];
}

function describeOne(finding: Finding, options: Listing): string {
  const { code, message } = finding;
  const place = placeOf(finding, options);
  const number = code === null ? '' : ` (code ${code})`;
  return `${place === '' ? '' : `${place}: `}${printable(message, options)}${number}`;
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

function describeGroup(group: Group, first: Finding, options: Listing): string {
  const text = withoutCandidate(first.message);
  const alike = group.every((finding) => withoutCandidate(finding.message) === text) ? '' : ', and similar ones';
  const isOfColumn = first.column !== null && group.every(({ column }) => column === first.column);
  const column = isOfColumn ? ` (column ${forTerminal(first.column ?? '', { max: MAX_NAME_COLUMNS })})` : '';
  const { times } = symbolsFor(options.ascii);
  return `${formatNumber(group.length)} ${times} ${printable(text, options)}${alike}${column}: ${placesOf(group, options)}`;
}

function placesOf(group: Group, { ascii, sharesLine, isTyped }: Listing): string {
  const more = symbolsFor(ascii).ellipsis;
  // Findings about results have no line: their place is the key.
  if (isTyped || group.every(({ line, key }) => line === 0 && key !== null)) {
    return listPlaces(
      group.map(({ key }) => forTerminal(key ?? '')),
      MAX_PLACES_OF_GROUP,
      { word: '', more },
    );
  }
  const isByRecord = group.every(sharesLine);
  const withFile = new Set(group.map(({ file }) => file)).size > 1;
  const isSheet = group.some(({ sheet }) => sheet !== undefined);
  const name = (finding: Finding) => {
    const { line, record } = finding;
    if (!withFile) return isByRecord ? String(record) : (addressOf(finding) ?? String(line));
    return forTerminal(describePlace(finding)) + (isByRecord ? `, record ${record}` : '');
  };
  const word = withFile || isSheet ? '' : isByRecord ? 'record' : 'line';
  return listPlaces(group.map(name), MAX_PLACES_OF_GROUP, { word, more });
}
