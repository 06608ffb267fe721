/** A missing required column is one finding about the header. Rows have no finding about it. */
import { expect, it } from 'vitest';
import { readRequests } from '../../input/pipeline.ts';

it.each([
  ['misspelt', 'ExternalId,FirstName,LstName', ['input.header.misspelt LastName']],
  ['named by an ambiguous word', 'ExternalId,FirstName,Last', ['input.header.misspelt LastName']],
  ['missing', 'ExternalId,FirstName,City', ['user.last-name.required LastName']],
])('a required column that is %s is one finding about the header', async (_, header, expected) => {
  const { requests, findings } = await readRequests('users', `${header}\nu-1,Ada,x\nu-2,Alan,y\n`, '.csv');
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect({ requests, errors: errors.map(({ rule, field }) => `${rule} ${field}`) }).toEqual({
    requests: [],
    errors: expected,
  });
});
