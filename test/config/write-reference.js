// Writes docs/reference from the program and the contract: `npm run reference`. The generator is TypeScript, which
// Node 20 cannot run, so it is bundled first.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Below the project, so that packages are found that cannot be bundled.
const folder = await mkdtemp(join(root, 'node_modules/.reference-'));
try {
  const outfile = join(folder, 'write-reference.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/support/reference/write-reference.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  const { writeReference } = await import(pathToFileURL(outfile).href);
  await writeReference(process.argv[2] ?? join(root, 'docs/reference'));
} finally {
  await rm(folder, { recursive: true });
}
