/** Users whose login is disabled, and whose row says nothing of it: reported, or with `--returning enable` enabled. */
import type { Answer } from '../../platform/envelope.ts';
import type { Finding } from '../../bulk/model/finding.ts';
import { ownValue } from '../../base/own-value.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { ValidRequest } from '../../bulk/run/valid-requests.ts';
import { staysDisabledFinding } from '../../bulk/check/kept-candidates.ts';

/** The answer of a rehearsal tells the user as it would be stored. */
export function warnOfDisabled(
  { draft, request }: ValidRequest<UserRequest>,
  answer: Answer<unknown>,
): Finding | undefined {
  const stored = ownValue(answer.envelope.Content, 'User');
  const staysDisabled = request.DisableLogin === undefined && ownValue(stored, 'DisableLogin') === true;
  return staysDisabled ? staysDisabledFinding(draft) : undefined;
}

/** The row's own value comes first. */
export async function enableReturning(request: UserRequest, { users }: Target): Promise<UserRequest> {
  if (request.DisableLogin !== undefined || !request.ExternalId) return request;
  const stored = await users?.find(request.ExternalId);
  return stored?.DisableLogin === true ? { ...request, DisableLogin: false } : request;
}
