/** A missing required column is one finding about the header. Rows have no finding about it. */
import { expect, it } from 'vitest';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { draftKind } from '../../../../src/bulk/kinds/read/draft-kind.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import { fileOf } from '../../input/reading.ts';

const ROWS = 'u-1,Ada,x\nu-2,Alan,y\n';

it.each([
  ['misspelt', 'ExternalId,FirstName,LstName', 'input.header.misspelt'],
  ['named by an ambiguous word', 'ExternalId,FirstName,Last', 'input.header.misspelt'],
  ['missing', 'ExternalId,FirstName,City', 'user.last-name.required'],
])('a required column that is %s is one finding about the header', async (_, header, rule) => {
  const source = await draftKind(userKind, await openInput(fileOf(`${header}\n${ROWS}`), {}), { mapping: new Map() });
  expect(source.findings.map((finding) => [finding.rule, finding.field])).toEqual([[rule, 'LastName']]);
  for await (const { findings, request } of validateDrafts([source], userKind)) {
    expect({ findings, request }).toEqual({ findings: [], request: undefined });
  }
});

it('a header that names no column is reported, and the rows have no findings', async () => {
  const source = await draftKind(userKind, await openInput(fileOf(`Anna,Bob,Cecil\n${ROWS}`), {}), {
    mapping: new Map(),
  });
  expect(source.findings.filter(({ severity }) => severity === 'error').map(({ field }) => field)).toEqual([
    'ExternalId',
    'LastName',
    'FirstName',
  ]);
  for await (const { findings, request } of validateDrafts([source], userKind)) {
    expect({ findings, request }).toEqual({ findings: [], request: undefined });
  }
});
