import { describe, expect, it } from 'vitest';
import type { RejectedRow, SourceLayout } from '../../../../src/model/draft.ts';
import { renderRejectsFile } from '../../../../src/output/files/rejects.ts';
import { finding } from '../report-fixtures.ts';
import { partsOf } from '../reported-run.ts';

interface Reject extends Omit<RejectedRow, 'row'> {
  readonly cells?: readonly string[];
  readonly value?: unknown;
  readonly line: number;
}

async function render(layout: SourceLayout, rows: readonly Reject[]): Promise<string> {
  const rejects = rows.map(({ cells, value, line, ...rest }): RejectedRow => {
    const content = cells === undefined ? { value } : { cells };
    return { row: { file: 'a', line, record: line - 1, lines: 1, content }, ...rest };
  });
  const file = await renderRejectsFile('rejects.csv', { layout, rejects });
  return file === undefined ? '' : partsOf(file.content);
}

async function lines({ rows, ...layout }: { header: string[]; delimiter: string; rows: Reject[] }): Promise<string[]> {
  const text = await render({ format: 'rows', ...layout }, rows);
  expect(text.startsWith('\ufeff')).toBe(true);
  return text.slice(1).split('\r\n');
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

  it('join several reasons in the same order, and name the rule if there is no code', async () => {
    const findings = [
      finding(),
      finding({ code: null, rule: 'user.x', field: null, message: 'is odd', suggestion: 'fix' }),
    ];
    const rows = [{ cells: ['u-1'], line: 2, findings, note: 'not sent' }];
    expect((await lines({ header: ['Id'], delimiter: ';', rows }))[1]).toBe(
      'u-1;2;"209 | ";"Email | ";Email is not a valid e-mail address | is odd [user.x] | not sent;" | fix"',
    );
  });

  it('keep extra cells, so that the row does not look correct', async () => {
    const rows = [{ cells: ['u-1', 'more'], line: 2, findings: [] }];
    expect((await lines({ header: ['Id'], delimiter: ';', rows }))[1]).toBe('u-1;more;2;;;;');
  });

  it('mark the missing cells of a short row, so that it does not look correct', async () => {
    const rows = [{ cells: ['u-1'], line: 2, findings: [] }];
    expect((await lines({ header: ['Id', 'City'], delimiter: ';', rows }))[1]).toBe('u-1;(no cell);2;;;;');
  });

  it('are no file if no row of the input was rejected', async () => {
    const layout = { format: 'rows', header: ['Id'], delimiter: ',' } as const;
    expect(await render(layout, [{ value: {}, line: 1, findings: [finding()] }])).toBe('');
  });
});

describe('rejects as NDJSON', () => {
  it('carry the reasons as keys of the record, in place of earlier ones', async () => {
    const value = JSON.parse('{"ExternalId":"u-1","_message":"old","_own":1,"__proto__":{"a":1}}');
    const line = await render({ format: 'records' }, [{ value, line: 7, findings: [finding()] }]);
    expect(line).toBe(
      '{"ExternalId":"u-1","_own":1,"__proto__":{"a":1},"_line":7,"_code":"209","_field":"Email",' +
        '"_message":"Email is not a valid e-mail address","_suggestion":""}\n',
    );
  });
});
