import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from '../../../../src/output/terminal/progress.ts';
import { fakeOutput } from '../fake-streams.ts';

interface FakeSpinner {
  options: Record<string, unknown>;
  texts: string[];
  running: boolean;
}

const spinners: FakeSpinner[] = [];

vi.mock('ora', () => ({
  default(options: Record<string, unknown>) {
    const spinner: FakeSpinner = { options, texts: [], running: false };
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
  },
}));

const TERMINAL = { isTTY: true };

beforeEach(() => {
  spinners.length = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  // The spinner is imported when it is first wanted, which takes real time.
  await vi.dynamicImportSettled();
}

describe('progress at a terminal', () => {
  it('shows nothing of what is over within a second', async () => {
    const progress = createProgress(fakeOutput({ stderr: TERMINAL }).output, { label: 'sending' });
    await pass(900);
    progress.stop();
    await pass(5_000);
    expect(spinners).toEqual([]);
  });

  it('shows a count, at most ten times a second, and ends with stop', async () => {
    const { output, stderr } = fakeOutput({ stderr: TERMINAL });
    const progress = createProgress(output, { label: 'sending users', total: 2_000 });
    progress.update(3);
    await pass(1_000);
    for (let done = 4; done < 1_500; done += 1) progress.update(done);
    await pass(200);
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

  it('follows the decisions on colour and ASCII', async () => {
    const { output } = fakeOutput({ stderr: TERMINAL, env: { NO_COLOR: '1', TERM: 'linux' } });
    const progress = createProgress(output, { label: 'x' });
    await pass(1_000);
    progress.stop();
    expect(spinners[0]?.options).toMatchObject({ color: false, spinner: 'line' });
  });
});

describe('progress elsewhere', () => {
  it('is a line every 15 seconds in CI', async () => {
    const { output, stderr } = fakeOutput({ env: { CI: 'true' } });
    const progress = createProgress(output, { label: 'sending' });
    progress.update(1_234);
    await pass(31_000);
    progress.stop();
    await pass(31_000);
    expect(stderr.text).toBe('sending: 1,234\nsending: 1,234\n');
  });

  it.each([
    ['off a terminal', {}],
    ['with --quiet', { stderr: TERMINAL, flags: { quiet: true } }],
    ['with --quiet in CI', { env: { CI: '1' }, flags: { quiet: true } }],
    ['at a dumb terminal', { stderr: TERMINAL, env: { TERM: 'dumb' } }],
  ])('is nothing %s', async (_, setting) => {
    const { output, stderr } = fakeOutput(setting);
    const progress = createProgress(output, { label: 'sending' });
    await pass(60_000);
    progress.stop();
    expect(stderr.text).toBe('');
    expect(spinners).toEqual([]);
  });
});
