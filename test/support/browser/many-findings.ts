/** A run with very many findings, each in its own row. All rows differ. */
import type { RejectedRow } from '../../../src/model/draft.ts';
import type { ReportedRun } from '../../../src/model/report.ts';
import { finding } from '../../unit/output/report-fixtures.ts';
import { reportedRun } from '../../unit/output/reported-run.ts';

const HEADER = [
  'ExternalId',
  'FirstName',
  'LastName',
  'E-mail',
  'UserName',
  'Role',
  'City',
  'State',
  'Hierarchies',
  'DateOfBirth',
];
const RULES = ['user.email.invalid', 'user.user-name.taken', 'user.first-name.too-long', 'user.state.too-long'];

export function manyFindings(count: number): ReportedRun {
  const findings = Array.from({ length: count }, (_, index) => {
    const rule = RULES[index % RULES.length] ?? '';
    const message = `Value ${(index * 7919).toString(36)} is not a valid e-mail address or name for ${rule}`;
    return finding({
      line: index + 2,
      record: index + 1,
      key: `u-${index}`,
      rule,
      message,
      suggestion: `write ${index}`,
    });
  });
  const rejects = findings.map((one, index): RejectedRow => {
    const text = (seed: number) => (index * seed).toString(36);
    const cells = [
      `u-${index}`,
      text(31),
      text(37),
      `${text(41)}@example.org`,
      text(43),
      'Teacher',
      text(47),
      text(53),
      'LAW-1;LAW-2',
      '2001-02-03',
    ];
    const { file, line, record } = one;
    return {
      row: { file, line, record, lines: 1, content: { cells } },
      findings: [one],
    };
  });
  const counts = { read: count, invalid: count };
  return {
    ...reportedRun(
      { findings, counts, exitCode: 3 },
      { rejects, layout: { format: 'rows', header: HEADER, delimiter: ',' } },
    ),
    reveal: true,
  };
}
