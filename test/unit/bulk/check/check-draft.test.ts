import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../../../src/bulk/check/check-draft.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { candidate, scheduleRequest, userRequest } from '../../../support/conformance/requests.ts';
import { draftOf, foundAt } from './drafts.ts';

const NOTHING: ReadonlySet<string> = new Set();

describe('a draft', () => {
  it('that is good is a request, with nothing found', () => {
    const request = userRequest();
    expect(checkDraft(draftOf(request), userKind, NOTHING)).toEqual({ findings: [], request });
  });

  it('is told of every problem, where it stands and with its number', () => {
    const request = userRequest({ Email: 'ada', Labels: ['a', 'a'] });
    const { findings, ...rest } = checkDraft(draftOf(request, 3, { key: 'u-1' }), userKind, NOTHING);
    expect(rest).toEqual({});
    const place = { severity: 'error', file: 'people.csv', line: 4, record: 3, key: 'u-1' };
    expect(findings).toMatchObject([
      { ...place, field: 'Email', code: 209, rule: 'user.email.invalid' },
      { ...place, field: 'Labels[1]', code: 236, rule: 'user.labels.duplicates' },
    ]);
  });

  it('is not told twice what was found while its value was read', () => {
    const draft = draftOf(userRequest({ Email: undefined, City: 7 }), 1, { problems: [foundAt(['City'], 'cell.odd')] });
    const { findings, request } = checkDraft(draft, userKind, NOTHING);
    expect(findings.map(({ rule }) => rule)).toEqual(['cell.odd']);
    expect(request).toBeUndefined();
  });

  it('is not told again what the header was told, and is no request all the same', () => {
    const draft = draftOf({ ExternalId: 'u-1', LastName: 'L' });
    const checked = checkDraft(draft, userKind, new Set(['user.first-name.required']));
    expect(checked).toEqual({ findings: [] });
  });

  it('that is unusable is checked no further', () => {
    const checked = checkDraft(draftOf(null, 1, { unusable: true }), userKind, NOTHING);
    expect(checked).toEqual({ findings: [] });
  });

  it('with white space around a name is warned, and is a request', () => {
    const { findings, request } = checkDraft(draftOf(userRequest({ FirstName: ' Ada' })), userKind, NOTHING);
    expect(findings).toMatchObject([{ severity: 'warning', field: 'FirstName', code: null }]);
    expect(request).toMatchObject({ FirstName: ' Ada' });
  });

  it('is warned of the names of each candidate', () => {
    const candidates = [candidate(), candidate({ CandidateExtId: 'c-2', LastName: 'L ' })];
    const { findings } = checkDraft(draftOf(scheduleRequest({ candidates })), scheduleKind, NOTHING);
    expect(findings).toMatchObject([
      { severity: 'warning', field: 'Candidates[1].LastName', rule: 'candidate.last-name.surrounding-space' },
    ]);
  });

  it('is warned of damaged texts wherever they stand, and is a request', () => {
    const candidates = [
      candidate(),
      candidate({ CandidateExtId: 'c-2', LastName: '#N/A', ProctorUIds: ['p', 'NULL'] }),
    ];
    const request = scheduleRequest({ schedule: { Title: 'RenÃ©e' }, candidates });
    const checked = checkDraft(draftOf(request), scheduleKind, NOTHING);
    expect(checked.request).toEqual(request);
    const code = { severity: 'warning', code: null } as const;
    expect(checked.findings).toMatchObject([
      { ...code, field: 'Schedule.Title', rule: 'schedule.title.misread' },
      { ...code, field: 'Candidates[1].LastName', rule: 'candidate.last-name.spreadsheet-error' },
      { ...code, field: 'Candidates[1].ProctorUIds[1]', rule: 'candidate.proctor-uids.item-placeholder' },
    ]);
  });

  it('is not warned of a text that is wrong already', () => {
    const request = userRequest({ DateOfBirth: '#N/A', City: '=A1', Company: 'NULL', Password: 'NULL12' });
    const { findings } = checkDraft(draftOf(request), userKind, NOTHING);
    expect(findings.map(({ rule }) => rule)).toEqual([
      'user.date-of-birth.invalid',
      'user.city.formula',
      'user.company.placeholder',
    ]);
  });
});
