/** A run with everything that an HTML report can show. */
import type { RejectedRow } from '../../../src/model/draft.ts';
import { userResource } from '../../../src/platform/resources/user.ts';
import { HOSTILE } from './hostile-report.ts';
import { finding, result } from './report-fixtures.ts';
import { reportedRun } from './reported-run.ts';

const HEADER = ['ExternalId', 'Voornaam', 'E-mail', 'Wachtwoord', 'Rol', 'Notes'];
const { ExternalId, FirstName, Email, Password, Role } = userResource.fields;
const columnFields = new Map([
  ['ExternalId', [ExternalId]],
  ['Voornaam', [FirstName]],
  ['E-mail', [Email]],
  ['Wachtwoord', [Password]],
  ['Rol', [Role]],
]);

const wrong = finding({ file: 'users.csv', line: 14, message: 'Email is not a valid e-mail address' });

const reject: RejectedRow = {
  row: {
    file: 'users.csv',
    line: 14,
    record: 13,
    lines: 1,
    content: { cells: ['u-13', 'Grace', 'nobody', 'hunter2-secret', 'Teacher', 'deaf'] },
  },
  findings: [wrong],
};

const MANY = Array.from({ length: 60 }, (_, index) =>
  result({ key: `S-${index}`, line: index + 20, name: 'Contract law' }),
);

export const htmlRun = reportedRun(
  {
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
  },
  { layout: { format: 'rows', header: HEADER, delimiter: ',' }, rejects: [reject], columnFields },
);
