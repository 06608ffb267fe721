/** "Errors": the tables of the interface, row by row, and the conditions that they lack. */

/** The number of the interface, or null if it has none; its text; and the stable names of the rules that have the number. */
export type ConditionRow = readonly [code: number | null, meaning: string, ...rules: [string, ...string[]]];

const ADJUSTMENT_INVALID = [249, 'ReasonableAdjustmentPercentage invalid'] as const;
const ADJUSTMENT_WITHOUT_NEEDS = [250, 'ReasonableAdjustmentPercentage set while SpecialNeeds is false'] as const;

/** Errors: Schedule (400). */
const SCHEDULE = [
  [null, 'All fields of the body are empty', 'schedule-request.body.empty'],
  [null, 'Schedule not found by external id', 'schedule.not-found'],
  [null, 'Activated schedule cannot be updated', 'schedule.activated'],
  [null, 'Hierarchy not found by external id', 'schedule.hierarchy.not-found'],
  [null, 'Scheduler not set in external API settings', 'schedule.owner.not-set'],
  [
    null,
    'Selected scheduler no longer has permission to create, update and delete schedules',
    'schedule.owner.not-permitted',
  ],
  [
    null,
    'Workflow differs from that of the existing schedule (create a new schedule or keep the workflow)',
    'schedule.workflow.differs',
  ],
  [
    ...ADJUSTMENT_INVALID,
    'candidate.reasonable-adjustment-percentage.range',
    'candidate.reasonable-adjustment-percentage.type',
  ],
  [...ADJUSTMENT_WITHOUT_NEEDS, 'candidate.reasonable-adjustment-percentage.without-special-needs'],
  [null, 'Hierarchy must be active', 'schedule.hierarchy.inactive'],
  [null, 'Duplicate ScheduleExtId', 'schedule.schedule-ext-id.duplicate'],
] as const satisfies readonly ConditionRow[];

/** Errors: Review session (400). */
const REVIEW_SESSION = [
  [1101, 'Review session has not been found', 'review-session.not-found'],
] as const satisfies readonly ConditionRow[];

/** Errors: Collection (400). */
const COLLECTION = [
  [
    802,
    'ExternalId must be alphanumeric',
    'collection.external-id.pattern',
    'collection.external-id.surrounding-space',
    'collection.external-id.too-long',
  ],
  [804, 'Title null or empty', 'collection.title.required'],
  [805, 'Title too long', 'collection.title.too-long'],
  [806, 'Owner not found', 'collection.owner.not-found'],
  [807, 'Owner not set', 'collection.owner.not-set'],
  [808, 'Owner lacks permission to view collections', 'collection.owner.not-permitted'],
  [810, 'ExternalId already used', 'collection.external-id.taken'],
  [900, 'Taxonomy not found', 'collection.taxonomy.not-found'],
  [901, 'Taxonomy cannot be empty', 'collection.taxonomies.item-empty'],
  [902, 'Taxonomy ExternalId null or empty', 'taxonomy.external-id.required'],
  [1000, 'Learning objective repository not found', 'collection.repository.not-found'],
  [1001, 'Learning objective must be a repository', 'collection.repository.not-a-repository'],
  [1002, 'Learning objective repository must be published', 'collection.repository.not-published'],
  [1003, 'Owner has no access to the repository', 'collection.repository.no-access'],
  [
    1004,
    'Repository ExternalId null or empty',
    'repository.external-id.required',
    'collection.objective-repositories.item-empty',
    'collection.lo-repository-external-ids.item-empty',
  ],
] as const satisfies readonly ConditionRow[];

