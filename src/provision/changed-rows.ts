/** Rows that have changed since an earlier part of the run has sent them: they stay as they were sent. */
import type { Draft } from '../contract/draft.ts';
import type { Finding } from '../contract/finding.ts';
import type { RunRecord } from './run-record.ts';
import type { ValidRequest } from './valid-requests.ts';

/** Whether what a row says by now is not what was done of it. */
export function isLeftAsSent(record: RunRecord, number: number, { request }: ValidRequest<unknown>): boolean {
  const earlier = record.earlier(number);
  if (earlier.state !== 'settled' || earlier.result.outcome !== 'succeeded') return false;
  return record.hasChanged(number, request);
}

export function changedFinding(draft: Draft): Finding {
  return {
    severity: 'warning',
    ...draft.locate([]),
    key: draft.key,
    code: null,
    rule: 'run.row.changed',
    message: 'The row has changed since the run sent it, and what it says now is not sent',
    suggestion: 'send it with the command itself',
  };
}
