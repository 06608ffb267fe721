/** Findings on a screen: by kind first if there are many, then one by one. */

import { groupBy } from '../../base/lists/group-by.ts';
import { type Finding, isNote, SEVERITIES, type Severity } from '../../model/finding.ts';
import { withoutCandidate } from '../../model/person-in-message.ts';
import { addressOf, describePlace, listPlaces } from '../../model/place.ts';
import { displayWidth, wrapHanging } from '../terminal/display-width.ts';
import { forTerminal } from '../terminal/escape.ts';
import { paint, type Style } from '../terminal/style.ts';
import { symbolsFor } from '../terminal/symbols.ts';
import { formatNumber } from './words.ts';

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

/** From this number of findings on, a summary by kind comes first. */
const MANY_FINDINGS = 10;
const MAX_KINDS = 10;
const MAX_PLACES_OF_KIND = 5;

const MAX_NAME_COLUMNS = 60;
const MAX_MESSAGE_COLUMNS = 400;

/** Lists errors, then warnings. Notes have a list of their own, so that they displace neither. */
export function listFindings(findings: readonly Finding[], listOptions: FindingListOptions): string[] {
  const options = { ...listOptions, sharesLine: findSharedLines(findings) };
  const sorted = findings
    .filter((finding) => !isNote(finding))
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const lines = listFirst(sorted, options);
  return sorted.length >= MANY_FINDINGS ? [...listKinds(sorted, options), '', ...lines] : lines;
}

/** Lists notes, which tell how the files were read. */
export function listNotes(findings: readonly Finding[], options: FindingListOptions): string[] {
  return listFirst(findings.filter(isNote), { ...options, sharesLine: findSharedLines(findings) });
}

function listFirst(findings: readonly Finding[], options: Listing): string[] {
  const { maxFindings, leftOut = 0 } = options;
  const lines = findings.slice(0, maxFindings).flatMap((finding) => describe(finding, options));
  if (findings.length <= maxFindings) return lines;
  const has = leftOut === 0 ? 'all' : `${formatNumber(findings.length)} of them`;
  const all = formatNumber(findings.length + leftOut);
  return [...lines, `shown ${maxFindings} of ${all}; --report FILE.csv or -o json has ${has}`];
}

interface Listing extends FindingListOptions {
  /** Whether a finding's line has several records, as in a JSON file without line breaks. */
  readonly sharesLine: (finding: Finding) => boolean;
}

/** Finds lines with several records: a line has several if its record has a higher number than the line itself. */
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

/** The indent of further lines, so that the text is aligned behind the word of the severity. */
const INDENT = 'warning  '.length;

const COLORS = { error: 'red', warning: 'yellow', note: 'dim' } as const satisfies Record<Severity, Style>;

function describe(finding: Finding, options: Listing): string[] {
  const { severity, code } = finding;
  const number = code !== null ? ` (code ${code})` : '';
  const place = placeOf(finding, options);
  const text = `${place === '' ? '' : `${place}: `}${message(finding.message, options)}${number}`;
  const line = severity.padEnd(INDENT) + text;
  const paintWord = ([first = '', ...others]: string[]) => {
    const word = paint(COLORS[severity], severity.padEnd('warning'.length), options.color);
    return [word + first.slice('warning'.length), ...others];
  };
  if (finding.suggestion === null) return paintWord(wrapHanging(line, options.width, INDENT));
  const { arrow } = symbolsFor(options.ascii);
  const suggestion = `${arrow} ${message(finding.suggestion, options)}`;
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

function message(text: string, { ascii }: FindingListOptions): string {
  return forTerminal(text, { max: MAX_MESSAGE_COLUMNS, ascii });
}

function listKinds(findings: readonly Finding[], options: Listing): string[] {
  const kinds = [...groupBy(findings, kindOf).values()].sort((a, b) => b.length - a.length);
  const withFile = new Set(findings.map(({ file }) => file)).size > 1;
  const digits = formatNumber(kinds[0]?.length ?? 0).length;
  const lines = kinds.slice(0, MAX_KINDS).flatMap((kind) => {
    const count = `${formatNumber(kind.length).padStart(digits)} ${symbolsFor(options.ascii).times} `;
    return wrapHanging(count + describeKind(kind, withFile, options), options.width, count.length);
  });
  const left = kinds.length - MAX_KINDS;
  return left > 0 ? [...lines, `and ${formatNumber(left)} more ${left === 1 ? 'kind' : 'kinds'}`] : lines;
}

/** The kind of a finding. Entries of a list are one kind, as `Candidates[3].Email` and `Candidates[7].Email`. */
function kindOf({ column, field, severity, rule, message: text }: Finding): string {
  const name = column ?? field?.replaceAll(/\[\d+\]/g, '[]') ?? '';
  return JSON.stringify([severity, rule || text, name]);
}

function describeKind(kind: readonly Finding[], withFile: boolean, options: Listing): string {
  const [first] = kind;
  if (first === undefined) return '';
  const text = withoutCandidate(first.message);
  const alike = kind.every((finding) => withoutCandidate(finding.message) === text) ? '' : ', and the like';
  const column = first.column === null ? '' : ` (column ${forTerminal(first.column, { max: MAX_NAME_COLUMNS })})`;
  const warning = first.severity === 'warning' ? 'warning: ' : '';
  return `${warning}${message(text, options)}${alike}${column}: ${places(kind, withFile, options)}`;
}

function places(kind: readonly Finding[], withFile: boolean, { ascii, sharesLine, isTyped }: Listing): string {
  const more = symbolsFor(ascii).ellipsis;
  if (isTyped || kind.every(({ line, key }) => line === 0 && key !== null))
    return listPlaces(
      kind.map((finding) => forTerminal(finding.key ?? '')),
      MAX_PLACES_OF_KIND,
      { word: '', more },
    );
  const isByRecord = kind.every(sharesLine);
  const name = (finding: Finding) => {
    const { line, record } = finding;
    if (!withFile) return isByRecord ? String(record) : (addressOf(finding) ?? String(line));
    return forTerminal(describePlace(finding)) + (isByRecord ? `, record ${record}` : '');
  };
  const isSheet = kind.some(({ sheet }) => sheet !== undefined);
  const word = withFile || isSheet ? '' : isByRecord ? 'record' : 'line';
  return listPlaces(kind.map(name), MAX_PLACES_OF_KIND, { word, more });
}
