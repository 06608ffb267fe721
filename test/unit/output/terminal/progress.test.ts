import type { Options } from 'ora';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress, type ProgressOptions } from '../../../../src/output/terminal/progress.ts';
import type { Output } from '../../../../src/output/terminal/streams.ts';
import { fakeOutput } from '../fake-streams.ts';

interface FakeSpinner {
  options: Options;
  texts: string[];
  running: boolean;
}

const spinners: FakeSpinner[] = [];

function startProgress(output: Output, options: ProgressOptions) {
  return createProgress(output, options, async () => (given) => {
    const spinner: FakeSpinner = { options: given, texts: [], running: false };
    spinners.push(spinner);
    return {
      start(text: string) {
        spinner.running = true;
        spinner.texts.push(text);
      },
      stop() {
        spinner.running = false;
      },
      set text(text: string) {
        spinner.texts.push(text);
      },
    };
  });
}

const TERMINAL = { isTTY: true };

beforeEach(() => {
  spinners.length = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('progress at a terminal', () => {
  it('shows nothing for work of less than a second', async () => {
    const progress = startProgress(fakeOutput({ stderr: TERMINAL }).output, { label: 'sending' });
    await vi.advanceTimersByTimeAsync(900);
    progress.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(spinners).toEqual([]);
  });

  it('shows a count, at most ten times a second, and ends with stop', async () => {
    const { output, stderr } = fakeOutput({ stderr: TERMINAL });
    const progress = startProgress(output, { label: 'sending users', total: 2_000 });
    progress.update(3);
    await vi.advanceTimersByTimeAsync(1_000);
    for (let done = 4; done < 1_500; done += 1) progress.update(done);
    await vi.advanceTimersByTimeAsync(200);
    const [spinner] = spinners;
    expect(spinner).toMatchObject({ running: true, options: { discardStdin: false, stream: stderr } });
    expect(spinner?.texts[0]).toBe('sending users: 3 of 2,000');
    expect(spinner?.texts.at(-1)).toBe('sending users: 1,499 of 2,000');
    expect(spinner?.texts.length).toBeLessThanOrEqual(3);
    progress.stop();
    progress.stop();
    expect(spinner?.running).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('progress elsewhere', () => {
  it('is a line every 15 seconds in CI', async () => {
    const { output, stderr } = fakeOutput({ env: { CI: 'true' } });
    const progress = startProgress(output, { label: 'sending' });
    progress.update(1_234);
    await vi.advanceTimersByTimeAsync(31_000);
    progress.stop();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(stderr.text).toBe('sending: 1,234\nsending: 1,234\n');
  });

  it.each([
    ['off a terminal', {}],
    ['with --quiet', { stderr: TERMINAL, flags: { quiet: true } }],
    ['with --quiet in CI', { env: { CI: '1' }, flags: { quiet: true } }],
    ['at a dumb terminal', { stderr: TERMINAL, env: { TERM: 'dumb' } }],
  ])('is nothing %s', async (_, setting) => {
    const { output, stderr } = fakeOutput(setting);
    const progress = startProgress(output, { label: 'sending' });
    await vi.advanceTimersByTimeAsync(60_000);
    progress.stop();
    expect(stderr.text).toBe('');
    expect(spinners).toEqual([]);
  });
});
