/** `--missing disable`: requests that turn off the login of users whom the file does not have. */

import { counted, formatNumber } from '../../base/text/counted.ts';
import { keptLoginFinding } from '../../bulk/check/kept-logins.ts';
import type { BulkJob, Completion } from '../../bulk/run/bulk-job.ts';
import { type ChangeLimit, checkCeiling } from '../../bulk/run/guards.ts';
import { GuardError, InterruptedError, UsageError } from '../../errors.ts';
import { typedDraft } from '../../input/table/typed-draft.ts';
import type { Draft, DraftSource, ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { hasReasonColumns } from '../../model/reject-columns.ts';
import type { Target } from '../../model/target.ts';
import { canAsk } from '../../output/terminal/prompts.ts';
import type { UserEntity } from '../../platform/entities.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import { sayWarnings } from '../ask/record-form.ts';
import type { Asked, BulkBase } from '../bulk/command.ts';
import { needsYes, prompterOrUsageError } from '../options/confirm.ts';

/** The origin of these requests, in place of a file name. */
const ORIGIN = 'not in the file';

export interface MissingOptions extends BulkBase {
  readonly file?: string | undefined;
  /** What happens to users who are not in the file. */
  readonly missing: 'keep' | 'disable';
  /** The ceiling, as a number or a share of the enabled users. Absent for the default ceiling. */
  readonly maxMissing?: ChangeLimit | undefined;
}

/**
 * The parts of a sync's job that handle missing users, whose requests it adds to `forMissing`. A run that is retried has
 * passed ceiling and question.
 */
export function disableMissing(
  options: MissingOptions,
  asked: Asked,
  forMissing: WeakSet<UserRequest>,
): Pick<BulkJob<UserRequest>, 'completeWith' | 'checkPlan' | 'confirm'> {
  const { continuing, global, maxMissing } = options;
  const isRetried = continuing !== undefined;
  let enabled = 0;
  const completeWith = async (keys: ReadonlySet<string>, target: Target) => {
    const { count, ...completion } = await findMissing(keys, target, isRetried);
    enabled = count;
    for (const { request } of completion.requests) forMissing.add(request);
    return completion;
  };
  if (isRetried) return { completeWith };
  return {
    completeWith,
    checkPlan: ({ disabled = 0 }, dryRun) => checkCeiling(disabled, enabled, maxMissing, dryRun),
    confirm: async ({ counts: { disabled = 0 }, findings }) => {
      if (disabled === 0 || global.yes) return;
      asked.said = new Set(findings);
      await confirmNumber(options, disabled, findings);
    },
  };
}

/**
 * The requests for missing users, and the number of enabled users. A retried run also needs the users that it has
 * already disabled, to report them.
 */
async function findMissing(
  keys: ReadonlySet<string>,
  { users }: Target,
  withDisabled: boolean,
): Promise<Completion<UserRequest> & { readonly count: number }> {
  if (users === undefined) throw engineOnly('--missing disable');
  const requests: ValidRequest<UserRequest>[] = [];
  const warnings: Finding[] = [];
  let count = 0;
  for await (const user of users.list()) {
    const isEnabled = user.DisableLogin !== true;
    if (isEnabled) count += 1;
    if (keys.has(user.ExternalId) || !(isEnabled || withDisabled)) continue;
    const request = toRequest(user);
    const duty = isEnabled ? await users.dutyOf(user) : undefined;
    if (duty === undefined) requests.push(request);
    else warnings.push(keptLoginFinding(request.draft, duty));
  }
  return { requests, warnings, count };
}

function toRequest({ ExternalId, FirstName, LastName }: UserEntity): ValidRequest<UserRequest> {
  const request: UserRequest = { ExternalId, FirstName, LastName, DisableLogin: true };
  return { request, draft: typedDraft({ origin: ORIGIN, line: 0, key: ExternalId, request, columnOf: () => null }) };
}

/** Whether a draft is one of the requests for missing users. */
export function isMissing({ rows: [{ file }] }: Draft): boolean {
  return file === ORIGIN;
}

/** Checks, before anything is read, that a question can be asked and that the target can list its users. */
export function checkMayDisable({ file, target, flags, global, continuing, output }: MissingOptions): void {
  if (file === undefined) throw new UsageError('--missing disable needs a file: it says who is not missing');
  if (target.kind === 'remote') throw engineOnly('--missing disable');
  if (flags.dryRun || continuing !== undefined || global.yes || canAsk(output, global.mayAsk)) return;
  const [missing, hint] = needsYes(DEED);
  throw new UsageError(missing, { hint });
}

const DEED = 'disabling logins';

/** Refuses rejects files and deltas: they contain only a part of the list, so all other users would seem missing. */
export function refuseRejects(sources: readonly DraftSource[]): readonly DraftSource[] {
  for (const { layout, isDelta } of sources) {
    if (layout.format === 'rows' && layout.isRejects) throw isPartOfAFile();
    if (isDelta) throw isDeltaOnly();
  }
  return sources.map((source) => ({ ...source, drafts: refuseRejected(source.drafts) }));
}

async function* refuseRejected(drafts: AsyncIterable<Draft>): AsyncGenerator<Draft> {
  for await (const draft of drafts) {
    const [{ content }] = draft.rows;
    if ('value' in content && hasReasonColumns(Object.keys(Object(content.value)))) throw isPartOfAFile();
    yield draft;
  }
}

function isPartOfAFile(): GuardError {
  return new GuardError('--missing disable needs the whole list, and this is a rejects file', {
    hint: 'Fix the rows in the list that they came from, and give that; or leave --missing disable out.',
  });
}

function isDeltaOnly(): GuardError {
  return new GuardError('--missing disable needs the whole list, and users.csv of the package is a delta', {
    hint: 'Export the package in full (bulk), or leave --missing disable out.',
  });
}

/** Asks the user to type the number, which proves that it was read. Any other answer means no. */
async function confirmNumber(options: MissingOptions, count: number, findings: readonly Finding[]): Promise<void> {
  const prompter = await prompterOrUsageError(options, ...needsYes(DEED));
  sayWarnings(options.output, findings, false);
  const whose = count === 1 ? 'of a user who is' : 'of users who are';
  const question = `Disable ${counted(count, 'login', 'logins')} ${whose} not in the file? Type the number to confirm:`;
  const answer = (await prompter.text(question, () => true)).trim();
  if (answer !== String(count) && answer !== formatNumber(count)) throw new InterruptedError('SIGINT', 'Not confirmed');
}

export function engineOnly(flag: string): UsageError {
  return new UsageError(`${flag} works with the local platform only: a remote platform does not tell its users`);
}
