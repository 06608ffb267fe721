import { describe, it } from 'vitest';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { platformOverHttp } from '../support/conformance/over-http.ts';
import { HAS_POSTGRES, openTemporaryTenant } from '../support/postgres/server.ts';

if (HAS_POSTGRES) {
  describeConformance('The engine over PostgreSQL', async (catalogue) => {
    const store = await openTemporaryTenant();
    return createEnginePlatform(engineDependencies(store), catalogue, () => store.close());
  });

  describeConformance('The engine over PostgreSQL and HTTP', async (catalogue) =>
    platformOverHttp(await openTemporaryTenant(), catalogue),
  );
} else {
  describe.skip('The engine over PostgreSQL, which is not installed here', () => {
    it('passes the conformance suite', () => {});
  });
}
