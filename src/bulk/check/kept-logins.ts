/** Warnings about logins that stay as they are. */

import type { Draft } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Duty } from '../../platform/entities.ts';
import { problem } from '../../platform/problem.ts';
import { toFinding } from './findings.ts';

const DUTY_WORDS: Readonly<Record<Duty, string>> = {
  'owns-settings': "is the owner in the platform's settings",
  'manages-schedules': 'has a role with the permission ManageSchedules',
  'administers-hierarchy': 'administers a hierarchy',
};

/** `draft` is the request that would have disabled the login of a user who is not in the file. */
export function keptLoginFinding(draft: Draft, duty: Duty): Finding {
  const message = `The login of ${draft.key} stays enabled: the user is not in the file, but ${DUTY_WORDS[duty]}`;
  const suggestion = 'To disable it, add the row of the user with DisableLogin true';
  return toFinding(draft, problem({ path: PATH, rule: 'user.disable-login.kept', message, suggestion }), 'warning');
}

/** The login was disabled before, by hand or because the user was missing from an earlier file. */
export function staysDisabledFinding(draft: Draft): Finding {
  const message = `The login of ${draft.key} stays disabled: the row does not say DisableLogin`;
  const suggestion = 'To enable it, use --returning enable, or DisableLogin false in the row';
  return toFinding(draft, problem({ path: PATH, rule: 'user.disable-login.stays', message, suggestion }), 'warning');
}

const PATH = ['DisableLogin'];
