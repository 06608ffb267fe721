import { describe, expect, it } from 'vitest';
import { InputError, StoreError, UsageError } from '../../../../src/errors.ts';
import { renderError, toReportedError } from '../../../../src/output/terminal/error-text.ts';

describe('an error', () => {
  it('says what is wrong and what to do', () => {
    const error = new InputError({ file: 'a\u001b.csv', line: 3 }, 'is no CSV', { hint: 'Save it again.' });
    expect(renderError(error)).toBe('examctl: a\\u001b.csv:3: is no CSV\n  Save it again.');
    expect(renderError(new UsageError('no such flag'))).toBe('examctl: no such flag');
  });

  it('shows its causes with --verbose, and its stack with --debug only', () => {
    const error = new UsageError('x', { cause: new Error('y', { cause: 'z' }) });
    expect(renderError(error, { verbose: true })).toBe('examctl: x\n  because: y\n  because: z');
    expect(renderError(error, { debug: true })).toMatch(/because: z\nUsageError: x\n {4}at /);
  });

  it('of an unknown class is an internal fault without a stack', () => {
    const text = renderError(new TypeError('x is undefined'));
    expect(text).toMatch(/^examctl: internal fault: x is undefined\n {2}.*--debug/);
    expect(text).not.toContain(' at ');
  });

  it.each(['EMFILE', 'ENFILE'])('says what to do if the system allows no more open files (%s)', (code) => {
    const cause = Object.assign(new Error(`${code}: too many open files, open 'a'`), { code });
    const hint = expect.stringContaining('ulimit -n');
    expect(toReportedError(cause)).toEqual({ name: 'OpenFilesError', message: cause.message, hint });
    const ours = new StoreError('Cannot open the store', { cause, hint: 'Check who owns the folder.' });
    expect(toReportedError(ours)).toEqual({ name: 'StoreError', message: 'Cannot open the store', hint });
    expect(toReportedError(new Error('far behind', { cause: ours }))).toMatchObject({ name: 'OpenFilesError', hint });
  });

  it('is data for scripts', () => {
    expect(toReportedError(new UsageError('x', { hint: 'y' }))).toEqual({
      name: 'UsageError',
      message: 'x',
      hint: 'y',
    });
    expect(toReportedError(new UsageError('x'))).toEqual({ name: 'UsageError', message: 'x', hint: null });
    expect(toReportedError(new Error('x')).name).toBe('InternalError');
  });
});
