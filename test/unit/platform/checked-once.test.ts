import { describe, expect, it } from 'vitest';
import { checkFields } from '../../../src/platform/fields/check.ts';
import { checkUserRequest } from '../../../src/platform/request-rules.ts';
import { candidateResource } from '../../../src/platform/resources/schedule.ts';

const USER = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', Labels: ['law'] };

function passedUser(request: unknown): object {
  const form = checkUserRequest(request);
  if (!('value' in form)) throw new Error('The user is refused');
  return form.value;
}

describe('a value that has passed its check', () => {
  it('passes again as the very object that it is', () => {
    const user = passedUser(USER);
    expect(passedUser(user)).toBe(user);
  });

  it('is a copy: the original is checked each time', () => {
    const source = { ...USER, Labels: ['law'] };
    const user = passedUser(source);
    source.Labels.push('law');
    expect(user).toEqual(USER);
    expect(checkUserRequest(source).problems).toMatchObject([{ rule: 'user.labels.duplicates' }]);
  });

  it('has not passed as something else', () => {
    const form = checkFields(candidateResource, passedUser(USER));
    expect(form.problems.map(({ rule }) => rule)).toContain('candidate.candidate-ext-id.required');
  });
});
