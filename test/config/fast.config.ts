/** What `npm run test:fast` runs: all tests but the long ones. */
import { mergeConfig } from 'vitest/config';
import config, { LONG } from './vitest.config.ts';

// These tests rarely wait, so there is one worker for each of two processors.
export default mergeConfig(config, { test: { exclude: LONG, maxWorkers: 2 } });
