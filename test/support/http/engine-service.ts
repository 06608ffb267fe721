/** An embedded engine on a store in memory, with a small catalogue. */

import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import { createMemoryStore } from '../store/memory-store.ts';

const CATALOGUE = {
  Settings: { Owner: 'office', SiteUrl: 'https://exams.example.org', DefaultRole: 'Candidate' },
  Roles: [
    { Title: 'Candidate', Participate: true, Permissions: [] },
    { Title: 'Office', Participate: false, Permissions: ['ManageSchedules', 'ViewCollections'] },
  ],
  Hierarchies: [
    { ExternalId: 'ROOT', Title: 'University', ParentExternalId: null },
    { ExternalId: 'LAW', Title: 'Law', ParentExternalId: 'ROOT' },
  ],
  Users: [{ ExternalId: 'u-office', FirstName: 'Olga', LastName: 'Office', UserName: 'office', Role: 'Office' }],
  Assessments: [{ ExternalId: 'LAW-101', Title: 'Contract law', MaxTimePerAttempt: 120 }],
  ReviewSessions: [{ ExternalId: 'RS-1', Title: 'Spring' }],
};

export async function engineService(): Promise<AssessmentService> {
  const ids = Array.from({ length: 10_000 }, (_, index) => `id${index}`)[Symbol.iterator]();
  const newId = () => String(ids.next().value);
  const dependencies = {
    store: createMemoryStore(),
    passwords: { hash: async () => '$test$hash', matches: async () => false },
    newId,
    newToken: newId,
    canLoadPhoto: async () => true,
  };
  const result = await loadCatalogue(dependencies, CATALOGUE);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return createEngine(dependencies);
}
