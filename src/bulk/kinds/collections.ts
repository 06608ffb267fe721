/** Collections: a collection without an id gets one that is computed from its content. */
import { withCollectionId } from '../../input/generated-ids.ts';
import { USUAL_WORDS } from '../../model/report.ts';
import { EXAMPLE_COLLECTIONS } from '../../platform/examples.ts';
import { checkCollectionRequest } from '../../platform/request-rules.ts';
import { type CollectionRequest, collectionResource } from '../../platform/resources/collection.ts';
import { createRepeatCheck, uniqueField } from '../check/repeats/repeat-check.ts';
import type { SentKind } from './kind.ts';

export const collectionKind: SentKind<CollectionRequest> = {
  words: { one: 'collection', many: 'collections', ...USUAL_WORDS },
  resource: collectionResource,
  keyFields: ['ExternalId'],
  exampleRows: EXAMPLE_COLLECTIONS,
  withId: withCollectionId,
  checkForm: checkCollectionRequest,
  createCrossChecks: () => [createRepeatCheck(uniqueField('collection', 'ExternalId'))],
  sendCommands: (files) => files.map((file) => ['collection', 'add', file]),
  operation: {
    name: 'addCollection',
    send: (service, request) => service.addCollection(request),
    changes: [collectionResource],
  },
};
