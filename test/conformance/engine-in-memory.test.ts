import { BASE_CATALOGUE } from '../support/conformance/base-catalogue.ts';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

/** Loading a catalogue so takes most of the time, so the one of most cases is loaded so once. */
let isBaseSeen = false;

describeConformance('The engine over a store in memory that runs all work again', async (catalogue) => {
  const isBase = catalogue === BASE_CATALOGUE;
  let isLoading = isBase && isBaseSeen;
  isBaseSeen ||= isBase;
  const store = createMemoryStore({ rerun: () => !isLoading });
  const platform = await createEnginePlatform(engineDependencies(store), catalogue, () => store.close());
  isLoading = false;
  return platform;
});
