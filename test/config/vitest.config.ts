import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './sequencer.ts';

const root = new URL('../..', import.meta.url).pathname;
/** Tests of processes, of many records, cases or damages, of time limits, and of other programs: `npm test` alone runs them. */
export const LONG = [
  'test/processes/*.test.ts',
  'test/conformance/{engine-on-json-files,engine-on-postgresql,engine-over-http,one-fault-one-code}.test.ts',
  'test/e2e/{canary,canary-sittings,first-contact,html-report,postgresql-store,push-sittings}.test.ts',
  'test/e2e/{rejects-workbooks,remote-bounds,remote-tls,serve-sockets}.test.ts',
  'test/unit/commands/local/transfer.test.ts',
  'test/unit/engine/properties/strange-input.test.ts',
  'test/unit/input/{any-file,rejects-table,stray-quotes}.property.test.ts',
  'test/unit/input/xlsx/same-as-csv.test.ts',
  'test/unit/output/xlsx/new-workbook.test.ts',
  'test/unit/runs/record/run-lock.test.ts',
  'test/unit/store/json/{bit-flips,lock-contention,log-damage,plan}.test.ts',
  'test/unit/store/postgres/*.test.ts',
];

/** The V8 of later versions of Node has no option of this name. */
const ONLY_THE_HOTTEST = process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : [];

export default defineConfig({
  test: {
    root,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/config/build-inputs.js', 'test/config/temporary-folders.ts'],
    setupFiles: ['test/support/cli/working-folder.ts', 'test/config/folder-of-file.ts'],
    // A campaign sets the share, and takes long.
    testTimeout: process.env['PROPERTY_SHARE'] === undefined ? 60_000 : 3_600_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Loading the sources anew for each file takes longer than most files.
    isolate: false,
    // Many tests wait for processes that they started: more of them at once than there are processors.
    maxWorkers: 4,
    sequence: { sequencer: ProcessesFirst },
    // A worker runs much code, most of it a few times: V8 keeps what it has compiled and optimizes only the hottest of it.
    // The garbage collector has room for what a test leaves at once, and no threads that compete with other workers.
    execArgv: ['--no-flush-bytecode', '--max-semi-space-size=32', '--single-threaded-gc', ...ONLY_THE_HOTTEST],
    // What the sources were made to for one run is there for the next.
    experimental: { fsModuleCache: true },
    coverage: {
      include: ['src/**/*.ts'],
      // It does not reach into the processes that tests start.
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
  },
});
