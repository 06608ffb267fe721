/** Parts in TypeScript, which Node 20 cannot run, bundled for scripts that it runs as they are. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Imports modules of the repository, given by their paths, as one. */
export async function importBundled(...paths) {
  // Below the project, so that packages are found.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.bundled-'));
  try {
    const outfile = join(folder, 'bundle.mjs');
    await build({
      stdin: { contents: paths.map((path) => `export * from './${path}';`).join('\n'), resolveDir: ROOT },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      packages: 'external',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
