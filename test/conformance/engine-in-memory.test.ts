import { createMemoryStore } from '../support/store/memory-store.ts';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';

describeConformance('The engine over a store in memory', async (catalogue) => {
  const store = createMemoryStore();
  return createEnginePlatform(engineDependencies(store), catalogue, () => store.close());
});
