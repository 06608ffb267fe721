import { describe, expect, it } from 'vitest';
import { type RejectsCsvOptions, renderRejectsCsv, renderRejectsNdjson } from '../../../../src/output/files/rejects.ts';
import { finding } from '../report-fixtures.ts';

async function lines(options: RejectsCsvOptions): Promise<string[]> {
  let text = '';
  for await (const part of renderRejectsCsv(options)) text += part;
  return text.split('\r\n');
}

const OURS = '_line;_code;_field;_message;_suggestion';

describe('rejects as CSV', () => {
  it('keep the columns of the input in their order, with the reasons after them', async () => {
    const rows = [{ cells: ['007', '=x'], line: 14, findings: [finding({ suggestion: 'write a@b.nl' })] }];
    expect(await lines({ header: ['Id', 'E-mail'], delimiter: ';', rows })).toEqual([
      `Id;E-mail;${OURS}`,
      "007;'=x;14;209;Email;Email is not a valid e-mail address;write a@b.nl",
      '',
    ]);
  });

  it('replace the reasons of an earlier rejects file', async () => {
    const header = ['_line', 'Id', '_message'];
    const rows = [{ cells: ['3', 'u-1', 'old'], line: 2, findings: [finding()] }];
    expect(await lines({ header, delimiter: ';', rows })).toEqual([
      `Id;${OURS}`,
      'u-1;2;209;Email;Email is not a valid e-mail address;',
      '',
    ]);
  });

  it('join several reasons in the same order, and name the rule where there is no code', async () => {
    const findings = [
      finding(),
      finding({ code: null, rule: 'user.x', field: null, message: 'is odd', suggestion: 'mend' }),
    ];
    const rows = [{ cells: ['u-1'], line: 2, findings, note: 'not sent' }];
    expect((await lines({ header: ['Id'], delimiter: ';', rows }))[1]).toBe(
      'u-1;2;"209 | ";"Email | ";Email is not a valid e-mail address | is odd [user.x] | not sent;" | mend"',
    );
  });

  it('keep the cells that are too many, so that the row is not taken for right', async () => {
    const rows = [{ cells: ['u-1', 'more'], line: 2, findings: [] }];
    expect((await lines({ header: ['Id'], delimiter: ';', rows }))[1]).toBe('u-1;more;2;;;;');
  });

  it('show which cells a row never had, so that it is not taken for right either', async () => {
    const rows = [{ cells: ['u-1'], line: 2, findings: [] }];
    expect((await lines({ header: ['Id', 'City'], delimiter: ';', rows }))[1]).toBe('u-1;(no cell);2;;;;');
  });

  it('add one such cell where a row lacked nothing but columns of an earlier rejects file', async () => {
    const rows = [{ cells: ['u-1', '2'], line: 3, findings: [] }];
    const header = ['Id', '_line', '_message'];
    expect((await lines({ header, delimiter: ';', rows }))[1]).toBe('u-1;(no cell);3;;;;');
  });

  it('begin with a byte order mark where it is asked for', async () => {
    expect((await lines({ header: ['Id'], delimiter: ';', rows: [], bom: true }))[0]).toBe(`\ufeffId;${OURS}`);
  });
});

describe('rejects as NDJSON', () => {
  it('carry the reasons as keys of the record, in place of earlier ones', () => {
    const value = JSON.parse('{"ExternalId":"u-1","_message":"old","_own":1,"__proto__":{"a":1}}');
    const [line = ''] = renderRejectsNdjson([{ value, line: 7, findings: [finding()] }]);
    expect(line).toBe(
      '{"ExternalId":"u-1","_own":1,"__proto__":{"a":1},"_line":7,"_code":"209","_field":"Email",' +
        '"_message":"Email is not a valid e-mail address","_suggestion":""}\n',
    );
  });

  it('keep what is no object beside the reasons', () => {
    const [line = ''] = renderRejectsNdjson([{ value: [1], line: 7, findings: [] }]);
    expect(JSON.parse(line)).toMatchObject({ _value: [1], _line: 7 });
  });
});
