/** "Limits": every field at its maximum length and one character beyond, counted in code points. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/platform/conditions/index.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import { kebabCase } from '../../../src/platform/fields/field.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { LONGEST_ID, LONGEST_ROLE } from './base-catalogue.ts';
import { expectedSighting } from './coverage.ts';
import { DOCUMENTED_LIMITS } from './documented.ts';
import { candidate, collectionRequest, scheduleRequest, textOf, userRequest } from './requests.ts';
import { rulesIn, sightingsIn } from './sightings.ts';
import type { Suite } from './suite.ts';

/** Each has two UTF-16 units: a check that counts units or bytes would refuse the text too early. */
const FREE = '😀';

interface Maker {
  /** Makes a valid text of this length; without it, any characters are valid. */
  readonly make?: (length: number) => string;
  /** The rule that even a text of maximum length breaks, since no entry with such a name can exist. */
  readonly atLimit?: string;
}

/** Makes texts for fields that do not accept all characters. */
const MAKERS: Readonly<Record<string, Readonly<Record<string, Maker>>>> = {
  schedule: {
    AssessmentExtId: { make: longestId },
    ScheduleExtId: { make: longestId },
    GroupExtId: { make: longestId },
    ScheduleGroupExtId: { make: longestId },
    ProctoringServiceTemplateExternalId: { make: longestId },
    Owner: { atLimit: 'schedule.owner.not-permitted' },
  },
  candidate: { CandidateExtId: { make: (length) => textOf(length) }, Email: { make: mailOf } },
  collection: { ExternalId: { make: longestId }, Owner: { atLimit: 'collection.owner.not-found' } },
  user: {
    ExternalId: { make: (length) => textOf(length) },
    Email: { make: mailOf },
    Role: { make: (length) => LONGEST_ROLE.padEnd(length, 'R') },
    Photo: { make: (length) => `https://photos.example.org/${textOf(length - 27)}` },
    DateOfBirth: { make: (length) => '2000-02-29'.padEnd(length, '0') },
    // The interface allows 64 characters, but a guid is shorter.
    SynchronizationKey: { atLimit: 'user.synchronization-key.invalid' },
  },
  'user-hierarchy': { ExternalId: { make: longestId } },
};

/** Every text field with a limit, and the function that makes a text of a length. */
const LIMITS = Object.entries(DOCUMENTED_LIMITS).flatMap(([resource, limits]) =>
  Object.entries(limits).map(([field, max]) => ({
    ...{ resource: resource as keyof typeof DOCUMENTED_LIMITS, field, max },
    ...{ make: (length: number) => textOf(length, FREE), ...MAKERS[resource]?.[field] },
    rule: `${resource}.${kebabCase(field)}.too-long`,
  })),
);

type Send = (service: AssessmentService, change: object) => Promise<Answer<unknown>>;

const SENDERS: Readonly<Record<keyof typeof DOCUMENTED_LIMITS, readonly [Operation, Send]>> = {
  schedule: ['pushSchedule', (service, schedule) => service.pushSchedule(scheduleRequest({ schedule }))],
  candidate: [
    'pushSchedule',
    (service, change) => {
      const top = 'AttemptExtId' in change ? { Workflow: 'EXTERNAL_ATTEMPTS' } : {};
      return service.pushSchedule(scheduleRequest({ top, candidates: [candidate(change)] }));
    },
  ],
  collection: ['addCollection', (service, change) => service.addCollection(collectionRequest(change))],
  user: ['saveUser', (service, change) => service.saveUser(userRequest(change))],
  'user-hierarchy': ['saveUser', (service, change) => service.saveUser(userRequest({ Hierarchies: [change] }))],
};

export function describeLimits(suite: Suite): void {
  let service: AssessmentService;
  beforeEach(async () => {
    ({ service } = await suite.start());
  });
  for (const { resource, field, max, make, atLimit, rule } of LIMITS) {
    const [operation, send] = SENDERS[resource];
    const name = `${resource} ${field} may have ${max} characters and not one more`;
    it(name, async () => {
      const beyond = await send(service, { [field]: make(max + 1) });
      expect(sightingsIn(beyond)).toEqual([expectedSighting(operation, rule)]);
      expect(beyond.envelope.Success).toBe(false);
      suite.seenRules.add(rule);
      expect(rulesIn(await send(service, { [field]: make(max) }))).toEqual(atLimit === undefined ? [] : [atLimit]);
    });
  }
  describe('of numbers and lists', () => describeOtherLimits(() => service));
}

function describeOtherLimits(service: () => AssessmentService): void {
  it.each([0, 1, 999, -0])('take a percentage of %i', async (ReasonableAdjustmentPercentage) => {
    const user = await service().saveUser(userRequest({ SpecialNeeds: true, ReasonableAdjustmentPercentage }));
    expect(rulesIn(user)).toEqual([]);
    const changes = { SpecialNeeds: 'true', ReasonableAdjustmentPercentage };
    const schedule = await service().pushSchedule(scheduleRequest({ candidates: [candidate(changes)] }));
    expect(rulesIn(schedule)).toEqual([]);
  });

  it('take 20 labels of 100 characters, 100 addresses and a password of 5 or 500', async () => {
    const Labels = Array.from({ length: 20 }, (_, index) => textOf(98, FREE) + String(index).padStart(2, '0'));
    const AllowedIpAddresses = Array.from({ length: 100 }, (_, index) => `10.0.0.${index}`);
    for (const Password of [textOf(5, FREE), textOf(500, FREE)]) {
      const answer = await service().saveUser(userRequest({ Labels, AllowedIpAddresses, Password }));
      expect(rulesIn(answer)).toEqual([]);
    }
  });
}

function longestId(length: number): string {
  return LONGEST_ID.padEnd(length, 'X');
}

/** Returns a valid address of this length. Labels of a domain have at most 63 characters, and the local part 64. */
function mailOf(length: number): string {
  const domain = 'x'.repeat(60);
  const end = `@example.edu`;
  let text = '';
  while (text.length + end.length + 64 < length) text = `.${domain.slice(0, 40)}${text}`;
  const local = length - text.length - end.length;
  return `${'a'.repeat(local)}@example${text}.edu`;
}
