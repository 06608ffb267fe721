import { describe } from 'vitest';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { HAS_POSTGRES, openTemporaryTenant, temporaryTenant } from '../../../support/postgres/server.ts';
import { describeBackend } from '../../../support/store/backend-behaviour.ts';
import { describeStore } from '../../../support/store/behaviour.ts';

describe.skipIf(!HAS_POSTGRES)('where PostgreSQL is installed', () => {
  describeStore('PostgreSQL', openTemporaryTenant);
  describeBackend('PostgreSQL', {
    backend: createPostgresBackend({}),
    made: temporaryTenant,
    free: async () => `${await temporaryTenant()}-new`,
  });
});
