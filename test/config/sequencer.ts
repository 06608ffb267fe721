import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of processes first: they take longest, and wait most of that time, which the others fill. By itself, vitest knows
 * from an earlier run how long a file takes, and has only its size where there was none.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOfProcesses = ({ moduleId }: TestSpecification) => moduleId.includes('/test/processes/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isOfProcesses), ...sorted.filter((file) => !isOfProcesses(file))];
  }
}
