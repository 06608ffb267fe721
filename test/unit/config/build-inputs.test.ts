/** Whether the program in dist is that of the sources: asked before any test starts it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface BuildInputs {
  readonly BUILD_INPUTS: string;
  digestInputs(inputs: readonly string[]): Promise<Record<string, string | null>>;
  requireFreshBuild(dist: string): Promise<void>;
}

const script = new URL('../../config/build-inputs.js', import.meta.url).href;
const { BUILD_INPUTS, digestInputs, requireFreshBuild }: BuildInputs = await import(script);

async function distOf(digests: Record<string, string | null>): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'examctl-dist-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  await writeFile(join(dist, BUILD_INPUTS), JSON.stringify(digests));
  return dist;
}

test('a build of the sources as they are is fresh', async () => {
  const digests = await digestInputs(['src/main.ts', 'node_modules/zod/index.js']);
  expect(digests).toHaveProperty(['src/main.ts']);
  expect(digests).toHaveProperty(['package-lock.json']);
  expect(Object.keys(digests).filter((file) => file.includes('node_modules'))).toEqual([]);
  await expect(requireFreshBuild(await distOf(digests))).resolves.toBeUndefined();
});

test('a build of other sources is refused, and the files that have changed or gone are named', async () => {
  const digests = {
    ...(await digestInputs(['src/main.ts', 'src/built-in-defaults.ts'])),
    'src/main.ts': 'other',
    'src/gone.ts': 'x',
  };
  await expect(requireFreshBuild(await distOf(digests))).rejects.toThrow(
    'The build in dist is out of date: src/gone.ts, src/main.ts changed since. Run: npm run build',
  );
});

test('if there is no build, the message says how to make one', async () => {
  const dist = await distOf({});
  await rm(join(dist, BUILD_INPUTS));
  await expect(requireFreshBuild(dist)).rejects.toThrow('There is no build in dist. Run: npm run build');
});
