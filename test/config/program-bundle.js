/** How src/main.ts becomes the program: split along dynamic imports, so that a command loads only what it needs. */
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Options of esbuild, but for where the program goes. */
export const PROGRAM_BUNDLE = {
  absWorkingDir: ROOT,
  entryPoints: ['src/main.ts'],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  // The sources are beside the maps.
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
  // A native addon is found by its own loader at run time; it cannot be bundled.
  external: ['@node-rs/argon2'],
  // Bundled CommonJS packages still ask for node's own modules through `require`.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  logLevel: 'warning',
};
