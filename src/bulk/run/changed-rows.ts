/** Records that an earlier part of the run has done, and that are not so any more: they are not sent a second time. */
import type { Draft } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import type { Planned } from './plan.ts';
import type { RunRecord } from '../../runs/run-record.ts';
import type { ValidRequest } from './valid-requests.ts';

/** The warning about a record that stays as it was sent, although the file or the platform now says something else. */
export function findLeftAsSent(
  record: RunRecord,
  { draft, request }: ValidRequest<unknown>,
  { number, isUnchanged, effect }: Planned,
): Finding | undefined {
  const earlier = record.earlier(number);
  if (isUnchanged || earlier.state !== 'settled' || earlier.result.outcome !== 'succeeded') return undefined;
  if (record.hasChanged(number, request)) {
    return warning(
      draft,
      'run.row.changed',
      'The row has changed since the run sent it, and what it says now is not sent',
    );
  }
  // Unknown where the platform cannot be asked, or where a record has no id to find it by.
  if (draft.key === null) return undefined;
  if (effect.action !== 'create' && effect.action !== 'update') return undefined;
  const message = 'The run has done this, and it has changed on the platform since; it is not sent again';
  return warning(draft, 'run.row.undone', message);
}

function warning(draft: Draft, rule: string, message: string): Finding {
  return {
    severity: 'warning',
    ...draft.locate([]),
    key: draft.key,
    code: null,
    rule,
    message,
    suggestion: 'send it with the command itself',
  };
}
