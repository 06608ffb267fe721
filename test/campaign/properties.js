// Runs in full what npm test runs in short: every test that imports test/support/amount.ts, from properties of readers to
// every flipped bit of a store. PROPERTY_SHARE=20 for a twentieth of it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const TESTS = ['related', '--run', '--config', 'test/config/vitest.config.ts', 'test/support/amount.ts'];

const { status } = spawnSync(process.execPath, [VITEST, ...TESTS], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_SHARE: process.env.PROPERTY_SHARE ?? '1' },
});
process.exitCode = status ?? 1;
