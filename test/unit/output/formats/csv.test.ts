import { expect, it } from 'vitest';
import { renderCsvRows, renderReportCsv } from '../../../../src/output/formats/csv.ts';
import { BYTE_ORDER_MARK } from '../../../../src/output/formats/csv-text.ts';
import { finding, result } from '../report-fixtures.ts';
import { reportedRun } from '../reported-run.ts';

const HEADER =
  'severity,file,line,record,column,field,key,code,rule,message,suggestion,name,action,outcome,candidate,candidateName,before,after,sheet,cell';

function rowsOf(...args: Parameters<typeof reportedRun>): string[] {
  return [...renderCsvRows(reportedRun(...args))].join('').split('\r\n');
}

const TAKEN = { Code: 214, Error: 'taken', Field: 'UserName', Rule: 'r' };

it('lists every record in the order of the file, with its findings, guarded against formulas', () => {
  const findings = [
    finding({ message: '=cmd', suggestion: 'write "a", please' }),
    finding({ line: 3, column: null, field: 'UserName', key: 'u-2', code: 214, rule: 'r', message: 'taken' }),
  ];
  const results = [
    result({ name: '+Ada L.' }),
    result({ key: 'u-2', line: 3, outcome: 'failed', errors: [TAKEN] }),
    result({ key: 'u-3', line: 4, outcome: 'would-fail' }),
  ];
  expect(rowsOf({ findings, results })).toEqual([
    HEADER,
    ",users.csv,2,,,,u-1,,,,,'+Ada L.,create,succeeded,,,,,,",
    'error,users.csv,3,2,,UserName,u-2,214,r,taken,,,create,failed,,,,,,',
    'error,users.csv,4,,,,u-3,,target.would-fail,"it would fail, and the platform gave no reason",,,create,would-fail,,,,,,',
    `error,users.csv,14,13,E-mail,Email,u-13,209,user.email.invalid,'=cmd,"write ""a"", please",,,invalid,,,,,,`,
    '',
  ]);
});

it('a CSV report has a row for each changed field, of a candidate with the candidate', () => {
  const changes = [
    { field: 'Title', before: null, after: 'Law' },
    { field: 'Email', before: 'j•', after: 'a•', candidate: 'c-1', name: 'Ada L.' },
  ];
  const results = [result({ key: 'S-1', name: 'Law', action: 'update', outcome: 'would-succeed', changes })];
  expect(rowsOf({ command: 'schedule push', results, dryRun: true }).slice(1, -1)).toEqual([
    ',users.csv,2,,,Title,S-1,,,,,Law,update,would-succeed,,,,Law,,',
    ',users.csv,2,,,Email,S-1,,,,,Law,update,would-succeed,c-1,Ada L.,j•,a•,,',
  ]);
});

it('a CSV report has the delimiter of the input, and in a file the byte order mark for spreadsheets', () => {
  const layout = { format: 'rows', header: [], delimiter: ';' } as const;
  const run = reportedRun({ results: [result({ name: 'a;b' })] }, { layout });
  const text = [...renderReportCsv(run)].join('');
  expect(text.split('\r\n')).toEqual([
    BYTE_ORDER_MARK + HEADER.replaceAll(',', ';'),
    ';users.csv;2;;;;u-1;;;;;"a;b";create;succeeded;;;;;;',
    '',
  ]);
});

it('a CSV report finds the record of a finding by its row, and in a schedule of many rows by its key', () => {
  const twice = [finding({ line: 9, key: 'u-1', rule: 'user.external-id.repeated' })];
  const outcomes = (rows: string[]) =>
    rows.slice(1, -1).map((row) =>
      row
        .split(',')
        .slice(2, 14)
        .filter((cell) => cell),
    );
  expect(outcomes(rowsOf({ findings: twice, results: [result()] }))).toMatchObject([
    ['2', 'u-1', 'create', 'succeeded'],
    expect.arrayContaining(['9', 'invalid']),
  ]);
  const ofSchedule = { findings: twice, results: [result()], counts: { candidates: 2 } };
  expect(outcomes(rowsOf(ofSchedule))).toMatchObject([expect.arrayContaining(['9', 'succeeded'])]);
});
