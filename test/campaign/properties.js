// Runs in full the properties that npm test runs in short: what stray quotes do to 5,000 files, every flipped bit of a
// store, and dry runs against runs of 20,000 competing requests. PROPERTY_SHARE=20 for a twentieth of it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const share = Number(process.env.PROPERTY_SHARE ?? 1);

const FULL = {
  'test/unit/input/stray-quotes.property.test.ts': { PROPERTY_RUNS: Math.ceil(5_000 / share) },
  'test/unit/store/json/bit-flips.test.ts': { PROPERTY_STEP: share },
  'test/unit/bulk/run/dry-run-equals-run.test.ts': { DRY_RUN_REQUESTS: Math.ceil(20_000 / share) },
};

for (const [file, settings] of Object.entries(FULL)) {
  const { status } = spawnSync(process.execPath, [VITEST, 'run', '--config', 'test/config/vitest.config.ts', file], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
    },
  });
  if (status !== 0) process.exitCode = 1;
}
