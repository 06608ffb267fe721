/** Requests that break one rule each, by the rule's name; and the rules that no request can break by its form alone. */
import { checkCollectionRequest, checkScheduleRequest, checkUserRequest } from '../../../src/contract/requests.ts';
import type { Problem } from '../../../src/contract/problem.ts';

type Problems = readonly Problem[];

const user = (more: object): Problems =>
  checkUserRequest({ ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', ...more }).problems;
const collection = (more: object): Problems => checkCollectionRequest({ Title: 'Collection', ...more }).problems;
const schedule = (candidate: object, more: object = {}): Problems =>
  checkScheduleRequest({
    Schedule: { AssessmentExtId: 'A-1', StartDateTime: '2027-01-11T08:00:00Z', GroupExtId: 'G-1', GroupName: 'Group' },
    Candidates: [{ CandidateExtId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'a@b.nl', ...candidate }],
    ...more,
  }).problems;
const long = (length: number) => 'x'.repeat(length);

export const FORM_SAMPLES: Readonly<Record<string, () => Problems>> = {
  'schedule-request.body.empty': () => checkScheduleRequest({ Schedule: {}, Candidates: [] }).problems,
  'candidate.reasonable-adjustment-percentage.range': () =>
    schedule({ SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 1000 }),
  'candidate.reasonable-adjustment-percentage.type': () =>
    schedule({ SpecialNeeds: 'true', ReasonableAdjustmentPercentage: '20' }),
  'candidate.reasonable-adjustment-percentage.without-special-needs': () =>
    schedule({ SpecialNeeds: 'false', ReasonableAdjustmentPercentage: 20 }),
  'candidate.attempt-ext-id.missing': () => schedule({}, { Workflow: 'EXTERNAL_ATTEMPTS' }),
  'candidate.attempt-ext-id.not-allowed': () => schedule({ AttemptExtId: 'a' }),
  'collection.external-id.pattern': () => collection({ ExternalId: 'a-b' }),
  'collection.title.required': () => collection({ Title: '' }),
  'collection.title.too-long': () => collection({ Title: long(100) }),
  'collection.taxonomies.item-empty': () => collection({ Taxonomies: [null] }),
  'taxonomy.external-id.required': () => collection({ Taxonomies: [{ Title: 'Bloom' }] }),
  'repository.external-id.required': () => collection({ ObjectiveRepositories: [''] }),
  'collection.objective-repositories.item-empty': () => collection({ ObjectiveRepositories: [{}] }),
  'collection.lo-repository-external-ids.item-empty': () => collection({ LoRepositoryExternalIds: [null] }),
  'collection.repositories.ambiguous': () =>
    collection({ LoRepositoryExternalIds: ['LO1'], ObjectiveRepositories: [{ ExternalId: 'LO2' }] }),
  'user.body.empty': () => checkUserRequest(null).problems,
  'user.body.type': () => checkUserRequest([]).problems,
  'user.external-id.empty': () => user({ ExternalId: '' }),
  'user.external-id.too-long': () => user({ ExternalId: long(65) }),
  'user.external-id.pattern': () => user({ ExternalId: 'a/b' }),
  'user.email.invalid': () => user({ Email: 'ada' }),
  'user.email.too-long': () => user({ Email: `${long(50)}@${long(50)}.nl` }),
  'user.first-name.required': () => user({ FirstName: ' ' }),
  'user.first-name.too-long': () => user({ FirstName: long(501) }),
  'user.last-name.required': () => user({ LastName: null }),
  'user.last-name.too-long': () => user({ LastName: long(501) }),
  'user.cellular-phone.too-long': () => user({ CellularPhone: long(51) }),
  'user.phone-number.too-long': () => user({ PhoneNumber: long(51) }),
  'user.address-line1.too-long': () => user({ AddressLine1: long(501) }),
  'user.address-line2.too-long': () => user({ AddressLine2: long(501) }),
  'user.postal-code.too-long': () => user({ PostalCode: long(51) }),
  'user.postal-address.too-long': () => user({ PostalAddress: long(501) }),
  'user.user-name.spaces': () => user({ UserName: 'ada lovelace' }),
  'user.user-name.too-long': () => user({ UserName: long(51) }),
  'user.company.too-long': () => user({ Company: long(101) }),
  'user.city.too-long': () => user({ City: long(51) }),
  'user.state.too-long': () => user({ State: long(51) }),
  'user.country-code.too-long': () => user({ CountryCode: long(21) }),
  'user.synchronization-key.invalid': () => user({ SynchronizationKey: '1234' }),
  'user.synchronization-key.too-long': () => user({ SynchronizationKey: long(65) }),
  'user.labels.too-many': () => user({ Labels: Array.from({ length: 21 }, (_, index) => `${index}`) }),
  'user.labels.item-empty': () => user({ Labels: [''] }),
  'user.labels.item-too-long': () => user({ Labels: [long(101)] }),
  'user.labels.duplicates': () => user({ Labels: ['a', 'b', 'a'] }),
  'user.allowed-ip-addresses.too-many': () =>
    user({ AllowedIpAddresses: Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`) }),
  'user.allowed-ip-addresses.item-invalid': () => user({ AllowedIpAddresses: ['127.1'] }),
  'user.allowed-ip-addresses.item-empty': () => user({ AllowedIpAddresses: [null] }),
  'user.allowed-ip-addresses.item-type': () => user({ AllowedIpAddresses: [127] }),
  'user.allowed-ip-addresses.duplicates': () => user({ AllowedIpAddresses: ['::A', '::a'] }),
  'user.role.empty': () => user({ Role: '' }),
  'user.hierarchies.item-empty': () => user({ Hierarchies: [null] }),
  'user-hierarchy.external-id.duplicates': () => user({ Hierarchies: [{ ExternalId: 'a' }, { ExternalId: 'a' }] }),
  'user-hierarchy.action.choice': () => user({ Hierarchies: [{ ExternalId: 'a', Action: 'MOVE' }] }),
  'user.photo.invalid': () => user({ Photo: 'photo.jpg' }),
  'user.photo.too-long': () => user({ Photo: `https://example.edu/${long(500)}` }),
  'user.date-of-birth.invalid': () => user({ DateOfBirth: '31-12-1999' }),
  'user.date-of-birth.too-long': () => user({ DateOfBirth: '1999-12-31T00:00' }),
  'user.password.too-short': () => user({ Password: '1234' }),
  'user.password.too-long': () => user({ Password: long(501) }),
  'user.reasonable-adjustment-percentage.range': () => user({ SpecialNeeds: true, ReasonableAdjustmentPercentage: -1 }),
  'user.reasonable-adjustment-percentage.type': () => user({ SpecialNeeds: true, ReasonableAdjustmentPercentage: 0.5 }),
  'user.reasonable-adjustment-percentage.without-special-needs': () => user({ ReasonableAdjustmentPercentage: 20 }),
};

/** Why a request of good form can still break them: what they depend on. */
export const STATE_RULES: Readonly<Record<string, readonly string[]>> = {
  'what is in the store': [
    'schedule.not-found',
    'schedule.activated',
    'schedule.hierarchy.not-found',
    'schedule.hierarchy.inactive',
    'schedule.workflow.differs',
    'schedule.schedule-ext-id.duplicate',
    'schedule.assessment.not-found',
    'schedule.end-date-time.too-early',
    'schedule.proctoring-template.not-found',
    'candidate.adjustment.exceeds-window',
    'candidate.user-name.taken',
    'review-session.not-found',
    'collection.owner.not-found',
    'collection.owner.not-permitted',
    'collection.external-id.taken',
    'collection.taxonomy.not-found',
    'collection.repository.not-found',
    'collection.repository.not-a-repository',
    'collection.repository.not-published',
    'collection.repository.no-access',
    'user.root-hierarchy.not-found',
    'user.hierarchy.not-found',
    'user.hierarchy.permissions',
    'user.hierarchy.inactive',
    'user.not-found',
    'user.external-id.taken',
    'user.user-name.taken',
    'user.synchronization-key.taken',
    'user.role.not-found',
    'invigilators.schedule.not-found',
    'invigilators.schedule.archived',
    'invigilators.schedule.finished',
    'invigilators.user.not-invigilator',
  ],
  "the platform's settings and roles": [
    'schedule.owner.not-set',
    'schedule.owner.not-permitted',
    'collection.owner.not-set',
    'user.external-id.required',
    'user.role.required',
  ],
  'the world outside': ['user.unknown-error', 'user.photo.not-loaded'],
  'a path and a plain array, which are no resource with fields': [
    'invigilators.body.empty',
    'invigilators.body.no-valid-id',
    'invigilators.schedule-ext-id.required',
  ],
};
