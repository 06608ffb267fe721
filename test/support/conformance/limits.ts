/** "Limits": every field at its limit and one beyond it, counted in code points. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../unit/platform/documented-limits.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { LONGEST_ID, LONGEST_ROLE } from './base-catalogue.ts';
import { candidate, collectionRequest, scheduleRequest, textOf, userRequest } from './requests.ts';
import { rulesIn } from './sightings.ts';
import type { Suite } from './suite.ts';

/** Two UTF-16 units each: who counts those, or bytes, refuses too early. */
const FREE = '😀';

interface LimitRow {
  readonly field: string;
  readonly max: number;
  /** A text of this length that the field takes; free text where it is absent. */
  readonly make?: (length: number) => string;
  /** The rule that is broken at the limit all the same, since nothing of such a name can exist. */
  readonly atLimit?: string;
}

/** What the characters of a field's texts must be, where not any will do. */
const MAKERS: Readonly<Record<string, Readonly<Record<string, Omit<LimitRow, 'field' | 'max'>>>>> = {
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
    // A guid is shorter than the 64 characters that the interface allows it.
    SynchronizationKey: { atLimit: 'user.synchronization-key.invalid' },
  },
  'user-hierarchy': { ExternalId: { make: longestId } },
};

type Send = (service: AssessmentService, field: string, value: string) => Promise<Answer<unknown>>;

const SENDERS: Readonly<Record<keyof typeof DOCUMENTED_LIMITS, Send>> = {
  schedule: (service, field, value) => service.pushSchedule(scheduleRequest({ schedule: { [field]: value } })),
  candidate: (service, field, value) => {
    const top = field === 'AttemptExtId' ? { Workflow: 'EXTERNAL_ATTEMPTS' } : {};
    return service.pushSchedule(scheduleRequest({ top, candidates: [candidate({ [field]: value })] }));
  },
  collection: (service, field, value) => service.addCollection(collectionRequest({ [field]: value })),
  user: (service, field, value) => service.saveUser(userRequest({ [field]: value })),
  'user-hierarchy': (service, field, value) => service.saveUser(userRequest({ Hierarchies: [{ [field]: value }] })),
};

export function describeLimits(suite: Suite): void {
  let service: AssessmentService;
  beforeEach(async () => {
    ({ service } = await suite.start());
  });
  for (const [resource, limits] of Object.entries(DOCUMENTED_LIMITS)) {
    const send = SENDERS[resource as keyof typeof DOCUMENTED_LIMITS];
    for (const [field, max] of Object.entries(limits)) {
      const { make = (length: number) => textOf(length, FREE), atLimit } = MAKERS[resource]?.[field] ?? {};
      it(`${resource} ${field} may have ${max} characters and not one more`, async () => {
        const beyond = await send(service, field, make(max + 1));
        expect(rulesIn(beyond)).toEqual([`${resource}.${kebab(field)}.too-long`]);
        expect(beyond).toMatchObject({ status: 400, envelope: { Success: false } });
        expect(rulesIn(await send(service, field, make(max)))).toEqual(atLimit === undefined ? [] : [atLimit]);
      });
    }
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

/** A valid address of exactly this length: labels of a domain have 63 characters at most, the local part 64. */
function mailOf(length: number): string {
  const domain = 'x'.repeat(60);
  const end = `@example.edu`;
  let text = '';
  while (text.length + end.length + 64 < length) text = `.${domain.slice(0, 40)}${text}`;
  const local = length - text.length - end.length;
  return `${'a'.repeat(local)}@example${text}.edu`;
}

function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
