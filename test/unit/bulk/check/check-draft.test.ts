import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../../../src/bulk/check/validate.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { candidate, scheduleRequest, userRequest } from '../../../support/conformance/requests.ts';
import { draftOf, foundAt } from './drafts.ts';

const NOTHING: readonly string[] = [];

describe('a draft', () => {
  it('gets a finding for every problem, with place and code', () => {
    const request = userRequest({ Email: 'ada', Labels: ['a', 'a'] });
    const { findings, ...rest } = checkDraft(draftOf(request, 3, { key: 'u-1' }), userKind, NOTHING);
    expect(rest).toEqual({});
    const place = { severity: 'error', file: 'people.csv', line: 4, record: 3, key: 'u-1' };
    expect(findings).toMatchObject([
      { ...place, field: 'Email', code: 209, rule: 'user.email.invalid' },
      { ...place, field: 'Labels[1]', code: 236, rule: 'user.labels.duplicates' },
    ]);
  });

  it('gets one finding for a value, if a problem was found while the value was read', () => {
    const draft = draftOf(userRequest({ Email: undefined, City: 7 }), 1, {
      problems: [foundAt(['City'], 'cell.wrong')],
    });
    const { findings, request } = checkDraft(draft, userKind, NOTHING);
    expect(findings.map(({ rule }) => rule)).toEqual(['cell.wrong']);
    expect(request).toBeUndefined();
  });

  it('gets no finding for a rule that the header breaks, and no request either', () => {
    const draft = draftOf({ ExternalId: 'u-1', LastName: 'L' });
    const checked = checkDraft(draft, userKind, ['user.first-name.required']);
    expect(checked).toEqual({ findings: [] });
  });

  it('gets warnings about damaged texts at every place, and its request', () => {
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

  it('gets no warning about a text with an error', () => {
    const request = userRequest({ DateOfBirth: '#N/A', City: '=A1', Company: 'NULL', Password: 'NULL12' });
    const { findings } = checkDraft(draftOf(request), userKind, NOTHING);
    expect(findings.map(({ rule }) => rule)).toEqual([
      'user.date-of-birth.invalid',
      'user.city.formula',
      'user.company.placeholder',
    ]);
  });
});
