/** The people of the example catalogue who exist before the first request. */
import type { UserRequest } from '../../../src/platform/resources/user.ts';

export const STAFF: readonly UserRequest[] = [
  member('u-1', ['Marijke', 'van der Berg', 'scheduler.one'], 'Exam office', { PhoneNumber: '+31 30 2531000' }),
  member('u-2', ['François', "Lefèvre-d'Août", 'scheduler.two'], 'Exam office', { DisablePasswordReset: true }),
  member('u-3', ['Siobhán', "O'Brien", 's.obrien'], 'Examiner', {
    DateOfBirth: '1971-02-28',
    Hierarchies: [{ ExternalId: 'LAW', IsCoordinator: true, HasViewReportsPermissions: true }],
  }),
  member('u-4', ['Łukasz', 'Wójcik', 'l.wojcik'], 'Examiner', {
    Labels: ['medicine', 'second marker'],
    Hierarchies: [{ ExternalId: 'MED', HasReScoringPermissions: true }],
  }),
  member('u-5', ['Ayşe', 'Yıldırım', 'a.yildirim'], 'Teaching assistant', {
    SpecialNeeds: true,
    ReasonableAdjustmentPercentage: 25,
    Hierarchies: [{ ExternalId: 'ECO-2' }],
  }),
  member('u-6', ['Hendrik', "'t Hart", 'h.thart'], 'Invigilator', {}),
  member('u-7', ['Ελένη', 'Παπαδοπούλου', 'e.papadopoulou'], 'Invigilator', {}),
  member('u-8', ['小明', '王', 'x.wang'], 'Invigilator', { AllowedIpAddresses: ['192.0.2.0/24', '2001:db8::1'] }),
];

function member(
  id: string,
  [first, last, userName]: readonly [string, string, string],
  role: string,
  more: Partial<UserRequest>,
): UserRequest {
  return {
    ExternalId: id,
    FirstName: first,
    LastName: last,
    Email: `${userName}@example.edu`,
    UserName: userName,
    Role: role,
    ...more,
  };
}
