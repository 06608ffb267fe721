import { describe, it } from 'vitest';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { HAS_POSTGRES, openTemporaryTenant } from '../support/postgres/server.ts';

if (HAS_POSTGRES) {
  describeConformance('The engine over PostgreSQL', async () =>
    createEnginePlatform(engineDependencies(await openTemporaryTenant())),
  );
} else {
  describe.skip('The engine over PostgreSQL, which is not installed here', () => {
    it('passes the conformance suite', () => {});
  });
}
