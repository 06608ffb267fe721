import { expect, it } from 'vitest';
import { renderXlsx } from '../../../../src/output/formats/xlsx.ts';
import { finding } from '../report-fixtures.ts';
import { partsOf, reportedRun } from '../reported-run.ts';

const findings = [2, 3, 4].map((line) => finding({ line }));
const NOTE = '2 more rows do not fit into this sheet; --report FILE.csv has them';

it('says in a full sheet how many rows are left out', async () => {
  expect(await partsOf(renderXlsx(reportedRun({ findings }), 3))).toContain(NOTE);
  const whole = await partsOf(renderXlsx(reportedRun({ findings }), 4));
  expect(whole).not.toContain('do not fit');
  expect(whole.match(/Email is not a valid/g)).toHaveLength(3);
});
