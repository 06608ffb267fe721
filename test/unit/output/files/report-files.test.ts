import { expect, it } from 'vitest';
import { renderReportFile, reportKindOf } from '../../../../src/output/files/report-files.ts';
import { finding, report, result } from '../report-fixtures.ts';

const whole = report({
  findings: [
    finding({ message: '=cmd', suggestion: 'write "a", please' }),
    finding({
      line: 3,
      record: 2,
      column: null,
      field: 'UserName',
      key: 'u-2',
      code: 214,
      rule: 'r',
      message: 'taken',
    }),
  ],
  results: [
    result(),
    result({
      key: 'u-2',
      line: 3,
      outcome: 'failed',
      errors: [{ Code: 214, Error: 'taken', Field: 'UserName', Rule: 'r' }],
    }),
    result({ key: 'u-3', line: 4, outcome: 'would-fail' }),
  ],
});

it('writes the report itself as JSON', () => {
  expect(JSON.parse(String(renderReportFile('json', whole)))).toEqual(whole);
});

it('writes a row for each finding and each result that failed without a reason, guarded against formulas', () => {
  expect([...(renderReportFile('csv', whole) as Iterable<string>)].join('').split('\r\n')).toEqual([
    'severity,file,line,record,column,field,key,code,rule,message,suggestion',
    `error,users.csv,14,13,E-mail,Email,u-13,209,user.email.invalid,'=cmd,"write ""a"", please"`,
    'error,users.csv,3,2,,UserName,u-2,214,r,taken,',
    'error,users.csv,4,,,,u-3,,target.would-fail,"it would fail, and the target gave no reason",',
    '',
  ]);
});

it('knows a format by the ending of the file', () => {
  expect(reportKindOf('out/Report.JSON')).toBe('json');
  expect(reportKindOf('report.csv')).toBe('csv');
  expect(() => reportKindOf('report.txt')).toThrow('--report: report.txt must end in .json or .csv');
  expect(() => reportKindOf('csv')).toThrow('must end in');
});
