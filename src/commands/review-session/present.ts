/** How review sessions are shown: a screen for people, and json, ndjson or csv of the results for machines. */
import {
  type ReviewResult,
  type ReviewSession,
  reviewResultResource,
} from '../../platform/resources/review-session.ts';
import { EXIT_CODES } from '../../errors.ts';
import { formatCsvRow } from '../../output/files/csv.ts';
import { renderJson, renderNdjson } from '../../output/files/json.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { TextParts } from '../../output/terminal/text-parts.ts';
import type { GlobalOptions, OutputFormat } from '../options/global-options.ts';
import { renderSession } from './session-text.ts';
import type { ShownSession } from './run-show.ts';
import { summarise } from './summary.ts';

/** Gives the exit code: some were not found is a failure. */
export async function present(
  output: Output,
  { format }: GlobalOptions,
  shown: readonly ShownSession[],
  reveal: boolean,
): Promise<number> {
  const failures = shown.flatMap((entry) => ('errors' in entry ? [entry] : []));
  const sessions = shown.flatMap((entry) =>
    'session' in entry ? [reveal ? entry.session : withoutSecrets(entry.session)] : [],
  );
  const exitCode = failures.length > 0 ? EXIT_CODES.recordsFailed : EXIT_CODES.done;
  if (format === 'json') {
    const described = sessions.map((session) => ({ session, summary: summarise(session.Results ?? []) }));
    const command = 'review-session show';
    await output.data(renderJson({ schemaVersion: 1, command, sessions: described, errors: failures, exitCode }));
    return exitCode;
  }
  for (const failure of failures) output.warn(`${failure.id}: ${reasonsOf(failure)}`);
  await output.data(await RENDERERS[format](output, sessions));
  return exitCode;
}

function reasonsOf({ errors, excerpt }: Extract<ShownSession, { errors: unknown }>): string {
  const reasons = errors.map(({ Code, Error: text }) => (Code === null ? text : `${text} (code ${Code})`));
  const rest = excerpt === undefined ? [] : [`not understood of the answer: ${excerpt}`];
  return [...(reasons.length > 0 ? reasons : ['refused without a reason']), ...rest].join('; ');
}

const RENDERERS = {
  table: async (output, sessions) =>
    (await Promise.all(sessions.map((session) => renderSession(output, session)))).join('\n'),
  ndjson: async (_output, sessions) => renderNdjson(sessions.flatMap(rowsOf)),
  csv: async (_output, sessions) => {
    const rows = sessions.flatMap(rowsOf).map((row) => COLUMNS.map((name) => cellText(row[name])));
    return [COLUMNS, ...rows].map((row) => formatCsvRow(row));
  },
} satisfies Record<
  Exclude<OutputFormat, 'json'>,
  (output: Output, sessions: readonly ReviewSession[]) => Promise<TextParts>
>;

const SESSION_COLUMN = 'ReviewSessionExternalId';
const COLUMNS = [SESSION_COLUMN, ...Object.keys(reviewResultResource.fields)];

function rowsOf({ ExternalId, Results }: ReviewSession): Record<string, unknown>[] {
  return (Results ?? []).map((result) => ({ [SESSION_COLUMN]: ExternalId, ...result }));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join('|') : String(value);
}

const HIDDEN = '(not shown)';

function withoutSecrets(session: ReviewSession): ReviewSession {
  const hide = (result: ReviewResult): ReviewResult => (result.Keycode ? { ...result, Keycode: HIDDEN } : result);
  return {
    ...session,
    ...(session.Pin ? { Pin: HIDDEN } : {}),
    ...(session.Results ? { Results: session.Results.map(hide) } : {}),
  };
}
