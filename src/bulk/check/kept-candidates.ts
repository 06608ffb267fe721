/** Warnings about what stays as it is: candidates whom the file does not name, logins that nobody spoke of. */
import type { Draft } from '../model/draft.ts';
import type { Duty } from '../../platform/entities.ts';
import { CANDIDATES_STAY, type Finding } from '../model/finding.ts';

const MAX_NAMED = 5;

/** A candidate who is not in the file keeps the seat: the sender is warned. */
export function stayingFinding(draft: Draft, staying: readonly string[]): Finding {
  const [subject, verb] = staying.length === 1 ? ['1 candidate', 'is'] : [`${staying.length} candidates`, 'are'];
  const stay = staying.length === 1 ? 'stays' : 'stay';
  const left = staying.length - MAX_NAMED;
  const names = staying.slice(0, MAX_NAMED).join(', ') + (left > 0 ? ` and ${left} more` : '');
  const message = `${subject} of ${draft.key ?? 'the schedule'} ${verb} not in the file and ${stay}`;
  return {
    severity: 'warning',
    ...draft.locate(['Candidates']),
    key: draft.key,
    code: null,
    rule: CANDIDATES_STAY,
    message: `${message}, since the interface cannot remove candidates: ${names}`,
    suggestion: null,
  };
}

const DUTY_WORDS: Readonly<Record<Duty, string>> = {
  'owns-settings': "is the owner in the platform's settings",
  'manages-schedules': 'has a role with the permission ManageSchedules',
  'administers-hierarchy': 'administers a hierarchy',
};

/** `draft` is the request that would have disabled the login of a user who is not in the file. */
export function keptLoginFinding(draft: Draft, duty: Duty): Finding {
  return loginFinding(draft, {
    rule: 'user.disable-login.kept',
    message: `The login of ${draft.key} stays enabled: the user is not in the file, but ${DUTY_WORDS[duty]}`,
    suggestion: 'To disable it, add the row of the user with DisableLogin true',
  });
}

/** The login was disabled before, by hand or because the user was missing from an earlier file. */
export function staysDisabledFinding(draft: Draft): Finding {
  return loginFinding(draft, {
    rule: 'user.disable-login.stays',
    message: `The login of ${draft.key} stays disabled: the row does not say DisableLogin`,
    suggestion: 'To enable it, use --returning enable, or DisableLogin false in the row',
  });
}

function loginFinding(draft: Draft, said: Pick<Finding, 'rule' | 'message' | 'suggestion'>): Finding {
  return { severity: 'warning', ...draft.locate(['DisableLogin']), key: draft.key, code: null, ...said };
}
