/** Temporary files are in memory, where they take less time; those of tests of processes are on the real disk. */
import { expect } from 'vitest';
import { IN_MEMORY, ON_DISK } from './temporary-folders.ts';

const isOfProcesses = expect.getState().testPath?.includes('/test/processes/');
process.env['TMPDIR'] = process.env[isOfProcesses ? ON_DISK : IN_MEMORY];
