/** Findings on a screen: one line for each if they are few, otherwise one line for each group of similar ones. */

import { groupBy } from '../../base/lists/group-by.ts';
import { formatNumber } from '../../base/text/counted.ts';
import { type Finding, isNote, SEVERITIES, type Severity, withoutCandidate } from '../../model/finding.ts';
import { addressOf, describePlace, listPlaces } from '../../model/place.ts';
import { displayWidth, wrapHanging } from '../terminal/display-width.ts';
import { forTerminal } from '../terminal/escape.ts';
import { paint, type Style, symbolsFor } from '../terminal/style.ts';

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

type Group = readonly [Finding, ...Finding[]];

interface Listing extends FindingListOptions {
  /** Whether a finding's line has several records, as in a JSON file without line breaks. */
  readonly sharesLine: (finding: Finding) => boolean;
}

/**
 * Lists each finding once: errors, then warnings, then notes. Notes tell how the files were read; those of a kind share a
 * line, and so do all similar findings if they would take too many lines.
 */
export function listFindings(findings: readonly Finding[], listOptions: FindingListOptions): string[] {
  const { maxLines, leftOut = 0 } = listOptions;
  const options = { ...listOptions, sharesLine: findSharedLines(findings) };
  const list = (keyOf: (finding: Finding) => unknown) =>
    SEVERITIES.flatMap((severity) => {
      const groups = groupBy(
        findings.filter((finding) => finding.severity === severity),
        keyOf,
      );
      return [...groups.values()]
        .sort((a, b) => b.length - a.length)
        .map((group) => ({ group, lines: linesOfGroup(group, options) }));
    });
  const linesOf = (listed: ReturnType<typeof list>) => listed.flatMap(({ lines }) => lines);
  if (maxLines === undefined) return [...linesOf(list((finding) => finding)), ...cutLine(leftOut, findings)];
  if (leftOut === 0 && findings.filter((finding) => !isNote(finding)).length <= maxLines) {
    const oneByOne = linesOf(list((finding) => (isNote(finding) ? finding.rule : finding)));
    if (oneByOne.length <= maxLines) return oneByOne;
  }
  const shown: string[] = [];
  let left = findings.length + leftOut;
  for (const { group, lines } of list(similarity)) {
    if (shown.length > 0 && shown.length + lines.length >= maxLines) break;
    shown.push(...lines);
    left -= group.length;
  }
  return [...shown, ...cutLine(left, leftOut > 0 ? findings : [])];
}

/** The line for findings that are not shown. `held` are those that the report has, if it has not all. */
function cutLine(left: number, held: readonly Finding[]): string[] {
  if (left === 0) return [];
  const all = held.length === 0 ? '' : `, which has ${formatNumber(held.length)} findings at most`;
  return [`and ${formatNumber(left)} more: --report FILE.csv${all}`];
}

/** Similar findings have the same key. `Candidates[3].Email` and `Candidates[7].Email` are the same field here. */
function similarity(finding: Finding): string {
  const { column, field, rule } = finding;
  if (isNote(finding)) return rule;
  return JSON.stringify([rule, column ?? field?.replaceAll(/\[\d+\]/g, '[]') ?? '']);
}

/** Finds files whose lines have several records. Record 5 on line 3 is only possible in these. */
function findSharedLines(findings: readonly Finding[]): Listing['sharesLine'] {
  const files = new Set(findings.filter(({ record, line }) => line > 0 && record > line).map(({ file }) => file));
  return ({ file, record, line }) => record > 0 && line > 0 && files.has(file);
}

/** The indent of further lines, so that the text is aligned after the word of the severity. */
const INDENT = 'warning  '.length;

const COLORS = { error: 'red', warning: 'yellow', note: 'dim' } as const satisfies Record<Severity, Style>;

function linesOfGroup(group: Group, options: Listing): string[] {
  const [{ severity, suggestion }] = group;
  const text = group.length === 1 ? describeOne(group[0], options) : describeGroup(group, options);
  const lines = wrapHanging(severity.padEnd(INDENT) + text, options.width, INDENT);
  if (suggestion !== null && group.every((one) => one.suggestion === suggestion)) {
    const { arrow } = symbolsFor(options.ascii);
    const step = `${arrow} ${printable(suggestion, options)}`;
    const together = `${lines[0]} ${step}`;
    const fits = options.width === undefined || (lines.length === 1 && displayWidth(together) <= options.width);
    if (fits) lines[0] = together;
    else lines.push(...wrapHanging(' '.repeat(INDENT) + step, options.width, INDENT + arrow.length + 1));
  }
  const [line = '', ...others] = lines;
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
  const inRecord = [field, key].filter((part) => part).join(' of ');
  const short = (text: string) => forTerminal(text, { max: MAX_NAME_COLUMNS });
  if (isTyped) return short(column ?? inRecord);
  const place = forTerminal(describePlace(finding)) + (sharesLine(finding) ? `, record ${record}` : '');
  const name = column === null ? inRecord : `column ${column}`;
  return place + (name === '' ? '' : `, ${short(name)}`);
}

function printable(text: string, { ascii }: FindingListOptions): string {
  return forTerminal(text, { max: MAX_MESSAGE_COLUMNS, ascii });
}

function describeGroup(group: Group, options: Listing): string {
  const [first] = group;
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
    const keys = group.map(({ key }) => forTerminal(key ?? ''));
    return listPlaces(keys, MAX_PLACES_OF_GROUP, { word: '', more });
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
