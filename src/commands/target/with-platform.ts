import type { Context, Platform, StoreOptions } from '../../context.ts';
import type { Output } from '../../output/terminal/streams.ts';

/** Opens the embedded platform for some work and closes it whatever comes. */
export async function withPlatform<T>(
  context: Context,
  output: Output,
  options: Omit<StoreOptions, 'onWarning'>,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const platform = await context.openPlatform({ ...options, onWarning: (message) => output.warn(message) });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
