import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/{unit,conformance,cli,e2e}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Many tests wait for processes that they started: more of them at once than there are processors.
    maxWorkers: 4,
  },
});
