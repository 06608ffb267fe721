// Compares dry runs with runs on 20,000 random requests of all kinds that compete for user names, keys and groups, at
// every concurrency, with and without passwords: the property of npm test in full. DRY_RUN_REQUESTS=1000 for fewer.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const PROPERTY = 'test/unit/provision/dry-run-equals-run.test.ts';

const { status } = spawnSync(process.execPath, [VITEST, 'run', '--config', 'test/config/vitest.config.ts', PROPERTY], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { DRY_RUN_REQUESTS: '20000', ...process.env },
});
process.exitCode = status ?? 1;
