/** A run with everything that an HTML report can show. */
import { HOSTILE } from './hostile-report.ts';
import { finding, result } from './report-fixtures.ts';
import { reportedRun } from './reported-run.ts';

const wrong = finding({ file: 'users.csv', line: 14, message: 'Email is not a valid e-mail address' });

const MANY = Array.from({ length: 60 }, (_, index) =>
  result({ key: `S-${index}`, line: index + 20, name: 'Contract law' }),
);

export const htmlRun = reportedRun({
  exitCode: 4,
  counts: { read: 64, valid: 63, invalid: 1, succeeded: 61 },
  findings: [
    wrong,
    finding({
      line: 4,
      key: 'u-3',
      message: `${HOSTILE} not fit`,
      column: HOSTILE,
      severity: 'warning',
      rule: 'user.odd',
      code: null,
    }),
  ],
  results: [
    result({ name: HOSTILE, action: 'update', changes: [{ field: 'Email', before: 'j•', after: HOSTILE }] }),
    result({ key: 'u-2', line: 3, name: 'Alan T.' }),
    result({ key: 'u-3', line: 4 }),
    ...MANY,
  ],
});
