/** A report full of texts that some format could read as markup, a command or a formula. */
import { finding, result } from './report-fixtures.ts';
import { reportedRun } from './reported-run.ts';

/** Characters with a meaning in some format or for a terminal. */
export const HOSTILE = `</script><img src=x onerror=alert(1)>'"&]]>--><!-- |*_\`[a](http://evil.example)@all %0A::error::x ##[error]x \u001b[31m\u202e\ufffe\n::error::y`;

export const hostileRun = reportedRun(
  {
    command: 'user sync',
    exitCode: 4,
    counts: { read: 6, valid: 4, invalid: 1, failed: 1 },
    findings: [
      finding({ file: `a ${HOSTILE}.csv`, message: HOSTILE, suggestion: HOSTILE, column: HOSTILE, key: HOSTILE }),
      finding({
        line: 1,
        record: 0,
        key: null,
        code: null,
        rule: 'header.missing',
        column: null,
        message: 'no header',
      }),
      finding({ line: 3, key: 'u-2', severity: 'warning', code: null, rule: 'user.odd', message: 'odd' }),
      finding({ line: 4, key: 'u-3', code: 214, rule: 'user.user-name.taken', message: 'taken' }),
      finding({ line: 4, key: 'u-3', code: 209, message: 'not an address' }),
    ],
    results: [
      result({ name: HOSTILE, changes: [{ field: HOSTILE, before: HOSTILE, after: HOSTILE }] }),
      result({ key: 'u-2', line: 3, name: 'Alan T.', action: 'update' }),
      result({ key: 'u-3', line: 4, outcome: 'failed', errors: [{ Code: 214, Error: 'taken' }] }),
      result({ key: 'u-4', line: 5, outcome: 'not-sent', attempts: 0 }),
    ],
  },
  { layout: { format: 'rows', header: ['E-mail'], delimiter: ';' } },
);
