// Bundles src/main.ts into dist/, split along dynamic imports, so that a command loads only what it needs.
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from './licences.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
await rm(`${root}dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  // A native addon is found by its own loader at run time; it cannot be bundled.
  external: ['@node-rs/argon2'],
  // Bundled CommonJS packages still ask for node's own modules through `require`.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
});
await writeFile(`${root}dist/LICENSES.txt`, await licencesOf(root, Object.keys(metafile.inputs)));