/** Errors: User (400). It has a number for every condition. A body that is no user has 102, the unknown error. */
const USER = [
  [102, 'Unknown error', 'user.body.type', 'user.body.empty'],
  [130, 'Root hierarchy not found', 'user.root-hierarchy.not-found'],
  [131, 'Hierarchy not found', 'user.hierarchy.not-found'],
  [133, 'Permissions cannot be set for the hierarchy', 'user.hierarchy.permissions'],
  [202, 'User not found', 'user.not-found'],
  [206, 'ExternalId null or empty', 'user.external-id.required', 'user.external-id.empty'],
  [209, 'Email not a valid address', 'user.email.invalid', 'user.email.surrounding-space', 'user.email.too-long'],
  [210, 'FirstName null or empty', 'user.first-name.required'],
  [211, 'FirstName too long', 'user.first-name.too-long'],
  [212, 'LastName null or empty', 'user.last-name.required'],
  [213, 'LastName too long', 'user.last-name.too-long'],
  [214, 'A user with the same UserName exists', 'user.user-name.taken'],
  [218, 'ExternalId too long', 'user.external-id.too-long'],
  [
    219,
    'ExternalId has characters that are not allowed',
    'user.external-id.pattern',
    'user.external-id.surrounding-space',
  ],
  [220, 'CellularPhone too long', 'user.cellular-phone.too-long'],
  [221, 'PhoneNumber too long', 'user.phone-number.too-long'],
  [222, 'AddressLine1 too long', 'user.address-line1.too-long'],
  [223, 'AddressLine2 too long', 'user.address-line2.too-long'],
  [224, 'PostalCode too long', 'user.postal-code.too-long'],
  [225, 'PostalAddress too long', 'user.postal-address.too-long'],
  [
    226,
    'UserName has spaces or is too long',
    'user.user-name.spaces',
    'user.user-name.surrounding-space',
    'user.user-name.too-long',
  ],
  [227, 'Company too long', 'user.company.too-long'],
  [228, 'City too long', 'user.city.too-long'],
  [229, 'State too long', 'user.state.too-long'],
  [230, 'CountryCode too long', 'user.country-code.too-long'],
  [
    231,
    'SynchronizationKey not a valid guid',
    'user.synchronization-key.invalid',
    'user.synchronization-key.surrounding-space',
    'user.synchronization-key.too-long',
  ],
  [232, 'A user with the same SynchronizationKey exists', 'user.synchronization-key.taken'],
  [233, 'A user with the same ExternalId exists', 'user.external-id.taken'],
  [234, 'Too many labels', 'user.labels.too-many'],
  [235, 'A label is empty or too long', 'user.labels.item-empty', 'user.labels.item-too-long'],
  [236, 'Labels contain duplicates', 'user.labels.duplicates'],
  [237, 'Too many AllowedIpAddresses', 'user.allowed-ip-addresses.too-many'],
  [
    238,
    'AllowedIpAddresses not valid IPs or IP ranges',
    'user.allowed-ip-addresses.item-invalid',
    'user.allowed-ip-addresses.item-empty',
    'user.allowed-ip-addresses.item-type',
    'user.allowed-ip-addresses.item-surrounding-space',
  ],
  [239, 'AllowedIpAddresses contain duplicates', 'user.allowed-ip-addresses.duplicates'],
  [240, 'Role null or empty', 'user.role.required', 'user.role.empty'],
  [241, 'Role with the given title not found', 'user.role.not-found'],
  [242, 'Hierarchies contain nulls', 'user.hierarchies.item-empty'],
  [243, 'Hierarchies contain duplicates', 'user-hierarchy.external-id.duplicates'],
  [244, 'Hierarchies contain invalid actions', 'user-hierarchy.action.choice'],
  [
    245,
    'Photo could not be loaded; must be a valid URL',
    'user.photo.invalid',
    'user.photo.surrounding-space',
    'user.photo.too-long',
    'user.photo.not-loaded',
  ],
  [
    246,
    'DateOfBirth not in YYYY-MM-DD or YYYYMMDD',
    'user.date-of-birth.invalid',
    'user.date-of-birth.surrounding-space',
    'user.date-of-birth.too-long',
  ],
  [247, 'Password too short or too long', 'user.password.too-short', 'user.password.too-long'],
  [...ADJUSTMENT_INVALID, 'user.reasonable-adjustment-percentage.range', 'user.reasonable-adjustment-percentage.type'],
  [...ADJUSTMENT_WITHOUT_NEEDS, 'user.reasonable-adjustment-percentage.without-special-needs'],
  [1134, 'Hierarchy must be active', 'user.hierarchy.inactive'],
] as const satisfies readonly ConditionRow[];

/** Errors: Invigilators (listed with status 200). */
const INVIGILATORS = [
  [100, 'Request body null or empty', 'invigilators.body.empty'],
  [200, 'No valid user external ids in the request', 'invigilators.body.no-valid-id'],
  [300, 'Schedule external id null or empty', 'invigilators.schedule-ext-id.required'],
  [301, 'Schedule not found', 'invigilators.schedule.not-found'],
  [302, 'Schedule is archived', 'invigilators.schedule.archived'],
  [305, 'Schedule is finished', 'invigilators.schedule.finished'],
  [319, 'User has not been added as invigilator of this schedule', 'invigilators.user.not-invigilator'],
] as const satisfies readonly ConditionRow[];

/** The tables by operation, in the order of the endpoints. */
export const TABLES = {
  pushSchedule: SCHEDULE,
  getReviewSession: REVIEW_SESSION,
  addCollection: COLLECTION,
  saveUser: USER,
  removeInvigilators: INVIGILATORS,
};

/** Conditions that the prose of the interface implies, by operation, and those of the catalogue, which it does not have. */
export const OWN_TABLES = {
  pushSchedule: [
    [null, 'Assessment not found by external id', 'schedule.assessment.not-found'],
    [
      null,
      'The span from start to end must be greater than assessment duration plus extra time',
      'schedule.end-date-time.too-early',
    ],
    [null, 'Proctoring template not found by external id', 'schedule.proctoring-template.not-found'],
    [null, 'AttemptExtId is required for workflow EXTERNAL_ATTEMPTS', 'candidate.attempt-ext-id.missing'],
    [null, 'AttemptExtId must not be used with workflow DEFAULT', 'candidate.attempt-ext-id.not-allowed'],
    [
      null,
      "The candidate's extra time needs more than the span from start to end",
      'candidate.adjustment.exceeds-window',
    ],
    [null, 'Another user has the same UserName', 'candidate.user-name.taken'],
  ],
  addCollection: [
    [
      null,
      'LoRepositoryExternalIds and ObjectiveRepositories name different repositories',
      'collection.repositories.ambiguous',
    ],
  ],
  catalogue: [
    [null, 'An entry refers to an entry that does not exist', 'catalogue.reference.broken'],
    [null, 'There is at most one root hierarchy', 'catalogue.root.second'],
    [null, 'A hierarchy is its own ancestor', 'catalogue.hierarchy.cycle'],
  ],
} as const satisfies Record<string, readonly ConditionRow[]>;
