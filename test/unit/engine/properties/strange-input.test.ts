import { beforeEach, describe, expect, it } from 'vitest';
import { catalogueResource } from '../../../../src/platform/catalogue.ts';
import type { Answer } from '../../../../src/platform/envelope.ts';
import type { Resource } from '../../../../src/platform/fields/field.ts';
import { collectionResource } from '../../../../src/platform/resources/collection.ts';
import {
  candidateResource,
  scheduleRequestResource,
  scheduleResource,
} from '../../../../src/platform/resources/schedule.ts';
import { userHierarchyResource, userResource } from '../../../../src/platform/resources/user.ts';
import {
  asRequest,
  candidate,
  collectionRequest,
  scheduleRequest,
  upsertRequest,
  userRequest,
} from '../../../support/conformance/requests.ts';
import { createTestEngine, type TestEngine } from '../test-engine.ts';
import { STRANGE_VALUES } from './strange-values.ts';

/** Functions that put a value into a request, by the place. */
type Ways = Readonly<Record<string, (engine: TestEngine, value: unknown) => Promise<unknown>>>;

function intoFields({ fields }: Resource, send: (engine: TestEngine, change: object) => Promise<unknown>): Ways {
  const ways = Object.keys(fields).map((name) => {
    return [name, (engine: TestEngine, value: unknown) => send(engine, { [name]: value })] as const;
  });
  return Object.fromEntries(ways);
}

const PLACES: Readonly<Record<string, Ways>> = {
  'a whole request': {
    pushSchedule: ({ service }, value) => service.pushSchedule(asRequest(value)),
    addCollection: ({ service }, value) => service.addCollection(asRequest(value)),
    saveUser: ({ service }, value) => service.saveUser(asRequest(value)),
    getReviewSession: ({ service }, value) => service.getReviewSession(asRequest(value)),
    'removeInvigilators, schedule': ({ service }, value) => service.removeInvigilators(asRequest(value), ['u-7']),
    'removeInvigilators, body': ({ service }, value) => service.removeInvigilators('S-DRAFT', asRequest(value)),
    'removeInvigilators, entry': ({ service }, value) => service.removeInvigilators('S-DRAFT', asRequest(['u', value])),
    loadCatalogue: ({ load }, value) => load(value),
  },
  'a schedule request': intoFields(scheduleRequestResource, ({ service }, top) =>
    service.pushSchedule(scheduleRequest({ top })),
  ),
  'a schedule': intoFields(scheduleResource, ({ service }, schedule) =>
    service.pushSchedule(upsertRequest({ schedule })),
  ),
  'a candidate': intoFields(candidateResource, ({ service }, change) =>
    service.pushSchedule(upsertRequest({ candidates: [candidate(change)] })),
  ),
  'a user': intoFields(userResource, ({ service }, change) => service.saveUser(userRequest(change))),
  'a hierarchy of a user': intoFields(userHierarchyResource, ({ service }, change) =>
    service.saveUser(userRequest({ Hierarchies: [{ ExternalId: 'LAW-1', ...change }] })),
  ),
  'a collection': intoFields(collectionResource, ({ service }, change) =>
    service.addCollection(collectionRequest(change)),
  ),
  'a catalogue': intoFields(catalogueResource, ({ load }, document) => load(document)),
  ...Object.fromEntries(
    Object.entries(catalogueResource.fields).map(([part, field]) => {
      const resource: Resource = field.kind === 'list' ? field.of.resource : field.resource;
      const document = (entry: object) => ({ [part]: field.kind === 'list' ? [entry] : entry });
      return [`${part} of a catalogue`, intoFields(resource, ({ load }, entry) => load(document(entry)))];
    }),
  ),
};

describe('no value, however strange,', () => {
  let engine: TestEngine;
  beforeEach(async () => {
    engine = await createTestEngine();
  });

  it.each(Object.entries(PLACES))('harms %s', async (_, ways) => {
    for (const [where, send] of Object.entries(ways)) {
      for (const [name, value] of STRANGE_VALUES) await expectCalm(`${where}: ${name}`, () => send(engine, value));
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

/** Checks that there is no exception, and that the answer shows no internals of the program. */
async function expectCalm(what: string, ask: () => Promise<unknown>): Promise<void> {
  let answer: unknown;
  try {
    answer = await ask();
  } catch (error) {
    throw new Error(`${what} throws ${error instanceof Error ? error.stack?.slice(0, 600) : typeof error}`);
  }
  const messages = messagesOf(answer).join('\n');
  if (/\n\s+at |\.ts:\d|node:internal|\bundefined\b|\[object /.test(messages)) {
    throw new Error(`${what} is told ${messages.slice(0, 300)}`);
  }
}

/** The messages of an answer, without paths, which repeat the names that were sent. */
function messagesOf(answer: unknown): string[] {
  const result = answer as Partial<Answer<unknown>> & { problems?: readonly { message: string }[] };
  const errors = (result.envelope?.Errors ?? []).map(({ Error: message }) => message);
  return [...errors, ...(result.problems ?? []).map(({ message }) => message)];
}
