/** The report as JUnit XML: a suite for each file, a test case for each record, and a failure for each error. */
import { groupBy } from '../../base/lists/group-by.ts';
import { counted } from '../../base/text/counted.ts';
import { escapeMarkup } from '../../base/text/markup.ts';
import { type Finding, isError } from '../../model/finding.ts';
import { describePlace } from '../../model/place.ts';
import type { Outcome, ReportedRun } from '../../model/report.ts';
import { describeSubject } from '../report/changes.ts';
import { type ReportedRecord, recordsOf } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';

interface Case {
  readonly suite: string;
  readonly name: string;
  /** The XML inside the element. */
  readonly content: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'broken';
}

export function* renderJunit(run: ReportedRun): Generator<string> {
  const { command, createdAt } = run.report;
  const suites = new Map(
    [...groupBy(casesOf(run), ({ suite }) => suite)].map(([suite, cases]) => [suite, withOwnNames(cases)]),
  );
  // The root element has no attribute for skipped tests.
  const { skipped: _, ...all } = totals([...suites.values()].flat());
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({ name: `examctl ${command}`, ...all })}>\n`;
  for (const [suite, cases] of suites) {
    const timestamp = createdAt.slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
    yield `  <testsuite${attributes({ name: suite, ...totals(cases), time: 0, timestamp })}>\n`;
    for (const testCase of cases) yield* renderCase(testCase, `${command}.${suite}`);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

/** Readers of JUnit know a case by its name. Further cases with the same name get a number. */
function withOwnNames(cases: readonly Case[]): Case[] {
  const counts = new Map<string, number>();
  return cases.map((one) => {
    const count = (counts.get(one.name) ?? 0) + 1;
    counts.set(one.name, count);
    return count === 1 ? one : { ...one, name: `${one.name}, ${count}` };
  });
}

function* renderCase({ name, content }: Case, classname: string): Generator<string> {
  const element = `    <testcase${attributes({ name, classname, time: 0 })}`;
  yield content === '' ? `${element}/>\n` : `${element}>\n${content}    </testcase>\n`;
}

function* casesOf({ report, words }: ReportedRun): Generator<Case> {
  const { error, counts, command } = report;
  if (error !== null) {
    const content = element('error', error.name, error.message, error.hint ?? '');
    yield { suite: command, name: 'the command itself', content, state: 'broken' };
  }
  let planned = 0;
  for (const record of recordsOf(report)) {
    if (record.outcome !== null) planned += 1;
    yield caseOf(record);
  }
  const others = counts.read - planned;
  const name = `${counted(others, `other ${words.one}`, `other ${words.many}`)} without a finding`;
  // Records that were only checked, or not planned because others are wrong, are counted and not listed.
  if (others > 0) yield { suite: command, name, content: '', state: 'passed' };
}

function caseOf(record: ReportedRecord): Case {
  const { file, findings, outcome } = record;
  const errors = findings.filter(isError);
  const content = errors
    .map((finding) => element('failure', finding.rule, finding.message, detailOf(finding)))
    .join('');
  const base = { suite: file, name: nameOf(record) };
  if (errors.length > 0) return { ...base, content, state: 'failed' };
  const isSkipped = outcome === ('not-sent' satisfies Outcome);
  return isSkipped
    ? { ...base, content: '      <skipped/>\n', state: 'skipped' }
    : { ...base, content, state: 'passed' };
}

function nameOf({ key, name, file, line, outcome }: ReportedRecord): string {
  if (key !== null) return describeSubject(key, name);
  return outcome === null ? `header of ${file}` : `line ${line}`;
}

function detailOf(finding: Finding): string {
  const { column, field, code, message, suggestion } = finding;
  const lines = [
    `${describePlace(finding)}${column === null ? '' : `, column ${column}`}`,
    ...(field === null ? [] : [`field: ${field}`]),
    ...(code === null ? [] : [`code: ${code}`]),
    message,
    ...(suggestion === null ? [] : [suggestion]),
  ];
  return lines.map((line) => forTerminal(line)).join('\n');
}

function element(tag: 'failure' | 'error', type: string, message: string, text: string): string {
  return `      <${tag}${attributes({ type, message })}>${escapeXml(text)}</${tag}>\n`;
}

type Totals = Record<'tests' | 'failures' | 'errors' | 'skipped', number>;

function totals(cases: readonly Case[]): Totals {
  const count = (state: Case['state']) => cases.filter((testCase) => testCase.state === state).length;
  return { tests: cases.length, failures: count('failed'), errors: count('broken'), skipped: count('skipped') };
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(forTerminal(String(value)))}"`))
    .join('');
}

/** The callers have escaped control characters already: XML cannot contain them. */
function escapeXml(text: string): string {
  return escapeMarkup(text).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
}
