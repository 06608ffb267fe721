/** The report as SARIF 2.1.0, for code scanning: one result for each rule, with the places of its findings. */
import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import packageJson from '../../../package.json' with { type: 'json' };
import { groupBy } from '../../base/lists/group-by.ts';
import { formatNumber } from '../../base/text/counted.ts';
import { type Finding, textAtLine, withoutCandidate } from '../../model/finding.ts';
import { addressOf } from '../../model/place.ts';
import type { ReportedRun } from '../../model/report.ts';
import { explain } from '../../platform/explain/explain.ts';
import { worstFirst } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';
import { repositoryPath } from '../terminal/terminal-facts.ts';
import { renderJson } from './json.ts';

/** Code scanning shows only a few places of a result. `occurrenceCount` has the full number. */
const MAX_LOCATIONS = 1_000;

export function renderSarif({ report, layout, repository }: ReportedRun): string {
  const { command, run, createdAt, error, exitCode } = report;
  // Input that was typed at the terminal is in no file.
  const hasFiles = layout?.format === 'rows' || layout?.isTyped !== true;
  const toPath = (file: string) => repositoryPath(file, repository) ?? file;
  // By rule only, not by severity: the same rule may be an error at one place and a warning at another.
  const groups = [...groupBy(worstFirst(report), ({ rule }) => rule).values()];
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: { driver: { name, version, informationUri, rules: groups.map(ruleOf) } },
        automationDetails: { id: run === null ? `${command}/` : `${command}/${run}` },
        invocations: [
          {
            executionSuccessful: error === null,
            exitCode,
            endTimeUtc: createdAt,
            ...(error && {
              toolExecutionNotifications: [{ level: 'error', message: { text: asSentence(error.message) } }],
            }),
          },
        ],
        results: groups.map((group, index) => resultOf(group, index, hasFiles ? toPath : undefined)),
      },
    ],
  };
  return renderJson(log);
}

const { name, version, homepage: informationUri } = packageJson;

/** Returns the path of a file as the repository has it. */
type ToPath = (file: string) => string;

type Group = readonly [Finding, ...Finding[]];

function ruleOf([first]: Group): ReportingDescriptor {
  const code = first.code === null ? {} : { properties: { code: first.code } };
  const id = first.rule;
  // The message of a finding may name its own row. Code scanning needs both descriptions.
  const text = explain(id)[0]?.meaning ?? asSentence(forTerminal(withoutCandidate(first.message)));
  return {
    id,
    shortDescription: { text },
    fullDescription: { text },
    help: {
      text: `Run "examctl explain ${first.code ?? id}" to read what the rule asks for, and how to correct the value.`,
    },
    defaultConfiguration: { level: first.severity },
    ...code,
  };
}

function resultOf(group: Group, ruleIndex: number, toPath: ToPath | undefined): Result {
  const [first] = group;
  const others = group.length - 1;
  const more = others === 0 ? '' : ` (and ${formatNumber(others)} more of this rule)`;
  return {
    ruleId: first.rule,
    ruleIndex,
    level: first.severity,
    message: { text: asSentence(`${forTerminal(textAtLine(first))}${more}`) },
    occurrenceCount: group.length,
    ...(toPath && { locations: group.slice(0, MAX_LOCATIONS).map((finding) => locationOf(finding, toPath)) }),
  };
}

function locationOf(finding: Finding, toPath: ToPath): Location {
  const { file, line } = finding;
  const region = line > 0 ? { region: { startLine: line } } : {};
  const address = addressOf(finding);
  return {
    physicalLocation: { artifactLocation: { uri: toUri(toPath(file)) }, ...region },
    ...(address !== undefined && { logicalLocations: [{ fullyQualifiedName: forTerminal(address) }] }),
    message: { text: asSentence(forTerminal(textAtLine(finding))) },
  };
}

/** Viewers of SARIF expect a period at the end of each message. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A path as a URI. Relative paths stay relative: code scanning looks them up in the repository. */
function toUri(file: string): string {
  const path = file
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\\', '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  if (/^[a-z]%3A\//i.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path;
}
