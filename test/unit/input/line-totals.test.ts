/** Accounts for the lines of an input: each line counts once, and their sum is the number of lines. */
import { describe, expect, it } from 'vitest';
import { csv, SCHEDULE } from '../../support/cli/sitting-list.ts';
import { fileOf } from './reading.ts';
import { wouldSend } from './sending.ts';

const NAMES = 'ExternalId,FirstName,LastName,Company';
const ONE = '{"ExternalId":"a","FirstName":"A","LastName":"B"}';

describe('the lines of', () => {
  it.each<[what: string, ending: string, text: string, totals: readonly number[]]>([
    ['a plain table', '.csv', `${NAMES}\nr1,A,B,C\nr2,A,B,C\n`, [3, 1, 2, 0, 0, 0]],
    ['one without a last line end', '.csv', `${NAMES}\r\nr1,A,B,C`, [2, 1, 1, 0, 0, 0]],
    ['one of mixed line ends', '.csv', `${NAMES}\rr1,A,B,C\r\nr2,A,B,C\nr3,A,B,C\r`, [4, 1, 3, 0, 0, 0]],
    ['cells of several lines', '.csv', `${NAMES}\nr1,A,B,"C\r\nD\rE"\nr2,A,B,C\n`, [5, 1, 2, 2, 0, 0]],
    ['a header of several lines', '.csv', `${NAMES},"Shoe\nsize"\nr1,A,B,C,41\n`, [3, 2, 1, 0, 0, 0]],
    ['a declared delimiter', '.csv', `sep=;\n${NAMES.replaceAll(',', ';')}\nr1;A;B;C\n`, [3, 2, 1, 0, 0, 0]],
    ['blank lines and rows', '.csv', `\n${NAMES}\n\n\nr1,A,B,C\n,,,\n  \n"","\n",,\n\n`, [10, 1, 1, 0, 8, 0]],
    ['swallowed rows', '.csv', `${NAMES}\nr1,A,B,"C\nr2,A,B,C"\nr3,A,B,C\n`, [4, 1, 2, 0, 0, 1]],
    ['a byte order mark', '.csv', `\ufeff${NAMES}\nr1,A,B,C\n`, [2, 1, 1, 0, 0, 0]],
    ['one JSON object', '.json', `${ONE.replaceAll(',', ',\n')}\n`, [3, 0, 1, 2, 0, 0]],
    ['a JSON array', '.json', `[\n${ONE},\n\n${ONE.replace('a', 'b')}\n]\n`, [5, 2, 2, 0, 1, 0]],
    ['a JSON array in one line', '.json', `[${ONE},${ONE.replace('a', 'b')}]`, [1, 0, 1, 0, 0, 0]],
    ['JSON records that share lines', '.json', `[{\n"ExternalId":"a"\n},{\n"ExternalId":"b"}\n]`, [5, 1, 2, 2, 0, 0]],
    ['an empty JSON array', '.json', '\n[\n\n]\n ', [5, 2, 0, 0, 3, 0]],
    ['NDJSON', '.ndjson', `${ONE}\r\n\n  \n${ONE.replace('a', 'b')}`, [4, 0, 2, 0, 2, 0]],
  ])('%s are told apart', async (_, ending, text, [lines, header, records, continued, blank, reported]) => {
    const file = fileOf(text, ending);
    const { report } = await wouldSend('users', [file]);
    expect(report.inputs).toEqual([{ file, lines, header, records, continued, blank, reported }]);
  });

  it('two joined files are counted separately', async () => {
    const schedules = fileOf(`${csv([SCHEDULE])}\n`);
    const names = 'ScheduleExtId,CandidateExtId,FirstName,LastName,Email,Company';
    const rows = ['S-1,c-1,A,B,a@x.edu,"C\nD"', 'S-1,c-2,A,B,b@x.edu,', 'S-9,c-3,A,B,c@x.edu,', 'S-1,,,,,', ',,,,,'];
    const candidates = fileOf([names, ...rows].join('\n'));
    const { report } = await wouldSend('schedules', [schedules, candidates]);
    expect(report.inputs).toEqual([
      { file: schedules, lines: 3, header: 1, records: 1, continued: 0, blank: 1, reported: 0 },
      { file: candidates, lines: 7, header: 1, records: 4, continued: 1, blank: 1, reported: 0 },
    ]);
    // A row of a table of candidates counts as a candidate, even if it names none.
    expect(report.findings).toContainEqual(
      expect.objectContaining({ line: 6, rule: 'schedule-request.candidates.item-empty' }),
    );
  });

  it('a file that is not read to its end are unknown', async () => {
    const { report } = await wouldSend('users', [fileOf(`${NAMES}\nr1,A,B,C\nr2,A,"B\n`)]);
    expect(report).toMatchObject({ exitCode: 3, inputs: [] });
  });
});
