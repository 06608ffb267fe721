import { describe, expect, it } from 'vitest';
import { fakeOutput } from '../fake-streams.ts';

const TERMINAL = { isTTY: true, columns: 100 };

function systemError(code: string): Error {
  return Object.assign(new Error(`write ${code}`), { code });
}

describe('data', () => {
  it('goes unchanged to a pipe', async () => {
    const { output, stdout, stderr } = fakeOutput();
    await output.data('a,b\r\n\u009b');
    expect(stdout.text).toBe('a,b\r\n\u009b');
    expect(stderr.text).toBe('');
  });

  it('is escaped at a terminal', async () => {
    const { output, stdout } = fakeOutput({ stdout: TERMINAL });
    await output.data('a\r\nb\u001b[2J\u001b[31mred\u001b[39m');
    expect(stdout.text).toBe('a\nb\\u001b[2J\\u001b[31mred\\u001b[39m');
  });

  it('for people is escaped at a terminal too, except for the colours of this program', async () => {
    const { output, stdout } = fakeOutput({ stdout: TERMINAL, env: { TERM: 'dumb' } });
    await output.print('b\u001b[2J\u001b[31mred\u001b[39m');
    expect(stdout.text).toBe('b\\u001b[2J\u001b[31mred\u001b[39m');
  });

  it('stops producing text once the reader is gone', async () => {
    const { output } = fakeOutput({ stdout: { failure: systemError('EPIPE') } });
    let made = 0;
    await output.data(
      (function* () {
        for (; made < 1_000; made += 1) yield 'x'.repeat(70_000);
      })(),
    );
    expect(made).toBeLessThan(3);
  });

  it('fails when the disk is full', async () => {
    const { output } = fakeOutput({ stdout: { failure: systemError('ENOSPC') } });
    await expect(output.data('x')).rejects.toMatchObject({ name: 'OutputError', exitCode: 1 });
  });
});

describe('notes and warnings', () => {
  it('go to standard error, and only warnings with --quiet', () => {
    const loud = fakeOutput();
    loud.output.note('sending to .examctl/store');
    loud.output.warn('slow');
    expect(loud.stderr.text).toBe('sending to .examctl/store\nwarning: slow\n');
    const quiet = fakeOutput({ flags: { quiet: true } });
    quiet.output.note('hello');
    quiet.output.warn('slow');
    expect(quiet.stderr.text).toBe('warning: slow\n');
  });

  it('do not let escape sequences through', () => {
    const { output, stderr } = fakeOutput();
    output.note('a\u001b]0;title\u0007b');
    expect(stderr.text).toBe('a\\u001b]0;title\\u0007b\n');
  });
});

describe('facts about the terminal', () => {
  it.each([
    ['colour at terminals', TERMINAL, {}, {}, true],
    ['none off terminals', {}, {}, {}, false],
    ['none with NO_COLOR', TERMINAL, { NO_COLOR: '1' }, {}, false],
    ['colour with an empty NO_COLOR', TERMINAL, { NO_COLOR: '' }, {}, true],
    ['none with TERM=dumb', TERMINAL, { TERM: 'dumb' }, {}, false],
    ['none with --no-color', TERMINAL, { FORCE_COLOR: '1' }, { color: false }, false],
    ['colour off terminals with FORCE_COLOR', {}, { FORCE_COLOR: '1', NO_COLOR: '1' }, {}, true],
    ['none with FORCE_COLOR=0', TERMINAL, { FORCE_COLOR: '0' }, {}, false],
    ['none off terminals with an empty FORCE_COLOR', {}, { FORCE_COLOR: '' }, {}, false],
    ['none with NO_COLOR and an empty FORCE_COLOR', TERMINAL, { FORCE_COLOR: '', NO_COLOR: '1' }, {}, false],
  ])('%s', (_, stdout, env, flags, expected) => {
    expect(fakeOutput({ stdout, env: env as Record<string, string>, flags }).output.color.stdout).toBe(expected);
  });

  it.each([
    [{}, false],
    [{ LANG: 'en_US.UTF-8' }, false],
    [{ LANG: 'de_DE.utf8' }, false],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: '', LC_CTYPE: 'C.UTF-8', LANG: 'C' }, false],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, true],
    [{ TERM: 'dumb' }, true],
  ])('draws with ASCII alone: %j -> %s', (env, expected) => {
    expect(fakeOutput({ env: env as Record<string, string> }).output.ascii).toBe(expected);
  });

  it('knows a width at terminals only', () => {
    expect(fakeOutput({ stdout: TERMINAL }).output.width).toBe(100);
    expect(fakeOutput({ stdout: { isTTY: true, columns: 0 } }).output.width).toBe(80);
    expect(fakeOutput({ stderr: { isTTY: true, columns: 0 } }).output.canAnimate).toBe(false);
    expect(fakeOutput({ stderr: TERMINAL }).output.canAnimate).toBe(true);
    expect(fakeOutput({ stdout: { columns: 100 } }).output.width).toBeUndefined();
  });
});
