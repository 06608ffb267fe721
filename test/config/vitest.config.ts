import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;
/** Tests that put something in the place of a module, which others of their process would find there. */
const MOCKED = 'test/**/*.mocked.test.ts';
/** Tests of many thousand records or cases, which take a third of the time of all: `npm test` runs them. */
const LONG = [
  'test/e2e/{push-sittings,user-sync-bulk}.test.ts',
  'test/unit/engine/properties/strange-input.test.ts',
  'test/unit/store/json/journal-damage.test.ts',
];
const TEMPORARY_FOLDER = 'test/config/temporary-folder.ts';

const shared = {
  root,
  globalSetup: TEMPORARY_FOLDER,
  setupFiles: 'test/support/cli/working-folder.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
};

export default defineConfig({
  test: {
    root,
    // Many tests wait for processes that they started: more of them at once than there are processors.
    maxWorkers: 3,
    coverage: {
      include: ['src/**/*.ts'],
      // It does not reach into the processes that tests start.
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
    projects: [
      {
        test: {
          ...shared,
          name: 'fast',
          include: ['test/{unit,conformance,cli,e2e}/**/*.test.ts'],
          exclude: [MOCKED, ...LONG],
          // Loading the sources anew for each file takes longer than most files.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'long', include: LONG, isolate: false } },
      {
        test: {
          ...shared,
          name: 'processes',
          include: ['test/processes/*.test.ts'],
          globalSetup: ['test/config/build-inputs.js', TEMPORARY_FOLDER],
          isolate: false,
        },
      },
      { test: { ...shared, name: 'mocked', include: [MOCKED] } },
    ],
  },
});
