/** Users whose login is disabled, and whose row says nothing of it: reported, or with `--returning enable` enabled. */
import type { Finding } from '../../bulk/model/finding.ts';
import { ownValue } from '../../base/own-value.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import { staysDisabledFinding } from '../../bulk/check/kept-logins.ts';

/** The answer of a rehearsal tells the user as it would be stored. */
export function watchDisabled(): PlanWatch<UserRequest> {
  const warnings: Finding[] = [];
  return {
    see: ({ draft, request }, _, answer) => {
      const stored = ownValue(answer?.envelope.Content, 'User');
      const staysDisabled = request.DisableLogin === undefined && ownValue(stored, 'DisableLogin') === true;
      if (staysDisabled) warnings.push(staysDisabledFinding(draft));
    },
    findings: async () => warnings,
  };
}

/** What a row says itself comes first. */
export async function enableReturning(request: UserRequest, { users }: Target): Promise<UserRequest> {
  if (request.DisableLogin !== undefined || !request.ExternalId) return request;
  const stored = await users?.find(request.ExternalId);
  return stored?.DisableLogin === true ? { ...request, DisableLogin: false } : request;
}
