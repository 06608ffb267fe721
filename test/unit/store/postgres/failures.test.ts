import { expect, it } from 'vitest';
import { UnreachableError, UsageError } from '../../../../src/errors.ts';
import { isInDoubt } from '../../../../src/store/postgres/connection/failures.ts';
import { untilReached } from '../../../../src/store/postgres/state/retry.ts';

const lost = (code: string) => Object.assign(new Error('lost'), { code });

it.each([
  ['that found no connection', new UnreachableError('nobody there'), false],
  ['that a standby refused', lost('25006'), false],
  ['during which the database was stopped', lost('57P01'), true],
  ['whose connection was cut', lost('ECONNRESET'), true],
  ['whose connection just ended', new Error('Connection terminated unexpectedly'), true],
])('a commit %s: whether it may have been done is known', (_, error, expected) => {
  expect(isInDoubt(error)).toBe(expected);
});

it('what may have been done in one attempt stays in doubt, whatever the others say', async () => {
  const address = { host: 'h', port: 1, database: 'd' } as Parameters<typeof untilReached>[0];
  const fail = (errors: readonly Error[]) => {
    const left = [...errors, new UsageError('this stops it')];
    const work = async () => Promise.reject(left.shift());
    const isLostInDoubt = (error: unknown) => isInDoubt(error) && !(error instanceof UsageError);
    return untilReached(address, work, isLostInDoubt).catch((error: unknown) => error);
  };
  const inDoubt = { mayBeDone: true };
  expect(await fail([lost('25006'), lost('57P01'), lost('25006')])).toMatchObject(inDoubt);
  expect(await fail([lost('25006'), lost('25006')])).not.toMatchObject(inDoubt);
});
