/** Cells whose value is not known: rejects show what stood there, and are refused for the same reason when they return. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';
import { makeSheet, textCell as text, textRow } from '../support/xlsx/workbook.ts';

const NUMBER = '9007199254740993';
const SYNC = ['user', 'sync'] as const;

async function setUp() {
  const space = await createWorkspace();
  const errorsOf = async (args: readonly string[]) => {
    const { code, report } = await space.json(args);
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    return { code, errors };
  };
  const lines = async (name: string) =>
    (await readFile(join(space.folder, name), 'utf8')).replace('\ufeff', '').split('\r\n');
  return { ...space, errorsOf, lines };
}

test('long numbers of a JSON record come back with all their digits', async () => {
  const { file, errorsOf, folder } = await setUp();
  const record = `{"ExternalId":${NUMBER},"FirstName":"A","LastName":"B","Labels":["a,\\"[",1e400],"Role":12}`;
  await file('f.json', `[${record.replace(NUMBER, '"u-1"')}, ${record}]`);
  await errorsOf([...SYNC, 'f.json', '--rejects', 'r.ndjson']);
  const [first, second] = (await readFile(join(folder, 'r.ndjson'), 'utf8')).split('\n');
  expect(first).toMatch(
    /^\{"ExternalId":"u-1","FirstName":"A","LastName":"B","Labels":\["a,\\"\[",1e400\],"Role":12,"_line":1,/,
  );
  expect(second).toContain(`{"ExternalId":${NUMBER},`);
});

const ROWS = [
  `<c><v>1234567890123456</v></c>${text('Ada')}${text('Byron')}`,
  `${text('u-3')}<c t="e"><v>#N/A</v></c>${text('Byron')}`,
  `${text('u-4')}${text('Bob')}<c><f>B5
+1</f></c>`,
  `${text('u-5')}${text('Eva')}<c s="1"><v>0.5</v></c>`,
].map((cells, index) => `<row r="${index + 2}">${cells}</row>`);
const SHEET = makeSheet(textRow(1, ['ExternalId', 'FirstName', 'LastName']) + ROWS.join(''), { formats: ['ggge'] });
const RULES = [
  'user.external-id.digits-lost',
  'user.first-name.error-value',
  'user.last-name.no-result',
  'user.last-name.unknown-format',
];

test.each(['r.csv', 'r.xlsx'])(
  'cells of a sheet that are not read come back in %s, and say the same again',
  async (rejects) => {
    const { folder, errorsOf } = await setUp();
    await writeFile(join(folder, 'u.xlsx'), SHEET);
    for (const [from, to] of [
      ['u.xlsx', rejects],
      [rejects, `2-${rejects}`],
      [`2-${rejects}`, `3-${rejects}`],
    ] as const) {
      const { code, errors } = await errorsOf(['validate', 'users', from, '--rejects', to]);
      expect({ code, rules: errors.map(({ rule }) => rule) }).toEqual({ code: 3, rules: RULES });
    }
  },
);

test('the rejects have the original texts of the cells of a sheet', async () => {
  const { folder, errorsOf, lines } = await setUp();
  await writeFile(join(folder, 'u.xlsx'), SHEET);
  await errorsOf(['validate', 'users', 'u.xlsx', '--rejects', 'r.csv']);
  const cells = (await lines('r.csv')).slice(1).flatMap((line) => line.match(/\(not read [^)]*\)/) ?? []);
  expect(cells).toEqual([
    '(not read [digits-lost]: 1234567890123456)',
    '(not read [error-value]: #N/A)',
    '(not read [no-result]: =B5 +1)',
    '(not read [unknown-format]: 0.5)',
  ]);
});
