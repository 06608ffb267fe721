/** `--missing disable`: requests that turn off the login of users whom the file does not have. */
import type { UserEntity } from '../../contract/entities.ts';
import type { UserRequest } from '../../contract/user.ts';
import { UsageError } from '../../errors.ts';
import { typedDraft } from '../../input/typed-draft.ts';
import type { ValidRequest } from '../../provision/valid-requests.ts';
import type { Target } from '../../provision/target.ts';

/** Where these requests come from, in place of a file. */
const ORIGIN = 'not in the file';

export async function createMissingUsers(
  keys: ReadonlySet<string>,
  { users }: Target,
): Promise<readonly ValidRequest<UserRequest>[]> {
  if (users === undefined) {
    throw new UsageError('--missing disable works with the embedded engine only: a remote does not tell its users');
  }
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
