/** Bundles modules in TypeScript for scripts in JavaScript: Node 20 cannot run TypeScript. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles modules of the repository into one module in a new folder. The caller removes the folder. */
export async function bundle(...paths) {
  // The folder is inside the project, so that Node finds the packages.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.bundled-'));
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
  return { folder, outfile };
}

/** Imports modules of the repository as one module. */
export async function importBundled(...paths) {
  const { folder, outfile } = await bundle(...paths);
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
