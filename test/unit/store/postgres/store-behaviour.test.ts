import { describe } from 'vitest';
import { HAS_POSTGRES, openTemporaryTenant } from '../../../support/postgres/server.ts';
import { describeStore } from '../../../support/store/behaviour.ts';

describe.skipIf(!HAS_POSTGRES)('where PostgreSQL is installed', () => {
  describeStore('PostgreSQL', openTemporaryTenant);
});
