import { BASE_CATALOGUE } from '../support/conformance/base-catalogue.ts';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

describeConformance('The engine over a store in memory that runs all work again', async () => {
  let isLoading = false;
  const platform = createEnginePlatform(engineDependencies(createMemoryStore({ rerun: () => !isLoading })));
  await platform.reset(BASE_CATALOGUE);
  return {
    ...platform,
    // Loading a catalogue so takes most of the time, so the one of most cases is loaded so once.
    reset: async (catalogue) => {
      isLoading = catalogue === BASE_CATALOGUE;
      await platform.reset(catalogue);
      isLoading = false;
    },
  };
});
