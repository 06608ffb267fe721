/** `--missing disable`: requests that turn off the login of users whom the file does not have. */
import type { Context } from '../../context.ts';
import type { Draft, DraftSource } from '../../contract/draft.ts';
import type { UserEntity } from '../../contract/entities.ts';
import type { UserRequest } from '../../contract/user.ts';
import { REASON_COLUMNS } from '../../contract/reject-columns.ts';
import { GuardError, UsageError } from '../../errors.ts';
import { typedDraft } from '../../input/typed-draft.ts';
import { canAsk, createPrompter } from '../../output/prompts.ts';
import { counted } from '../../output/report-words.ts';
import type { Output } from '../../output/streams.ts';
import type { ValidRequest } from '../../provision/valid-requests.ts';
import type { Target } from '../../provision/target.ts';
import { confirmOrStop } from '../ask-to-send.ts';
import type { SyncOptions } from './sync-options.ts';

/** Where these requests come from, in place of a file. */
const ORIGIN = 'not in the file';

export async function createMissingUsers(
  keys: ReadonlySet<string>,
  { users }: Target,
): Promise<readonly ValidRequest<UserRequest>[]> {
  if (users === undefined) throw engineOnly();
  const requests: ValidRequest<UserRequest>[] = [];
  for await (const user of users()) {
    if (!keys.has(user.ExternalId) && user.DisableLogin !== true) requests.push(toRequest(user));
  }
  return requests;
}

function toRequest({ ExternalId, FirstName, LastName }: UserEntity): ValidRequest<UserRequest> {
  const request: UserRequest = { ExternalId, FirstName, LastName, DisableLogin: true };
  return { request, draft: typedDraft({ origin: ORIGIN, key: ExternalId, request, columnOf: () => null }) };
}

/** Whether it is one of these requests. */
export function isMissing({ rows: [{ file }] }: Draft): boolean {
  return file === ORIGIN;
}

/** What can be known before anything is read: there must be somebody to be asked, and a target that tells its users. */
export function checkMayDisable(output: Output, { file, target, flags, global, continuing }: SyncOptions): void {
  if (file === undefined) throw new UsageError('--missing disable needs a file: it says who is not missing');
  if (target.kind === 'remote') throw engineOnly();
  if (continuing?.force) {
    throw new UsageError(
      '--force is refused for a run with --missing disable: whom the file does not have by now, nobody was asked about',
      {
        hint: 'Go on with the file as it was, or give the new one to the command itself.',
      },
    );
  }
  if (flags.dryRun || continuing?.state.isSealed || global.yes || canAsk(output, global.mayAsk)) return;
  throw new UsageError('--yes is missing: disabling logins is asked for at a terminal only', {
    hint: 'Add --yes, or look first with --dry-run.',
  });
}

/** A list of rejects holds a part of the file it came from: everybody else would be missing from it. */
export function refuseRejects(sources: readonly DraftSource[]): readonly DraftSource[] {
  for (const { layout } of sources) if (layout.format === 'csv' && isRejects(layout.header)) throw isPartOfAFile();
  return sources.map((source) => ({ ...source, drafts: refuseRejected(source.drafts) }));
}

async function* refuseRejected(drafts: AsyncIterable<Draft>): AsyncGenerator<Draft> {
  for await (const draft of drafts) {
    const [{ content }] = draft.rows;
    if ('value' in content && isRejects(Object.keys(Object(content.value)))) throw isPartOfAFile();
    yield draft;
  }
}

function isRejects(names: readonly string[]): boolean {
  return REASON_COLUMNS.every((name) => names.includes(name));
}

function isPartOfAFile(): GuardError {
  return new GuardError('--missing disable needs the whole list, and the file is one of rejects', {
    hint: 'Mend the rows in the list that they came from, and give that; or leave --missing disable out.',
  });
}

/** Of a run that is gone on with it was asked already, unless it was cut short while it was. */
export async function confirmDisabling(
  { stopSignal }: Context,
  output: Output,
  { global, continuing }: SyncOptions,
  count: number,
): Promise<void> {
  if (count === 0 || global.yes || continuing?.state.isSealed) return;
  const whose = count === 1 ? 'of a user who is' : 'of users who are';
  const question = `Disable ${counted(count, 'login', 'logins')} ${whose} not in the file?`;
  await confirmOrStop(await createPrompter(output, stopSignal()), global, question);
}

function engineOnly(): UsageError {
  return new UsageError('--missing disable works with the embedded engine only: a remote does not tell its users');
}
